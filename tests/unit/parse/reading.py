"""Parses a text as the file `notes/page.md` of the tree `docs`."""

from __future__ import annotations

from ra.chunking import outline
from ra.config.schema import DEFAULT_CHUNKING
from ra.document import Document, Source
from ra.model import Chunk, ParserName
from ra.parse import parse


def read(text: str, path: str = "notes/page.md", parser: ParserName = "markdown") -> Document:
    """The document that a file with this text is."""
    return parse(Source("docs", path, text.encode(), 7, parser))


def chunks(text: str, path: str = "notes/page.md", parser: ParserName = "markdown") -> list[Chunk]:
    """The outline chunks of a file with this text."""
    return outline.chunk(read(text, path, parser), DEFAULT_CHUNKING)


def headings(document: Document) -> list[tuple[int, str]]:
    """Level and text of each heading."""
    return [(section.depth, section.title) for section in document.sections[1:]]
