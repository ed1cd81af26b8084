"""`none`: the whole document is one chunk; its sections stay as bare structure (SPEC 4.3)."""

from __future__ import annotations

from ra.chunk.pieces import is_empty, nodes, trimmed
from ra.model import Chunk, Document, Span


def chunk(document: Document) -> list[Chunk]:
    """The document with all its text but the front matter, then its sections without any."""
    if is_empty(document):
        return []
    whole = trimmed(document, Span(document.content_start, len(document.source.data)))
    return nodes(document, [(whole,) if whole else (), *(() for _ in document.sections[1:])])
