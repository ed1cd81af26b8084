"""Finds cuts between paragraphs: at blank lines, never inside code and tables.

All offsets are in characters of the text.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from ra.chunking.offsets import stripped
from ra.document import Block
from ra.model import ChunkKind, Span
from ra.parse import Layout
from ra.typed import Literal, NamedTuple

BLANK_LINES = re.compile(r"(?>\r\n|\n|\r)(?:[ \t\f\v]*+(?>\r\n|\n|\r))++")
LITERAL = ("code", "table")

_Role = Literal["heading", "literal", "prose"]


class Paragraph(NamedTuple):
    """Text without a blank line, with the headings right above it; its own text is at `text`."""

    start: int
    text: int
    end: int
    literal: bool


def units(text: str, span: Span, headings: Sequence[Span], layout: Layout) -> list[Paragraph]:
    """The units of a text without blank edges; a heading belongs to the next unit.

    `headings` are the lines of headings inside. Code and tables are units of their own, so that
    nothing larger than one paragraph stays whole (SPEC 4.3, H5 of the cases).
    """
    found: list[Paragraph] = []
    waiting: int | None = None
    for role, start, end in _atoms(text, span, headings, layout):
        first = start if waiting is None else waiting
        if role == "heading":
            waiting = first
        else:
            found.append(Paragraph(first, start, end, role == "literal"))
            waiting = None
    if waiting is not None:
        found.append(Paragraph(waiting, span.end, span.end, False))
    return found


def packed(spans: Sequence[Span], size: int) -> list[Span]:
    """Group neighbors that together have at most `size` characters from end to end."""
    found: list[Span] = []
    for start, end in spans:
        if found and end - found[-1].start <= size:
            found[-1] = Span(found[-1].start, end)
        else:
            found.append(Span(start, end))
    return found


def kind_of(blocks: Sequence[Block], span: Span) -> ChunkKind:
    """The kind of a part: one kind of literal, a list among others, quotes, else prose."""
    first = bisect_right(blocks, span.start, key=_end)
    last = bisect_left(blocks, span.end, key=_start)
    kinds = {block.kind for block in blocks[first:last]} - {"rule"}
    if "list" in kinds:
        return "list"
    for kind in ("code", "table", "quote"):
        if kinds == {kind}:
            return kind
    return "paragraph"


def inside(spans: Sequence[Span], outer: Span) -> Sequence[Span]:
    """The ones of ascending spans that touch another span."""
    first = bisect_right(spans, outer.start, key=_end)
    return spans[first : bisect_left(spans, outer.end, key=_start)]


def _atoms(
    text: str, span: Span, headings: Sequence[Span], layout: Layout
) -> Iterator[tuple[_Role, int, int]]:
    """Headings, literals and the paragraphs between them, in order, without blank edges."""
    blocks = layout.blocks
    first = bisect_right(blocks, span.start, key=_end)
    last = bisect_left(blocks, span.end, key=_start)
    fixed: list[tuple[int, int, _Role]] = [(start, end, "heading") for start, end in headings]
    fixed += [
        (start, end, "literal") for kind, start, end, _ in blocks[first:last] if kind in LITERAL
    ]
    fixed.sort()
    nested = inside(layout.literals, span)
    place = span.start
    for start, end, role in fixed:
        yield from _paragraphs(text, place, start, nested)
        whole = stripped(text, start, end)
        if whole is not None:
            yield role, whole.start, whole.end
        place = end
    yield from _paragraphs(text, place, span.end, nested)


def _paragraphs(
    text: str, start: int, end: int, literals: Sequence[Span]
) -> Iterator[tuple[_Role, int, int]]:
    place = start
    for gap in BLANK_LINES.finditer(text, start, max(start, end)):
        if not _within(literals, gap.start(), gap.end()):
            paragraph = stripped(text, place, gap.start())
            if paragraph is not None:
                yield "prose", paragraph.start, paragraph.end
            place = gap.end()
    paragraph = stripped(text, place, end)
    if paragraph is not None:
        yield "prose", paragraph.start, paragraph.end


def _within(spans: Sequence[Span], start: int, end: int) -> bool:
    """Whether one of the ascending spans contains this range."""
    at = bisect_right(spans, start, key=_start) - 1
    return at >= 0 and end <= spans[at].end


def _start(place: Block | Span) -> int:
    return place.start


def _end(place: Block | Span) -> int:
    return place.end
