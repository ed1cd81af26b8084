"""`outline`: every heading is a chunk, nothing is split or dropped for size (SPEC 4.1)."""

from __future__ import annotations

from ra.chunking.pieces import is_empty, nodes
from ra.config.schema import Chunking
from ra.document import Document
from ra.model import Chunk


def chunk(document: Document, _settings: Chunking) -> list[Chunk]:
    """The document's own chunk, then one for each section with more than white space."""
    if is_empty(document):
        return []
    return nodes(document, [section.own for section in document.sections])
