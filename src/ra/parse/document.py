"""Turns a file into a document: decode, split off front matter, parse, build the outline."""

from __future__ import annotations

import codecs
from collections.abc import Sequence

from ra.document import Block, Document, Heading, Source
from ra.errors import ChunkingFailed, FileRefused
from ra.model import Link
from ra.parse import blocks, frontmatter, markdown, outline
from ra.parse.events import TooManyEvents


def parse(source: Source) -> Document:
    """Parse one file's bytes as a document; raises `ChunkingFailed` when they are not UTF-8.

    A file with millions of marks is rejected: its outline would exhaust memory.
    """
    data = source.data
    text = _decode(source)
    start = len(codecs.BOM_UTF8) if data.startswith(codecs.BOM_UTF8) else 0
    if source.parser == "text":
        title = _stem(source.path)
        sections = outline.build((), title, data)
        return Document(source, text, start, title, (), (), None, {}, sections, (), ())
    front = frontmatter.read(data, start)
    headings, links = _structure(source, _blanked(text, data, front.end))
    fields = front.fields
    title = frontmatter.title(fields) or _first_h1(headings) or _stem(source.path)
    return Document(
        source,
        text,
        front.end,
        title,
        frontmatter.tags(fields),
        frontmatter.aliases(fields),
        frontmatter.updated(fields),
        fields,
        outline.build(headings, title, data),
        tuple(links),
        () if front.warning is None else (front.warning,),
    )


def blocks_of(document: Document) -> tuple[Block, ...]:
    """The top-level blocks of a document, in order; headings are its sections."""
    if document.source.parser == "text":
        return ()
    text = _blanked(document.text, document.source.data, document.content_start)
    return tuple(blocks.read(text))


def layout_of(document: Document) -> blocks.Layout:
    """The top-level blocks of a document, and all its code and tables."""
    if document.source.parser == "text":
        return blocks.Layout((), ())
    return blocks.layout(_blanked(document.text, document.source.data, document.content_start))


def _decode(source: Source) -> str:
    try:
        return source.data.decode()
    except UnicodeDecodeError as error:
        line = source.data.count(b"\n", 0, error.start) + 1
        byte = source.data[error.start]
        raise ChunkingFailed(
            source.path,
            f"not UTF-8: byte 0x{byte:02x} at offset {error.start} (line {line}); "
            "save the file as UTF-8",
        ) from None


def _structure(source: Source, text: str) -> tuple[list[Heading], list[Link]]:
    try:
        headings, links = markdown.read(text)
        if "<ac:" in text:
            from ra.parse.confluence_markup import (
                with_markup,  # few documents have Confluence markup
            )

            links = with_markup(text, links)
        return headings, links
    except TooManyEvents as error:
        raise FileRefused(source.path, str(error), state="skipped", code="TOO_COMPLEX") from None


def _blanked(text: str, data: bytes, start: int) -> str:
    """The text with one blank line in place of everything before `start`, so that offsets stay."""
    if not start:
        return text
    rest = text[start:] if data[:start].isascii() else data[start:].decode()
    return " " * (start - 1) + "\n" + rest


def _first_h1(headings: Sequence[Heading]) -> str | None:
    return next((heading.text for heading in headings if heading.level == 1 and heading.text), None)


def _stem(path: str) -> str:
    name = path.rpartition("/")[2]
    return name.rpartition(".")[0] or name
