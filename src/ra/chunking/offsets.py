"""Converts between byte and character offsets, since sizes count characters."""

from __future__ import annotations

from collections.abc import Sequence

from ra.document import Block, Document
from ra.model import Span
from ra.parse import Layout, layout_of


def in_characters(document: Document, places: Sequence[int]) -> Sequence[int]:
    """Map ascending byte offsets of the file to characters."""
    data = document.source.data
    if len(document.text) == len(data):  # ASCII: characters are bytes
        return places
    found: list[int] = []
    byte = character = 0
    for place in places:
        character += len(data[byte:place].decode())
        byte = place
        found.append(character)
    return found


def in_bytes(document: Document, spans: Sequence[Span]) -> list[Span]:
    """Map spans of characters to bytes; they ascend and do not overlap."""
    text = document.text
    if len(text) == len(document.source.data):
        return list(spans)
    found: list[Span] = []
    byte = character = 0
    for start, end in spans:
        byte += len(text[character:start].encode())
        size = len(text[start:end].encode())
        found.append(Span(byte, byte + size))
        byte, character = byte + size, end
    return found


def heading_lines(document: Document) -> list[Span]:
    """For each section the characters of its heading; for the document the start of its content.

    The text of a section before the next heading is between the end of one and the next start.
    """
    places = [document.content_start, document.content_start]
    for _, _, _, line, start, *_ in document.sections[1:]:
        places += (line, start)
    flat = iter(in_characters(document, places))
    return [Span(start, end) for start, end in zip(flat, flat, strict=True)]


def layout_in_characters(document: Document) -> Layout:
    """The blocks, code and tables of a document, in characters."""
    layout = layout_of(document)
    if len(document.text) == len(document.source.data):
        return layout
    blocks = _spans(document, [Span(start, end) for _, start, end, _ in layout.blocks])
    return Layout(
        tuple(
            Block(block.kind, start, end, block.ordered)
            for block, (start, end) in zip(layout.blocks, blocks, strict=True)
        ),
        tuple(_spans(document, layout.literals)),
    )


def _spans(document: Document, spans: Sequence[Span]) -> list[Span]:
    flat = iter(in_characters(document, [place for span in spans for place in span]))
    return [Span(start, end) for start, end in zip(flat, flat, strict=True)]


def stripped(text: str, start: int, end: int) -> Span | None:
    """The span of a text without white space at its ends; None if nothing is left."""
    inside = text[start:end].rstrip()
    size = len(inside)
    inside = inside.lstrip()
    if not inside:
        return None
    return Span(start + size - len(inside), start + size)
