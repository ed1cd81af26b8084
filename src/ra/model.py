"""Defines the values that every stage passes on; no I/O.

They are named tuples, not dataclasses: indexing makes a hundred thousand of them, and
importing `dataclasses` alone costs a third of a short search (docs/decisions/0002).
"""

from __future__ import annotations

import time

from ra.typed import Literal, NamedTuple

try:  # `hashlib` would load OpenSSL as well, with every command
    from _blake2 import blake2b
except ImportError:
    from hashlib import blake2b

ParserName = Literal["markdown", "text"]
ChunkKind = Literal["document", "section", "paragraph", "list", "table", "code", "quote"]
LinkSyntax = Literal["inline", "reference", "autolink", "wikilink", "markup"]
LinkType = Literal[
    "CONFLUENCE_PAGE_LINK", "ATTACHMENT_LINK", "EXTERNAL_URL", "WIKILINK", "DOCUMENT_LINK"
]


class Span(NamedTuple):
    """A half-open range of bytes in a file."""

    start: int
    end: int


class Link(NamedTuple):
    """A link as it is written; `embed` marks images and `![[…]]`."""

    url: str
    fragment: str | None
    syntax: LinkSyntax
    embed: bool
    start: int
    end: int


class Chunk(NamedTuple):
    """A unit of retrieval (SPEC 3.1). `spans` are the places in the file its body is cut from.

    A chunk that is no `hit` is there for the structure alone: a search never finds it (SPEC 3.3).
    `token_count` is None where the strategy had no need to count. `heading_start` is the byte
    where the line of its heading begins; a document, a part of a section and text before the
    first heading have no heading of their own, and it is `byte_start`.
    """

    id: str
    doc_id: str
    parent_id: str | None
    tree: str
    path: str
    depth: int
    position: int
    title: str
    slug: str | None
    breadcrumb: tuple[str, ...]
    byte_start: int
    byte_end: int
    sibling_count: int
    body: str
    kind: ChunkKind
    part: int
    prefix: str
    tags: tuple[str, ...]
    links: tuple[Link, ...]
    mtime: int
    spans: tuple[Span, ...]
    token_count: int | None
    hit: bool
    heading_start: int

    @property
    def text(self) -> str:
        """What a reader gets: the prefix, then the body."""
        return self.prefix + self.body

    @property
    def digest(self) -> str:
        """Hash of the body with its white space collapsed: equal digests are equal texts.

        It keys no vector, since the breadcrumb is embedded too: see `embedding_key`.
        """
        return digest(" ".join(self.body.split()).encode(), 16)

    def lines(self, text: bytes) -> tuple[int, int]:
        """The first and last line, from 1, in the text of its document; the heading counts."""
        start, last = self.heading_start, max(self.byte_start, self.byte_end - 1)
        first = text.count(b"\n", 0, start) + 1
        return first, first + text.count(b"\n", start, last)


def embedded_text(chunk: Chunk) -> str:
    """What stands for a chunk in an embedding: its breadcrumb and its body (SPEC 8.3)."""
    return "\n".join((*chunk.breadcrumb, chunk.body))


def embedding_key(chunk: Chunk) -> str:
    """The key of a chunk's vector: a hash of exactly what is embedded (SPEC 8.3)."""
    return digest(embedded_text(chunk).encode(), 16)


def digest(data: bytes, size: int) -> str:
    """A hash of so many bytes (BLAKE2b) as hexadecimal digits."""
    return blake2b(data, digest_size=size).hexdigest()


def timestamp(nanoseconds: int) -> str:
    """A moment in UTC to the microsecond, ISO 8601."""
    seconds, rest = divmod(nanoseconds, 1_000_000_000)
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds)) + f".{rest // 1000:06d}Z"
