"""Gives each form of an export the chunks with text and the headings above them."""

from __future__ import annotations

from collections.abc import Sequence

from ra.chunking.header_piece import paths_of
from ra.document import Document
from ra.model import Chunk

Record = dict[str, object]


def with_text(chunks: Sequence[Chunk]) -> list[Chunk]:
    """The chunks with text; the others are structure, which other programs do not have."""
    return [chunk for chunk in chunks if chunk.visible.strip()]


def heading_paths(document: Document, chunks: Sequence[Chunk]) -> list[tuple[str, ...]]:
    """For each chunk the headings down to its own; a title that is not a heading comes last."""
    paths = paths_of(document.sections)
    numbers = {section.slug: number for number, section in enumerate(document.sections)}
    found = []
    for chunk in chunks:
        number = numbers.get(chunk.slug, 0)
        own = (chunk.title,) if chunk.title != document.sections[number].title else ()
        found.append((*paths[number], *own))
    return found
