"""Values that enter and leave an engine: documents, batches, links, problems, sizes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ra.engine.manifest import FileRecord
from ra.model import Chunk, Link, Span
from ra.typed import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ra.document import Document


class Entry(NamedTuple):
    """One document to store, whole.

    `names` are the keys by which links find it, `mentions` the keys that its links use
    (`ra.links.keys`). An engine compares keys and never makes one.
    """

    file: FileRecord
    document: Document
    chunks: Sequence[Chunk]
    names: frozenset[str]
    mentions: frozenset[str]


class Batch(NamedTuple):
    """Changes of one tree: documents to put, files to note without new content, paths to drop.

    Notes apply after documents of the same path. A note with the state indexed sets the mtime of
    the document, to that in `dates` if its path is there; any other leaves the document unchanged.
    """

    tree: str
    put: Sequence[Entry] = ()
    note: Sequence[FileRecord] = ()
    drop: Sequence[str] = ()
    dates: Mapping[str, int] = {}


class DocumentRecord(NamedTuple):
    """A stored document; `chunks` counts the searchable ones, `blocks` are ids of blocks.

    `hidden` are the ranges of the file that are neither searched nor shown.
    `language` is that of the tree's stemmer if it is unknown.
    """

    id: str
    tree: str
    path: str
    version: int
    mtime: int
    title: str
    tags: tuple[str, ...]
    aliases: tuple[str, ...]
    updated: str | None
    fields: Mapping[str, object]
    warnings: tuple[str, ...]
    chunks: int
    size: int
    blocks: tuple[str, ...] = ()
    hidden: tuple[Span, ...] = ()
    language: str = ""

    def __repr__(self) -> str:
        return f"<DocumentRecord {self.id}, {self.chunks} chunks>"


class StoredLink(NamedTuple):
    """A link, with the document and chunk that contain it."""

    doc_id: str
    chunk_id: str
    link: Link


class Problem(NamedTuple):
    """A defect of an index, and where it is."""

    place: str
    message: str


class Usage(NamedTuple):
    """The size of one tree of an index; `embedded` counts the chunks whose vectors are done.

    `was_embedded`: the tree has vectors, or had some before all of it changed.
    """

    documents: int
    chunks: int
    text_bytes: int
    segments: int
    embedded: int = 0
    was_embedded: bool = False
