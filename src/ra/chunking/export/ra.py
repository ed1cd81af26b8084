"""Exports chunks in ra's own form, `ra` (SPEC 3.1, 3.6)."""

from __future__ import annotations

from ra.model import Chunk


def counted(chunk: Chunk) -> Chunk:
    """The chunk with its token count."""
    if chunk.token_count is not None:
        return chunk
    from ra.text.counter import count  # only an export counts tokens for every strategy

    return chunk._replace(token_count=count(chunk.text))
