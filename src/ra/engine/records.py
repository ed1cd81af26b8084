"""What is an engine given to keep, and what does it tell of what it holds?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ra.document import Document
from ra.engine.manifest import FileRecord
from ra.model import Chunk, Link
from ra.typed import NamedTuple


class Entry(NamedTuple):
    """One document to be brought in, whole.

    `names` are the keys by which links find it, `mentions` the keys that its links use
    (`ra.links.keys`). An engine compares keys and never makes one.
    """

    file: FileRecord
    document: Document
    chunks: Sequence[Chunk]
    names: frozenset[str]
    mentions: frozenset[str]


class Batch(NamedTuple):
    """Changes of one tree: documents in, files noted without new content, paths out.

    A note comes after a document of the same path. If it says that the file is indexed, its
    document has that mtime from now on; if not, the document stays as it was.
    """

    tree: str
    put: Sequence[Entry] = ()
    note: Sequence[FileRecord] = ()
    drop: Sequence[str] = ()


class DocumentRecord(NamedTuple):
    """A document as it is kept; `chunks` counts those that a search may find."""

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


class StoredLink(NamedTuple):
    """A link, with the document and chunk it stands in."""

    doc_id: str
    chunk_id: str
    link: Link


class Problem(NamedTuple):
    """Something that is wrong with an index, and where."""

    place: str
    message: str


class Usage(NamedTuple):
    """How large one tree of an index is."""

    documents: int
    chunks: int
    text_bytes: int
    segments: int
