"""What are the nouns? Frozen values that every stage hands on; no I/O.

They are named tuples, not dataclasses: indexing makes a hundred thousand of them, and
importing `dataclasses` alone costs a third of a short search (docs/decisions/0002).
"""

import time
from collections.abc import Mapping
from typing import Literal, NamedTuple

try:  # `hashlib` would load OpenSSL as well, a tenth of what a short search may cost
    from _blake2 import blake2b
except ImportError:
    from hashlib import blake2b

ParserName = Literal["markdown", "text"]
BlockKind = Literal["paragraph", "list", "table", "code", "quote", "rule", "html"]
ChunkKind = Literal["document", "section", "paragraph", "list", "table", "code", "quote"]
LinkSyntax = Literal["inline", "reference", "autolink", "wikilink", "markup"]
LinkType = Literal[
    "CONFLUENCE_PAGE_LINK", "ATTACHMENT_LINK", "EXTERNAL_URL", "WIKILINK", "DOCUMENT_LINK"
]


class Span(NamedTuple):
    """A half-open range of bytes in a file."""

    start: int
    end: int


class Block(NamedTuple):
    """One top-level block of a document that is not a heading."""

    kind: BlockKind
    start: int
    end: int
    ordered: bool


class Heading(NamedTuple):
    """A top-level heading: from its first mark to the end of its last line, newline included."""

    level: int
    text: str
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


class Section(NamedTuple):
    """A structural node: the document (first, depth 0) or a heading with what it covers.

    It covers `start` to `end`; its heading stands right before, from `line_start`. `own` is
    what of that belongs to no kept child, `parent` an index into the document's sections.
    A section that is not `kept` holds only white space (SPEC 4.1).
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
    """The bytes of one file, and where they stand."""

    tree: str
    path: str
    data: bytes
    mtime: int
    parser: ParserName


class Document(NamedTuple):
    """One file, read and parsed. All offsets are bytes of the file."""

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

    @property
    def id(self) -> str:
        """`tree:path` (SPEC 3.2)."""
        return f"{self.source.tree}:{self.source.path}"


class Chunk(NamedTuple):
    """A unit of retrieval (SPEC 3.1). `spans` are the places in the file its body is cut from.

    A chunk that is no `hit` is there for the structure alone: a search never finds it (SPEC 3.3).
    `token_count` is None where the strategy had no need to count.
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

    @property
    def text(self) -> str:
        """What is embedded and read: the prefix, then the body."""
        return self.prefix + self.body

    @property
    def digest(self) -> str:
        """Hash of the body with its white space collapsed: equal digests share an embedding."""
        return digest(" ".join(self.body.split()).encode(), 16)


def digest(data: bytes, size: int) -> str:
    """A hash of so many bytes (BLAKE2b) as hexadecimal digits."""
    return blake2b(data, digest_size=size).hexdigest()


def timestamp(nanoseconds: int) -> str:
    """A moment in UTC to the microsecond, ISO 8601."""
    seconds, rest = divmod(nanoseconds, 1_000_000_000)
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds)) + f".{rest // 1000:06d}Z"
