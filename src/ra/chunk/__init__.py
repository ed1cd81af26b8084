"""What are a document's pieces? Every strategy in one table."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ra.chunk import none, outline
from ra.config.schema import Strategy
from ra.model import Chunk, Document

# Part of the index fingerprint: raise it whenever a strategy cuts the same document differently.
CHUNKING_VERSION = 1

Chunker = Callable[[Document], list[Chunk]]

STRATEGIES: Mapping[Strategy, Chunker] = {
    "outline": outline.chunk,  # every heading is a chunk, nothing is split
    "none": none.chunk,  # one document, one chunk
}

__all__ = ["CHUNKING_VERSION", "STRATEGIES", "Chunker"]
