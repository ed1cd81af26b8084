"""`leaves`: the outline, with all text in leaves of a bounded size (SPEC 4.2, S2).

A leaf is a section without subsections, or a part of one that has some: the text before them, and
the subsections that are too small, with their headings.
"""

from __future__ import annotations

from collections.abc import Sequence

from ra.chunking.offsets import heading_lines, in_bytes, layout_in_characters, stripped
from ra.chunking.paragraphs import Paragraph, inside, kind_of, packed, units
from ra.chunking.pieces import Piece, assemble, is_empty
from ra.chunking.preamble import is_preamble, with_preamble
from ra.config.schema import Chunking
from ra.document import Document
from ra.model import Chunk, Span
from ra.parse import Layout
from ra.text.sentences import sentence_spans
from ra.typed import NamedTuple


class _Leaf(NamedTuple):
    """Text and the section it belongs to."""

    owner: int
    span: Span


def chunk(document: Document, settings: Chunking) -> list[Chunk]:
    """The document and its sections, searchable by their titles, and the leaves with all text."""
    if is_empty(document):
        return []
    lines = heading_lines(document)
    whole = stripped(document.text, lines[0].start, len(document.text))
    if whole is None:
        return assemble(document, [], titles=True)
    size = whole.end - whole.start
    if size < settings.min_document_chars:
        return assemble(document, _placed(document, lines, [_Leaf(0, whole)], size), titles=True)
    document = with_preamble(document)
    lines = heading_lines(document)
    leaves = _leaves(document, lines, settings.min_leaf_chars)
    pieces = _placed(document, lines, leaves, settings.max_leaf_chars)
    return assemble(document, pieces, titles=True)


def _leaves(document: Document, lines: Sequence[Span], least: int) -> list[_Leaf]:
    """Contiguous text of one owner, in order, without blank edges."""
    owners = _owners(document, lines, least)
    runs: list[_Leaf] = []
    ends = [*(line.start for line in lines[1:]), len(document.text)]
    for number, (line, end, owner) in enumerate(zip(lines, ends, owners, strict=True)):
        if runs and runs[-1].owner == owner:
            runs[-1] = _Leaf(owner, Span(runs[-1].span.start, end))
        else:
            runs.append(_Leaf(owner, Span(line.end if owner == number else line.start, end)))
    spans = [stripped(document.text, start, end) for _, (start, end) in runs]
    return [_Leaf(run.owner, span) for run, span in zip(runs, spans, strict=True) if span]


def _owners(document: Document, lines: Sequence[Span], least: int) -> list[int]:
    """For each section the owner of its text: itself, or its parent if it is too small."""
    text, sections = document.text, document.sections
    starts = {section.line_start: line.start for section, line in zip(sections, lines, strict=True)}
    owners = [0]
    for number, section in enumerate(sections[1:], start=1):
        span = stripped(text, lines[number].end, starts.get(section.end, len(text)))
        large = span is not None and span.end - span.start >= least
        above = owners[section.parent or 0]
        owners.append(number if large or is_preamble(section) else above)
    return owners


def _placed(
    document: Document, lines: Sequence[Span], leaves: Sequence[_Leaf], size: int
) -> list[Piece]:
    """Leaves, split where they are too large, as pieces of their owners.

    The document and sections with subsections are never leaves themselves.
    """
    sections, layout = document.sections, layout_in_characters(document)
    branches = {section.parent for section in sections if section.kept} | {0}
    found: list[tuple[int, Span, bool]] = []
    for owner, span in leaves:
        parts = _split(document.text, span, lines, layout, size)
        found += [(owner, part, owner in branches or len(parts) > 1) for part in parts]
    spans = in_bytes(document, [span for _, span, _ in found])
    return [
        Piece(
            owner,
            (place,),
            kind_of(layout.blocks, span) if part else "section",
            apart=owner in branches,
        )
        for (owner, span, part), place in zip(found, spans, strict=True)
    ]


def _split(text: str, span: Span, lines: Sequence[Span], layout: Layout, size: int) -> list[Span]:
    """Parts of at most `size` characters; a sentence, fence or table is never split."""
    if span.end - span.start <= size:
        return [span]
    found: list[Span] = []
    for unit in units(text, span, inside(lines, span), layout):
        if unit.literal or unit.end - unit.start <= size:
            found.append(Span(unit.start, unit.end))
        else:
            found += packed(_sentences(text, unit, layout.literals), size)
    return packed(found, size)


def _sentences(text: str, unit: Paragraph, literals: Sequence[Span]) -> list[Span]:
    """The sentences of a unit, the first with the headings above it; code in it stays whole."""
    found: list[Span] = []
    for begin, finish in sentence_spans(text[unit.text : unit.end]):
        start, end = unit.text + begin, unit.text + finish
        if not found:
            found.append(Span(unit.start, end))
        elif inside(literals, Span(start - 1, start)) and inside(literals, Span(start, start + 1)):
            found[-1] = Span(found[-1].start, end)
        else:
            found.append(Span(start, end))
    return found or [Span(unit.start, unit.end)]
