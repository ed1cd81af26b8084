"""Chunks a text with a strategy and the settings of a test."""

from __future__ import annotations

from typing import Any

from ra.chunking import divide
from ra.config.schema import DEFAULT_CHUNKING, Strategy
from ra.model import Chunk
from tests.unit.parse.reading import read

DOCUMENT = "docs:notes/page.md"


def cut(strategy: Strategy, text: str, **settings: Any) -> list[Chunk]:
    """The chunks of the file `notes/page.md` of the tree `docs`."""
    return divide(read(text), DEFAULT_CHUNKING._replace(strategy=strategy, **settings))


def bodies(chunks: list[Chunk]) -> dict[str, str]:
    """The text of each chunk that has some, by what its id adds to the document's."""
    return {chunk.id.removeprefix(DOCUMENT): chunk.body for chunk in chunks if chunk.body}


def names(chunks: list[Chunk]) -> list[str]:
    """What each id adds to the document's, in order."""
    return [chunk.id.removeprefix(DOCUMENT) for chunk in chunks]
