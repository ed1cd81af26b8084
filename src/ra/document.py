"""Defines the parsed document that chunking strategies read; values only, no I/O."""

from __future__ import annotations

from collections.abc import Mapping

from ra.model import Link, ParserName, Span
from ra.typed import Literal, NamedTuple

BlockKind = Literal["paragraph", "list", "table", "code", "quote", "rule", "html"]


class Block(NamedTuple):
    """One top-level block of a document that is not a heading."""

    kind: BlockKind
    start: int
    end: int
    ordered: bool


class Heading(NamedTuple):
    """A top-level heading: from its first mark to the end of its last line, newline included.

    `name` is the slug that the author gave it, with `{#name}`.
    """

    level: int
    text: str
    start: int
    end: int
    name: str | None = None


class Section(NamedTuple):
    """A structural node: the document (first, depth 0) or a heading with the text it covers.

    It covers `start` to `end`; its heading is right before, from `line_start`. `own` is the text
    that belongs to no kept child, `parent` an index into the document's sections. A section that is
    not `kept` contains only white space (SPEC 4.1).
    """

    depth: int
    title: str
    slug: str | None
    line_start: int
    start: int
    end: int
    parent: int | None
    breadcrumb: tuple[str, ...]
    kept: bool
    own: tuple[Span, ...]


class Source(NamedTuple):
    """The bytes of one file, and its path."""

    tree: str
    path: str
    data: bytes
    mtime: int
    parser: ParserName


def stored_as(parser: ParserName) -> ParserName:
    """The parser of the text that an index stores: notebooks and canvases become Markdown."""
    return "markdown" if parser in ("notebook", "canvas") else parser


class Document(NamedTuple):
    """One file, read and parsed. All offsets are bytes of the file.

    `hidden` are ranges that are neither searched nor shown: front matter, comments, drawings.
    `blocks` are the ids of blocks, `^id`, in order. `language` is "" where the tree decides.
    """

    source: Source
    text: str
    content_start: int
    title: str
    tags: tuple[str, ...]
    aliases: tuple[str, ...]
    updated: str | None
    fields: Mapping[str, object]
    sections: tuple[Section, ...]
    links: tuple[Link, ...]
    warnings: tuple[str, ...]
    hidden: tuple[Span, ...] = ()
    blocks: tuple[str, ...] = ()
    language: str = ""

    @property
    def id(self) -> str:
        """`tree:path` (SPEC 3.2)."""
        return f"{self.source.tree}:{self.source.path}"
