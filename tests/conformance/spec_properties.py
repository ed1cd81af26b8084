"""Checks for the properties that a case of `spec_v1` can require of all records."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha256
from itertools import pairwise
from math import ceil
from typing import Any, NamedTuple

from ra.chunking.spec_v1 import cut
from ra.chunking.spec_v1.record import SpecRecord, canonical
from ra.chunking.spec_v1.sizes import Counter, Sizes
from ra.document import Document
from ra.parse import blocks_of
from ra.parse.normalize import NormalizedText
from ra.text import counter

COUNTERS: Mapping[str, Counter] = {
    "ws": lambda text: len(text.split()),
    "char4": lambda text: ceil(len(text) / 4),
    counter.NAME: counter.count,
}


class Run(NamedTuple):
    """One text, and what became of it."""

    document: Document
    normalized: NormalizedText
    records: list[SpecRecord]
    sizes: Sizes
    count: Counter


Demand = dict[str, Any]
Property = Callable[[Run, Demand, Sequence[Run]], str | None]


def _fault(records: Iterable[SpecRecord], what: str) -> str | None:
    return next(
        (f"chunk {each.ordinal} {what}: {each.chunk_text[:80]!r}" for each in records), None
    )


def _hard_max(run: Run, demand: Demand, runs: Sequence[Run]) -> str | None:
    large = (each for each in run.records if run.count(each.chunk_text) > run.sizes.hard)
    return _fault(large, "exceeds the hard maximum")


def _no_empty_text(run: Run, demand: Demand, runs: Sequence[Run]) -> str | None:
    return _fault((each for each in run.records if not each.body.strip()), "is empty")


def _contiguous_ordinals(run: Run, demand: Demand, runs: Sequence[Run]) -> str | None:
    ordinals = [each.ordinal for each in run.records]
    return None if ordinals == list(range(len(ordinals))) else f"ordinals are {ordinals}"


def _formula(record: SpecRecord) -> str:
    ids = [part.replace("%", "%25").replace("|", "%7C") for part in record[1:4]]
    if record.kind == "paragraph":
        text = " ".join(record.chunk_text.split())
    else:
        text = canonical(record.chunk_text, record.kind)
    return sha256("|".join([*ids, str(record.ordinal), text]).encode()).hexdigest()


def _ids_match_formula(run: Run, demand: Demand, runs: Sequence[Run]) -> str | None:
    wrong = (each for each in run.records if each.chunk_id != _formula(each))
    return _fault(wrong, "has another id than the formula gives")


def _token_count_matches(run: Run, demand: Demand, runs: Sequence[Run]) -> str | None:
    wrong = (each for each in run.records if each.token_count != run.count(each.chunk_text))
    return _fault(wrong, "has a wrong token count")


def _deterministic(run: Run, demand: Demand, runs: Sequence[Run]) -> str | None:
    one, two = (cut(run.document, run.sizes, run.count) for _ in range(2))
    return None if one == two else "two runs differ"


def _same_output(run: Run, demand: Demand, runs: Sequence[Run]) -> str | None:
    same = all(one.records == two.records for one, two in pairwise(runs))
    return None if same and len(runs) > 1 else "the inputs have different records"


def _unique_ids(run: Run, demand: Demand, runs: Sequence[Run]) -> str | None:
    ids = {each.chunk_id for each in run.records}
    return None if len(ids) == len(run.records) else "two chunks have one id"


def _of(run: Run, contains: str) -> list[SpecRecord]:
    found = [each for each in run.records if contains in each.body]
    if not found:
        raise ValueError(f"no body contains {contains!r}")
    return found


def _headings_path_of(run: Run, demand: Demand, runs: Sequence[Run]) -> str | None:
    path = tuple(demand["path"])
    wrong = (each for each in _of(run, demand["contains"]) if each.headings_path != path)
    return _fault(wrong, f"is not under {path}")


def _chunk_path_of(run: Run, demand: Demand, runs: Sequence[Run]) -> str | None:
    path = demand["path"]
    wrong = [each for each in _of(run, demand["contains"]) if each.chunk_path != path]
    return _fault(wrong, f"has the path {wrong[0].chunk_path!r}, not {path!r}" if wrong else "")


def _no_loss(run: Run, demand: Demand, runs: Sequence[Run]) -> str | None:
    lost = [word for word in demand["words"] if not any(word in one.body for one in run.records)]
    return f"lost: {lost}" if lost else None


def _no_loss_sequence(run: Run, demand: Demand, runs: Sequence[Run]) -> str | None:
    lost = left_over(run.document, [(each.byte_start, each.byte_end) for each in run.records])
    return f"lost: {lost[:80]!r}" if lost else None


def left_over(document: Document, places: Iterable[tuple[int, int]]) -> str:
    """What of a document is in no place and is no heading, rule, front matter or white space."""
    left = bytearray(document.source.data)
    places = [(0, document.content_start), *places]
    places += [(each.line_start, each.start) for each in document.sections[1:]]
    places += [(each.start, each.end) for each in blocks_of(document) if each.kind == "rule"]
    for start, end in places:
        left[start:end] = b" " * (end - start)
    return left.decode().strip()


def _together(run: Run, demand: Demand, runs: Sequence[Run]) -> str | None:
    words = demand["words"]
    found = any(all(word in each.chunk_text for word in words) for each in run.records)
    return None if found else f"{words} are in no chunk together"


def _together_each(run: Run, demand: Demand, runs: Sequence[Run]) -> str | None:
    found = (_together(run, {"words": pair}, runs) for pair in demand["pairs"])
    return next((reason for reason in found if reason), None)


def _not_together(run: Run, demand: Demand, runs: Sequence[Run]) -> str | None:
    lost = _no_loss(run, demand, runs)
    if lost:
        return lost
    words = demand["words"]
    mixed = (each for each in run.records if all(word in each.chunk_text for word in words))
    return _fault(mixed, f"has all of {words}")


def _chunk_count(run: Run, demand: Demand, runs: Sequence[Run]) -> str | None:
    number = len(run.records)
    low, high = demand.get("min", 0), demand.get("max", number)
    if "eq" in demand:
        low = high = demand["eq"]
    return None if low <= number <= high else f"{number} chunks, expected {low} to {high}"


def _kinds(run: Run, demand: Demand, runs: Sequence[Run]) -> str | None:
    kinds = [each.kind for each in run.records]
    return None if kinds == demand["eq"] else f"kinds are {kinds}"


def _text_contains(run: Run, demand: Demand, runs: Sequence[Run]) -> str | None:
    found = any(demand["value"] in each.chunk_text for each in run.records)
    return None if found else f"no text has {demand['value']!r}"


def _no_chunk_contains(run: Run, demand: Demand, runs: Sequence[Run]) -> str | None:
    return _fault((each for each in run.records if demand["value"] in each.chunk_text), "has it")


def _no_chunk_equals(run: Run, demand: Demand, runs: Sequence[Run]) -> str | None:
    equal = (each for each in run.records if each.chunk_text.strip() == demand["value"].strip())
    return _fault(equal, "should not be")


def _some_body_equals(run: Run, demand: Demand, runs: Sequence[Run]) -> str | None:
    found = any(each.body == demand["value"] for each in run.records)
    return None if found else f"no body is {demand['value']!r}"


def _no_body_equals(run: Run, demand: Demand, runs: Sequence[Run]) -> str | None:
    return _fault((each for each in run.records if each.body == demand["value"]), "should not be")


def _window_overlap(run: Run, demand: Demand, runs: Sequence[Run]) -> str | None:
    data = run.document.source.data
    for one, two in pairwise(run.records):
        shared = run.count(data[two.byte_start : one.byte_end].decode())
        wanted = int(demand["fraction"] * run.count(one.body))
        if not wanted - 1 <= shared <= wanted:
            return f"chunks {one.ordinal} and {two.ordinal} share {shared} tokens, not {wanted}"
    return None if len(run.records) > 1 else "there are no windows"


def _multi_unit_max_soft(run: Run, demand: Demand, runs: Sequence[Run]) -> str | None:
    several = (each for each in run.records if "\n\n" in each.body)
    large = (each for each in several if run.count(each.body) > run.sizes.soft)
    return _fault(large, "has several units and exceeds the soft maximum")


def _sentences_intact(run: Run, demand: Demand, runs: Sequence[Run]) -> str | None:
    return _no_loss(run, {"words": demand["sentences"]}, runs)


def _each_line_once(run: Run, demand: Demand, runs: Sequence[Run]) -> str | None:
    lines = [line for each in run.records for line in each.body.split("\n")]
    wrong = [line for line in demand["lines"] if lines.count(line) != 1]
    return f"not exactly once: {wrong}" if wrong else None


def _every_chunk_starts_with(run: Run, demand: Demand, runs: Sequence[Run]) -> str | None:
    value = demand["value"]
    return _fault((each for each in run.records if not each.chunk_text.startswith(value)), "not so")


def _text_of_kind_startswith(run: Run, demand: Demand, runs: Sequence[Run]) -> str | None:
    texts = [each.chunk_text for each in run.records if each.kind == demand["kind"]]
    right = texts and all(text.startswith(demand["value"]) for text in texts)
    return None if right else f"texts of kind {demand['kind']}: {texts}"


def _overlap_is_suffix_of_prev(run: Run, demand: Demand, runs: Sequence[Run]) -> str | None:
    wrong = (
        two
        for one, two in pairwise(run.records)
        if two.kind != "table" and not one.body.endswith(two.prefix.rstrip())
    )
    return _fault(wrong, "repeats what is not the end of the body before")


def _overlap_le_fraction(run: Run, demand: Demand, runs: Sequence[Run]) -> str | None:
    fraction = demand.get("fraction", run.sizes.overlap)
    wrong = (
        two
        for one, two in pairwise(run.records)
        if two.kind != "table" and run.count(two.prefix) > fraction * run.count(one.body)
    )
    return _fault(wrong, "repeats too much")


def _chunk_with_has_none_of(run: Run, demand: Demand, runs: Sequence[Run]) -> str | None:
    wrong = (
        each
        for each in _of(run, demand["contains"])
        if any(word in each.chunk_text for word in demand["none"])
    )
    return _fault(wrong, f"has one of {demand['none']}")


def _body_is_slice_of_original(run: Run, demand: Demand, runs: Sequence[Run]) -> str | None:
    place, data = run.normalized.place, run.normalized.data
    wrong = (
        each
        for each in run.records
        if data[place(each.byte_start) : place(each.byte_end)].decode() != each.body
    )
    return _fault(wrong, "is no slice of the normalized text")


PROPERTIES: Mapping[str, Property] = {
    "body_is_slice_of_original": _body_is_slice_of_original,
    "chunk_count": _chunk_count,
    "chunk_path_of": _chunk_path_of,
    "chunk_with_has_none_of": _chunk_with_has_none_of,
    "contiguous_ordinals": _contiguous_ordinals,
    "deterministic": _deterministic,
    "each_line_once": _each_line_once,
    "every_chunk_starts_with": _every_chunk_starts_with,
    "hard_max": _hard_max,
    "headings_path_of": _headings_path_of,
    "ids_match_formula": _ids_match_formula,
    "kinds": _kinds,
    "multi_unit_max_soft": _multi_unit_max_soft,
    "no_body_equals": _no_body_equals,
    "no_chunk_contains": _no_chunk_contains,
    "no_chunk_equals": _no_chunk_equals,
    "no_empty_text": _no_empty_text,
    "no_loss": _no_loss,
    "no_loss_sequence": _no_loss_sequence,
    "not_together": _not_together,
    "overlap_is_suffix_of_prev": _overlap_is_suffix_of_prev,
    "overlap_le_fraction": _overlap_le_fraction,
    "same_output": _same_output,
    "sentences_intact": _sentences_intact,
    "some_body_equals": _some_body_equals,
    "text_contains": _text_contains,
    "text_of_kind_startswith": _text_of_kind_startswith,
    "together": _together,
    "together_each": _together_each,
    "token_count_matches": _token_count_matches,
    "unique_ids": _unique_ids,
    "window_overlap": _window_overlap,
}
