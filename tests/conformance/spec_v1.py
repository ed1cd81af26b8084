"""Form `spec_v1`: a Markdown text, and the records it is cut into (SPEC 4.4, S1)."""

from __future__ import annotations

from typing import Any

from ra.chunking.spec_v1 import SourceVersion, cut, recorded
from ra.chunking.spec_v1.record import SpecRecord, canonical, preimage
from ra.chunking.spec_v1.sizes import Sizes
from ra.document import Source
from ra.errors import ChunkingFailed
from ra.parse import parse
from ra.text import counter
from tests.conformance.cases import Case
from tests.conformance.spec_properties import COUNTERS, PROPERTIES, Run

LISTS = {
    "texts": "chunk_text",
    "bodies": "body",
    "prefixes": "prefix",
    "kinds": "kind",
    "chunk_ids": "chunk_id",
    "chunk_paths": "chunk_path",
    "headings_paths": "headings_path",
    "token_counts": "token_count",
    "ordinals": "ordinal",
}
_BY = {"same_text_versions": "source_version_id", "same_text_tenants": "tenant_id"}


def check(case: Case) -> str | None:
    """The first thing that the records of this case's text lack."""
    config: dict[str, Any] = case.record.get("config") or {}
    expected: dict[str, Any] = case.expected or {}
    properties = case.record.get("properties") or ()
    if not expected and not properties:
        return "nothing is expected"
    for key in _BY:
        if isinstance(case.input, dict) and key in case.input:
            return _by_origin(case.input, config, expected, key)
    if "error" in expected:
        return _error(case.input, config, expected["error"])
    runs = [run(text, config) for text in _texts(case.input)]
    found = [_expected(each, expected) for each in runs]
    found += [
        PROPERTIES[one["p"]](each, one, runs) if one["p"] in PROPERTIES else f"no property {one}"
        for each in runs
        for one in properties
    ]
    return next((reason for reason in found if reason), None)


def run(data: bytes, config: dict[str, Any]) -> Run:
    """The records of a text with the sizes, counter and ids of a case."""
    sizes = Sizes()._replace(**{name: config[name] for name in Sizes._fields if name in config})
    count = COUNTERS[config.get("counter", counter.NAME)]
    document = parse(Source("docs", "guide.md", data, 0, "markdown"))
    normalized, cuts = cut(document, sizes, count)
    origin = SourceVersion(*(config.get(name, name) for name in SourceVersion._fields))
    records = recorded(document, normalized, cuts, origin)
    return Run(document, normalized, records, sizes, count)


def _texts(given: Any) -> list[bytes]:
    if isinstance(given, dict) and "equal_inputs" in given:
        return [_text(text) for text in given["equal_inputs"]]
    return [_text(given)]


def _text(given: Any) -> bytes:
    if isinstance(given, str):
        return given.encode()
    if "hex" in given:
        return bytes.fromhex(given["hex"])
    return "".join(_repeated(part) for part in given["concat"]).encode()


def _repeated(part: dict[str, Any]) -> str:
    text: str = part["s"]
    if "range" in part:
        return "".join(text.replace("%d", str(number)) for number in range(part["range"]))
    return text * int(part.get("n", 1))


def _error(given: Any, config: dict[str, Any], code: str) -> str | None:
    try:
        for text in _texts(given):
            run(text, config)
    except ChunkingFailed as error:
        return None if error.code == code else f"expected {code}, got {error.code}"
    return f"expected {code}, got chunks"


def _by_origin(
    given: dict[str, Any], config: dict[str, Any], expected: dict[str, Any], key: str
) -> str | None:
    ids = {
        value: [
            each.chunk_id for each in run(_text(given["text"]), config | {_BY[key]: value}).records
        ]
        for value in given[key]
    }
    wanted = expected[f"chunk_ids_by_{key.removeprefix('same_text_')[:-1]}"]
    return None if ids == wanted else f"expected {wanted}, got {ids}"


def _expected(found: Run, expected: dict[str, Any]) -> str | None:
    for key, wanted in expected.items():
        got = _value(found, key, wanted)
        if got != wanted:
            return f"{key}: expected {wanted!r}, got {got!r}"
    return None


def _value(found: Run, key: str, wanted: Any) -> Any:
    if key in LISTS:
        return [_plain(getattr(each, LISTS[key])) for each in found.records]
    if key == "preimage":
        return _preimage(found.records[0])
    if key == "preimages":
        return [_preimage(each) for each in found.records]
    if key == "chunks":
        pairs = zip(found.records, wanted, strict=True)
        return [{name: _plain(getattr(each, name)) for name in one} for each, one in pairs]
    raise ValueError(f"no expectation {key!r}; known are {', '.join(LISTS)}, preimage, chunks")


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _preimage(record: SpecRecord) -> str:
    return preimage(*record[1:5], canonical(record.chunk_text, record.kind))
