"""What must an engine do? Keep documents, their chunks and postings, and answer inside a scope.

Nothing here knows how: an engine may be a folder on this machine or a cluster.
`ra.engine.contract` holds the tests that every engine must pass.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import date
from typing import Literal, NamedTuple, Protocol

from ra.model import Chunk, Document, Link, ParserName

_DAY_NS = 86_400_000_000_000
_EPOCH = 719_163  # the number of 1970-01-01

FileState = Literal["indexed", "stale", "skipped", "failed"]
Field = Literal["title", "hierarchy", "path", "tags", "aliases", "body", "text"]


class Scope(NamedTuple):
    """Whose documents, and which trees of theirs, an operation may see. It cannot be left out."""

    tenant: str
    trees: tuple[str, ...]


class TreeSpec(NamedTuple):
    """A tree as an engine must know it. Another `fingerprint` means: build it again."""

    name: str
    tenant: str
    language: str
    fingerprint: str


class FileRecord(NamedTuple):
    """What the manifest knows of one file (SPEC 6.3).

    `hash` is that of the bytes last taken in. `version` counts the versions of the document
    and is 0 where there never was one. `racy` files were so young when they were read that
    the same mtime proves nothing.
    """

    tree: str
    path: str
    mtime: int
    size: int
    hash: str
    parser: ParserName
    racy: bool
    state: FileState
    reason: str = ""
    code: str = ""
    version: int = 0


class Entry(NamedTuple):
    """One document to be brought in, whole."""

    file: FileRecord
    document: Document
    chunks: Sequence[Chunk]


class Batch(NamedTuple):
    """Changes of one tree: documents in, files noted without new content, paths out.

    A note comes after a document of the same path. If it says that the file is indexed, its
    document has that mtime from now on; if not, the document stays as it was.
    """

    tree: str
    put: Sequence[Entry] = ()
    note: Sequence[FileRecord] = ()
    drop: Sequence[str] = ()


class Term(NamedTuple):
    """An analyzed word in a field."""

    field: Field
    word: str


class Phrase(NamedTuple):
    """Analyzed words of a field, one right after the other."""

    field: Field
    words: tuple[str, ...]


class Prefix(NamedTuple):
    """All words of a field that start like this; they score alike."""

    field: Field
    start: str


class Everything(NamedTuple):
    """Every chunk."""


class Among(NamedTuple):
    """Every chunk of these documents; it adds nothing to a score."""

    doc_ids: frozenset[str]


class Under(NamedTuple):
    """Every chunk of the documents whose path starts so; it adds nothing to a score."""

    start: str


class Dated(NamedTuple):
    """Every chunk of the documents of these days (`day_of`), the last one not included."""

    first: int | None
    last: int | None


class Boost(NamedTuple):
    """A query whose score counts more or less."""

    query: "Query"
    factor: float


class Bool(NamedTuple):
    """All of `must`, none of `never`, and at least one of `should` if there is no `must`."""

    must: tuple["Query", ...] = ()
    should: tuple["Query", ...] = ()
    never: tuple["Query", ...] = ()


Filter = Among | Under | Dated
Query = Term | Phrase | Prefix | Everything | Filter | Boost | Bool


def day_of(updated: str | None, mtime: int) -> int:
    """The number of a document's day: what its front matter says, else its file (SPEC 8.5)."""
    if updated:
        try:
            return date.fromisoformat(updated[:10]).toordinal()
        except ValueError:
            pass
    return mtime // _DAY_NS + _EPOCH


class Hit(NamedTuple):
    """A chunk that matches, how well, and by which names it goes."""

    chunk_id: str
    score: float
    path: str = ""
    title: str = ""


class Node(NamedTuple):
    """The place of a chunk in its outline; `sibling_count` counts the chunk itself."""

    parent_id: str | None
    depth: int
    sibling_count: int


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


class Engine(Protocol):
    """Keeps and finds chunks. One engine object serves many threads."""

    def writing(self, waiting: Callable[[str], None] | None) -> AbstractContextManager[bool]:
        """Be the only writer for a while. Yields False at once if another one is and `waiting`
        is None; else says so through `waiting` and waits. `apply` alone does this by itself.
        """

    def revision(self) -> int:
        """A number that changes when another writer has changed anything."""

    def is_declared(self, trees: Sequence[TreeSpec]) -> bool:
        """Whether `declare` would find nothing to change, and nothing is left to be done."""

    def outdated(self, trees: Sequence[TreeSpec]) -> list[str]:
        """The names of those that the same tenant has in another form: `declare` empties them."""

    def declare(
        self,
        trees: Sequence[TreeSpec],
        again: Collection[str] = (),
        keep: Iterable[Batch] = (),
    ) -> list[str]:
        """Make these the trees there are; what others held is dropped.

        Returns the names of those that must be built again: new, of another fingerprint, or
        named in `again`. They begin with what `keep` puts and notes, all together or not at all.
        """

    def apply(self, batch: Batch) -> None:
        """Take in changes. Each document changes in all indexes together, or not at all."""

    def flush(self) -> None:
        """Make everything applied so far visible and lasting."""

    def lexical(self, query: Query, limit: int, scope: Scope) -> list[Hit]:
        """The best chunks of each tree of the scope, at most `limit` from each, best first."""

    def stats(
        self, fields: Sequence[Field], words: Iterable[str], scope: Scope
    ) -> dict[Field, dict[str, int]]:
        """For each of these fields in how many chunks of the scope each word occurs."""

    def words(self, field: Field, start: str, scope: Scope) -> set[str]:
        """The words of a field that start so; there may be some that occur no more."""

    def chunk_count(self, scope: Scope) -> int:
        """How many chunks of the scope a search may find."""

    def nodes(self, ids: Iterable[str], scope: Scope) -> dict[str, Node]:
        """The places of these chunks and of all their ancestors."""

    def chunks(self, ids: Iterable[str], scope: Scope) -> dict[str, Chunk]:
        """The chunks of these ids that are in the scope."""

    def outline(self, doc_id: str, scope: Scope) -> list[Chunk]:
        """All chunks of a document, in order; nothing if it is not in the scope."""

    def documents(self, scope: Scope, doc_ids: Sequence[str] = ()) -> list[DocumentRecord]:
        """These documents of the scope, or all, by id."""

    def texts(self, doc_ids: Iterable[str], scope: Scope) -> dict[str, bytes]:
        """The bytes of those of these documents that are in the scope, as they were read."""

    def links(self, scope: Scope, doc_ids: Sequence[str] = ()) -> list[StoredLink]:
        """The links of these documents, or of all, in order."""

    def named(self, keys: Iterable[str], scope: Scope) -> list[DocumentRecord]:
        """The documents that have one of these keys (`ra.parse.names`), by id."""

    def linking(self, keys: Iterable[str], scope: Scope) -> list[StoredLink]:
        """The links that may lead to a document with one of these keys, in order."""

    def manifest(
        self, scope: Scope, paths: Sequence[str] = ()
    ) -> dict[tuple[str, str], FileRecord]:
        """What is known of the files of these paths, or of all, by tree and path."""

    def usage(self, scope: Scope) -> dict[str, Usage]:
        """The size of each tree of the scope."""

    def check(self) -> list[Problem]:
        """Read everything there is and tell what is damaged."""

    def close(self) -> None:
        """Let go of files and locks; what was applied and not flushed may be done again."""
