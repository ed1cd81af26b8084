"""Decides by which whole names each chunk is found: those of its document, or its heading."""

from __future__ import annotations

from collections.abc import Sequence

from ra.model import Chunk
from ra.names import file_name
from ra.text.names import heading_key, page_keys


def chunk_names(chunks: Sequence[Chunk], aliases: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """The terms of the field `name`, by chunk, of the chunks of one document in order.

    A document's names are its title, its file name and its aliases. Where the document or a
    section is no hit itself, its first part has its names.
    """
    names: dict[str, tuple[str, ...]] = {}
    document = chunks[0]
    first = next((chunk.id for chunk in chunks if chunk.hit), document.id)
    for chunk in chunks:
        key = heading_key(chunk.title)
        if chunk.hit and chunk.depth and chunk.part <= 1 and key:
            names[chunk.id] = (key,)
    own = tuple(page_keys(document.title, document.path, aliases))
    names[first] = (*names.get(first, ()), *own)
    return names


def titles(chunk: Chunk) -> tuple[str, ...]:
    """The values of the field `title`: a document's file name counts like its title."""
    if chunk.depth:
        return (chunk.title,)
    name = file_name(chunk.path)
    is_same = heading_key(name) == heading_key(chunk.title)
    return (chunk.title,) if is_same else (chunk.title, name)
