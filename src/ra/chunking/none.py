"""`none`: the whole document is one chunk; its sections stay as bare structure (SPEC 4.3)."""

from __future__ import annotations

from ra.chunking.pieces import Piece, assemble, is_empty, trimmed
from ra.config.schema import Chunking
from ra.document import Document
from ra.model import Chunk, Span


def chunk(document: Document, _settings: Chunking) -> list[Chunk]:
    """The document with all its text except the front matter, then its sections without text."""
    if is_empty(document):
        return []
    whole = trimmed(document, Span(document.content_start, len(document.source.data)))
    pieces = [Piece(0, (whole,), "document")] if whole else []
    return assemble(document, pieces, titles=False)
