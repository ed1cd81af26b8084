"""Finds the structural units of a document, and those that may share a chunk.

S1 §3 and §4: paragraphs, lists, tables, code and quotes in order, under the heading they follow.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ra.document import Block, Document
from ra.model import ChunkKind
from ra.parse.normalize import NormalizedText
from ra.typed import NamedTuple

_KINDS: dict[str, ChunkKind] = {
    "paragraph": "paragraph",
    "html": "paragraph",
    "quote": "quote",
    "list": "list",
    "table": "table",
    "code": "code",
}
_ALONE = ("table", "code")
_LAST = ("list", "table", "code")
_BLANK_LINES = re.compile(rb"\n(?:[ \t]*\n)+")


class Unit(NamedTuple):
    """A paragraph, list, table, code block or quote, with its range in the normalized text."""

    kind: ChunkKind
    start: int
    end: int


class Stretch(NamedTuple):
    """Units of one section with no boundary between them, except for size (SPEC 4.4)."""

    section: int
    units: list[Unit]


def stretches(
    document: Document, blocks: Sequence[Block], normalized: NormalizedText
) -> Iterator[Stretch]:
    """The units of a document, separated at every heading, rule, table and code and after each
    list.

    A list may follow paragraphs, so that the text that introduces it stays with it.
    """
    at = 0
    bounds = [section.line_start for section in document.sections[1:]]
    bounds.append(len(document.source.data))
    for number, section in enumerate(document.sections):
        first, bound = at, bounds[number]
        while at < len(blocks) and blocks[at].start < bound:
            at += 1
        start = max(section.start, document.content_start)
        if start < bound:
            yield from _apart(number, _units(blocks[first:at], (start, bound), normalized))


def _apart(section: int, units: Sequence[Unit | None]) -> Iterator[Stretch]:
    open_units: list[Unit] = []
    for unit in units:
        if open_units and (unit is None or unit.kind in _ALONE):
            yield Stretch(section, open_units)
            open_units = []
        if unit is None:
            continue
        open_units.append(unit)
        if unit.kind in _LAST:
            yield Stretch(section, open_units)
            open_units = []
    if open_units:
        yield Stretch(section, open_units)


def _units(
    blocks: Sequence[Block], region: tuple[int, int], normalized: NormalizedText
) -> list[Unit | None]:
    """The units between two headings; None for a rule.

    Text outside any block (link definitions, all of a plain text) becomes paragraphs.
    """
    data, place = normalized.data, normalized.place
    units: list[Unit | None] = []
    done = place(region[0])
    for kind, begin, end, _ in blocks:
        start, stop = place(begin), place(end)
        if start > done and not data[done:start].isspace():
            units += _paragraphs(data, done, start)
        if kind == "rule":
            units.append(None)
        else:
            unit = _unit(data, _KINDS[kind], start, stop)
            if unit is not None:
                units.append(unit)
        done = stop
    stop = place(region[1])
    if stop > done and not data[done:stop].isspace():
        units += _paragraphs(data, done, stop)
    return units


def _unit(data: bytes, kind: ChunkKind, start: int, end: int) -> Unit | None:
    """The unit without blank lines around it; all kinds but paragraphs keep their indentation."""
    if kind in _ALONE:
        end = start + len(data[start:end].rstrip(b"\n"))
    else:
        end = start + len(data[start:end].rstrip())
    if kind == "paragraph":
        start = end - len(data[start:end].lstrip())
    elif start and data[start - 1] in b" \t":
        line = data.rfind(b"\n", 0, start) + 1
        if data[line:start].isspace():
            start = line
    if start >= end or _looks_blank(data, start, end):
        return None
    return Unit(kind, start, end)


def _paragraphs(data: bytes, start: int, end: int) -> Iterator[Unit]:
    gaps = [gap.span() for gap in _BLANK_LINES.finditer(data, start, end)]
    for stop, following in [*gaps, (end, end)]:
        unit = _unit(data, "paragraph", start, stop)
        if unit is not None:
            yield unit
        start = following


def _looks_blank(data: bytes, start: int, end: int) -> bool:
    """Whether a unit is only non-ASCII white space, such as no-break spaces."""
    return not 32 < data[start] < 128 and not data[start:end].decode().strip()
