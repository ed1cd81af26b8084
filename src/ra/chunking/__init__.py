"""Chunks documents; every strategy is in one table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module

from ra.config.schema import Chunking, Strategy
from ra.model import Chunk
from ra.typed import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ra.document import Document

# Part of the index fingerprint: raise this whenever a strategy chunks the same document
# differently.
CHUNKING_VERSION = 3

Chunker = Callable[["Document", Chunking], list[Chunk]]


class StrategyModule(NamedTuple):
    """A strategy: the module with its `chunk` function, and the settings that affect its result."""

    module: str
    settings: tuple[str, ...] = ()
    counts_tokens: bool = False


STRATEGIES: Mapping[Strategy, StrategyModule] = {
    "outline": StrategyModule("ra.chunking.outline"),  # every heading is a chunk, nothing is split
    "leaves": StrategyModule(  # text in small pieces below the headings
        "ra.chunking.leaves", ("max_leaf_chars", "min_leaf_chars", "min_document_chars")
    ),
    "header_based": StrategyModule(  # sections joined and split to a size in characters
        "ra.chunking.header_based",
        ("min_chunk_chars", "max_chunk_chars", "overlap_chars", "include_parent_headers"),
    ),
    # To a size in tokens; never changes.
    "spec_v1": StrategyModule("ra.chunking.spec_v1", counts_tokens=True),
    "none": StrategyModule("ra.chunking.none"),  # one document, one chunk
}


def divide(document: Document, settings: Chunking) -> list[Chunk]:
    """The chunks of a document, by the settings."""
    chunks = chunker(settings.strategy)(document, settings)
    if not document.hidden:
        return chunks
    from ra.chunking.hidden import with_hidden

    return with_hidden(document, chunks)


@cache
def chunker(strategy: Strategy) -> Chunker:
    """The chunk function of a strategy; its module is loaded on first use."""
    found: Chunker = import_module(STRATEGIES[strategy].module).chunk
    return found


def signature(settings: Chunking) -> list[object]:
    """All settings that affect the chunks, for the fingerprint."""
    cut = STRATEGIES[settings.strategy]
    facts: list[object] = [CHUNKING_VERSION, settings.strategy, settings.title]
    facts += [getattr(settings, name) for name in cut.settings]
    if cut.counts_tokens:
        from ra.text import counter

        facts += [counter.NAME, counter.VERSION]
    return facts


__all__ = ["CHUNKING_VERSION", "STRATEGIES", "Chunker", "chunker", "divide", "signature"]
