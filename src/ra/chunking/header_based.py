"""`header_based`: sections joined and split to a size in characters (SPEC 4.3, S3 8.3)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from ra.chunking.header_piece import HeaderPiece, common, nearest, paths_of
from ra.chunking.offsets import heading_lines, in_bytes, layout_in_characters, stripped
from ra.chunking.overlap import Part, overlaps
from ra.chunking.paragraphs import inside, kind_of, packed, units
from ra.chunking.pieces import Piece, assemble, is_empty
from ra.config.schema import Chunking
from ra.document import Document, Section
from ra.model import Chunk, Span
from ra.parse import Layout
from ra.typed import NamedTuple

_NOTHING = Layout((), ())


class _Run(NamedTuple):
    """Sections that were joined, from the first to the last, and the span of their text."""

    first: int
    last: int
    span: Span


def chunk(document: Document, settings: Chunking) -> list[Chunk]:
    """The document and its sections, with the text distributed by joining and splitting."""
    if is_empty(document):
        return []
    found, layout = _cut(document, settings)
    spans = in_bytes(document, [Span(each.start, each.end) for each in found])
    placed = [
        _placed(document.sections, each, span, layout)
        for each, span in zip(found, spans, strict=True)
    ]
    return assemble(document, placed, titles=False)


def pieces(document: Document, settings: Chunking) -> list[HeaderPiece]:
    """The chunks of a document as S3 counts them, before they are placed in its outline."""
    return _cut(document, settings)[0]


def _cut(document: Document, settings: Chunking) -> tuple[list[HeaderPiece], Layout]:
    """Join all sections, then split, then add overlap (SPEC 4.3)."""
    text, size = document.text, settings.max_chunk_chars
    lines = heading_lines(document)
    runs = _joined(text, lines, settings.min_chunk_chars)
    layout = _NOTHING
    if any(first != last or end - start > size for first, last, (start, end) in runs):
        layout = layout_in_characters(document)
    paths = paths_of(document.sections)
    above = [paths[section.parent or 0] for section in document.sections]
    found: list[HeaderPiece] = []
    for number, run in enumerate(runs):
        members = slice(run.first, run.last + 1)
        headings = lines[members]
        spans = _split(text, run.span, headings, layout, size)
        repeated = [""]
        if len(spans) > 1:
            parts = [_part(text, span, headings, layout) for span in spans]
            repeated = overlaps(parts, settings.overlap_chars)
        parents = common(above[members]) if settings.include_parent_headers else ()
        names = tuple(paths[members])
        for sub, ((start, end), overlap) in enumerate(zip(spans, repeated, strict=True)):
            found.append(
                HeaderPiece(
                    len(found),
                    number,
                    sub if len(spans) > 1 else None,
                    names,
                    parents,
                    overlap,
                    text[start:end],
                    start,
                    end,
                    _touched(run, headings, start, end),
                )
            )
    return found, layout


def _joined(text: str, lines: Sequence[Span], least: int) -> list[_Run]:
    """Join small sections with the next ones until they reach `least`; a small last one
    joins back.
    """
    runs: list[_Run] = []
    small: _Run | None = None
    ends = [*(line.start for line in lines[1:]), len(text)]
    for number, (line, end) in enumerate(zip(lines, ends, strict=True)):
        span = stripped(text, line.start, end)
        if span is None:
            continue
        small = _extended(small or _Run(number, number, span), number, span)
        if small.span.end - small.span.start >= least:
            runs.append(small)
            small = None
    if small is None:
        return runs
    return [*runs[:-1], _extended(runs[-1], small.last, small.span)] if runs else [small]


def _extended(run: _Run, last: int, span: Span) -> _Run:
    return _Run(run.first, last, Span(run.span.start, span.end))


def _split(
    text: str, span: Span, headings: Sequence[Span], layout: Layout, size: int
) -> list[Span]:
    """Parts of at most `size` characters, or of one unit where that is larger."""
    if span.end - span.start <= size:
        return [span]
    found = units(text, span, inside(headings, span), layout)
    return packed([Span(unit.start, unit.end) for unit in found], size)


def _part(text: str, span: Span, headings: Sequence[Span], layout: Layout) -> Part:
    """A part with the text that may be repeated: no code, no table, no other section."""
    start, end = span
    tail = start
    lines, literals = inside(headings, span), inside(layout.literals, span)
    if lines:
        tail = max(tail, lines[-1].start)
    if literals:
        rest = stripped(text, max(tail, literals[-1].end), end)
        tail = rest.start if rest else end
    closed = (lines and lines[0].start <= start) or (
        literals and "\n" not in text[start : literals[0].start]
    )
    return Part(True, text[start:end], tail - start, not closed)


def _touched(run: _Run, headings: Sequence[Span], start: int, end: int) -> tuple[int, int]:
    """The first and the last section with text in a part of a run."""
    if run.first == run.last:
        return run.first, run.last
    first = bisect_right(headings, start, key=lambda line: line.start)
    last = bisect_right(headings, end - 1, key=lambda line: line.start)
    return run.first + first - 1, run.first + last - 1


def _placed(sections: Sequence[Section], one: HeaderPiece, span: Span, layout: Layout) -> Piece:
    """A piece in the outline: a part of the section that contains it, unless it is a section (SPEC
    3.2).
    """
    first, last = one.sections
    number = nearest(sections, first, last)
    joined = len(one.paths) > 1
    if joined or one.sub is not None:
        kind = kind_of(layout.blocks, Span(one.start, one.end))
    else:
        kind = "section" if number else "document"
    names = [sections[each].title for each in range(first, last + 1) if each != number]
    title = " / ".join(filter(None, names))
    other = title if title and title != sections[number].title else None
    return Piece(number, (span,), kind, one.prefix, other, joined)
