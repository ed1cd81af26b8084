"""Checks the records of one document against the checklist of S1 §11."""

from __future__ import annotations

from collections.abc import Iterable

from ra.chunking.spec_v1 import records as records_of
from ra.chunking.spec_v1.record import SpecRecord, canonical, chunk_path, identify
from ra.chunking.spec_v1.sizes import Counter, Sizes
from ra.config.schema import Tree
from ra.document import Document
from ra.text import counter
from ra.typed import NamedTuple

HARD_MAXIMUM = Sizes().hard


class Checked(NamedTuple):
    """One document, its number of `spec_v1` chunks, and the problems in them."""

    doc_id: str
    chunks: int
    problems: tuple[str, ...]


def checked(document: Document, tree: Tree) -> tuple[Checked]:
    """Check one document against the checklist, whatever the strategy of its tree."""
    records = records_of(document, tree.tenant)
    return (Checked(document.id, len(records), tuple(problems(records, document))),)


def problems(
    records: Iterable[SpecRecord],
    document: Document | None = None,
    *,
    hard: int = HARD_MAXIMUM,
    count: Counter = counter.count,
) -> list[str]:
    """The problems of these records: where, what, and by which rule.

    With the document, it also checks which chunks are below a heading.
    """
    found: list[str] = []
    headings = document.sections[1:] if document else ()
    for expected, record in enumerate(records):
        where = f"{record.document_id} chunk {record.ordinal} (bytes {record.byte_start} to"
        where += f" {record.byte_end})"
        below_heading = bool(headings) and record.byte_start >= headings[0].start
        faults = (
            *_size(record, hard, count),
            *_text(record),
            *_ordinal(record, expected),
            *_headings(record, below_heading=below_heading),
            *_identity(record),
        )
        found += [f"{where}: {fault}" for fault in faults]
    return found


def _size(record: SpecRecord, hard: int, count: Counter) -> Iterable[str]:
    tokens = count(record.chunk_text)
    if tokens > hard:
        yield f"no chunk may exceed the hard maximum: {tokens} tokens are more than {hard}"
    if tokens != record.token_count:
        yield f"token_count says {record.token_count}, but the text has {tokens} tokens"


def _text(record: SpecRecord) -> Iterable[str]:
    if not record.body.strip():
        yield "no chunk may be empty: there is no text"


def _ordinal(record: SpecRecord, expected: int) -> Iterable[str]:
    if record.ordinal != expected:
        yield f"ordinals must count from 0 without gaps: this one should be {expected}"


def _headings(record: SpecRecord, *, below_heading: bool) -> Iterable[str]:
    if below_heading and not record.headings_path:
        yield "a chunk below a heading must have a heading path: it is empty"
    path = chunk_path(record.headings_path, "paragraph", 0)
    if record.chunk_path.partition("#")[0] != path:
        yield f"chunk_path {record.chunk_path!r} does not begin with the headings {path!r}"


def _identity(record: SpecRecord) -> Iterable[str]:
    owner = (record.tenant_id, record.document_id, record.source_version_id)
    expected = identify(*owner, record.ordinal, canonical(record.chunk_text, record.kind))
    if record.chunk_id != expected:
        yield f"chunk_id must follow the formula: it is {record.chunk_id}, not {expected}"
