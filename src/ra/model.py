"""Defines the values that every stage passes on; no I/O.

They are named tuples instead of dataclasses: indexing makes a hundred thousand of them, and
importing `dataclasses` alone costs a third of a short search (docs/decisions/0002).
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence

from ra.typed import Literal, NamedTuple

try:  # `hashlib` would also load OpenSSL, in every command
    from _blake2 import blake2b
except ImportError:
    from hashlib import blake2b

ParserName = Literal["markdown", "text", "mdx", "notebook", "canvas"]
TitleRule = Literal["auto", "first-h1"]
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
    """A link as written; `embed` marks images and `![[…]]`."""

    url: str
    fragment: str | None
    syntax: LinkSyntax
    embed: bool
    start: int
    end: int

    def to_dict(self) -> dict[str, object]:
        """The link as written in the file, with its bytes."""
        return {
            "url": self.url,
            "fragment": self.fragment,
            "syntax": self.syntax,
            "embed": self.embed,
            "byte_start": self.start,
            "byte_end": self.end,
        }


class Chunk(NamedTuple):
    """A unit of retrieval (SPEC 3.1). `spans` are the ranges of the file that its body is cut from.

    A chunk that is not a `hit` is structure only: a search never returns it (SPEC 3.3).
    `token_count` is None if the strategy did not count. `heading_start` is the byte where the line
    of its heading begins; for a document, a part of a section and text before the first heading,
    which have no heading of their own, it is `byte_start`. `hidden` are ranges of bytes of the body
    that are neither searched nor shown: front matter, comments, drawings (SPEC 2.1, 2.5).
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
    links: Sequence[Link]
    mtime: int
    spans: tuple[Span, ...]
    token_count: int | None
    hit: bool
    heading_start: int
    hidden: tuple[Span, ...] = ()

    def __repr__(self) -> str:
        return f"<Chunk {self.id}, {len(self.body)} characters>"

    @property
    def visible(self) -> str:
        """The body without its hidden ranges: what is searched, embedded and shown."""
        if not self.hidden:
            return self.body
        body = self.body.encode("utf-8", "surrogatepass")
        shown = [body[start:end] for start, end in _between(self.hidden, len(body))]
        return b"".join(shown).decode("utf-8", "surrogatepass")

    @property
    def text(self) -> str:
        """The text to read: the prefix, then the body."""
        return self.prefix + self.body

    @property
    def digest(self) -> str:
        """Hash of the body with its white space collapsed: equal digests are equal texts.

        Vectors have another key, since the breadcrumb is embedded too (`ra.ingest.embedded_text`).
        """
        return digest(" ".join(self.body.split()).encode(), 16)

    def to_dict(self) -> dict[str, object]:
        """The chunk as `ra chunks --json` has it."""
        return {
            "id": self.id,
            "doc_id": self.doc_id,
            "parent_id": self.parent_id,
            "tree": self.tree,
            "path": self.path,
            "depth": self.depth,
            "position": self.position,
            "title": self.title,
            "slug": self.slug,
            "breadcrumb": list(self.breadcrumb),
            "byte_start": self.byte_start,
            "byte_end": self.byte_end,
            "sibling_count": self.sibling_count,
            "body": self.body,
            "kind": self.kind,
            "part": self.part,
            "prefix": self.prefix,
            "text": self.text,
            "tags": list(self.tags),
            "links": [link.to_dict() for link in self.links],
            "token_count": self.token_count,
            "mtime": timestamp(self.mtime),
            "digest": self.digest,
            "heading_start": self.heading_start,
            "hit": self.hit,
        }

    def lines(self, text: bytes) -> tuple[int, int]:
        """The first and last line, from 1, in the text of its document, heading included."""
        start, last = self.heading_start, max(self.byte_start, self.byte_end - 1)
        first = text.count(b"\n", 0, start) + 1
        return first, first + text.count(b"\n", start, last)


def shown(chunk: Chunk) -> Chunk:
    """The chunk with only the visible part of its body, and the spans of that part."""
    if not chunk.hidden:
        return chunk
    size = sum(end - start for start, end in chunk.spans)
    spans: list[Span] = []
    for first, last in _between(chunk.hidden, size):
        offset = 0
        for start, end in chunk.spans:
            begin, stop = max(start, start + first - offset), min(end, start + last - offset)
            spans += [Span(begin, stop)] if begin < stop else []
            offset += end - start
    return chunk._replace(body=chunk.visible, spans=tuple(spans), hidden=())


def each_in_file(chunk: Chunk, ascending: Iterable[int]) -> Iterator[int]:
    """Map ascending bytes of the body to bytes of the file."""
    spans = iter(chunk.spans)
    start = end = before = 0
    for at in ascending:
        while at - before >= end - start:
            before += end - start
            start, end = next(spans, (chunk.byte_end, chunk.byte_end + at + 1))
        yield min(start + at - before, chunk.byte_end)


def _between(hidden: tuple[Span, ...], size: int) -> list[Span]:
    """The ranges between these, up to a size."""
    starts = [0, *(span.end for span in hidden)]
    ends = [*(span.start for span in hidden), size]
    pairs = zip(starts, ends, strict=True)
    return [Span(start, end) for start, end in pairs if start < end]


def digest(data: bytes, size: int) -> str:
    """A BLAKE2b hash of `size` bytes in hexadecimal."""
    return blake2b(data, digest_size=size).hexdigest()


def timestamp(nanoseconds: int) -> str:
    """A moment in UTC to the microsecond, ISO 8601."""
    seconds, rest = divmod(nanoseconds, 1_000_000_000)
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds)) + f".{rest // 1000:06d}Z"
