"""What are a document's pieces? Every strategy in one table."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ra.chunk import none, outline
from ra.config.schema import Strategy
from ra.model import Chunk, Document

Chunker = Callable[[Document], list[Chunk]]

STRATEGIES: Mapping[Strategy, Chunker] = {
    "outline": outline.chunk,  # every heading is a chunk, nothing is split
    "none": none.chunk,  # one document, one chunk
}

__all__ = ["STRATEGIES", "Chunker"]
