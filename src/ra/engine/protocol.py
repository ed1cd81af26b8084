"""Defines what an engine does: store documents, chunks and postings, and answer within a scope.

The protocol does not depend on the storage: an engine may be a local folder or a cluster.
`ra.engine.contract` holds the tests that every engine must pass.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from ra.engine.manifest import FileRecord, Settled, TreeSpec
from ra.engine.place import About, Building
from ra.engine.query import Field, Hit, Node, Query, Scope
from ra.engine.records import Batch, DocumentRecord, Problem, StoredLink, Usage
from ra.engine.vectors import VectorReader, VectorWriter
from ra.errors import IndexDamaged
from ra.model import Chunk


class Reader(Protocol):
    """Answers within a scope; used by searches, the link graph and the planning of an update."""

    def reading(self, scope: Scope) -> AbstractContextManager[object]:
        """One read snapshot of this scope for this thread: answers are mutually consistent.

        All calls inside it, on this scope or a part of it, see one version of each document. Like
        every read it raises `IndexMissing` if there is no index.
        """

    def is_held(self) -> bool:
        """Whether this thread is inside `reading` or `writing`."""

    def revision(self) -> int:
        """A number that changes when another writer changes anything."""

    def building(self, scope: Scope) -> list[Building]:
        """The trees of the scope that are only partly searchable yet, or not at all."""

    def languages(self, scope: Scope) -> dict[str, tuple[str, ...]]:
        """The analyses of the documents of each tree in its visible form.

        The first one is that of the tree's stemmer, also if no document has it; the others are
        those of documents in other languages (`ra.text.languages`).
        """

    def prepare(self, fields: Collection[Field], scope: Scope) -> None:
        """Make searches in these fields fast, before `reading`; without it they may be slow."""

    def lexical(self, query: Query, limit: int, scope: Scope) -> list[Hit]:
        """The best chunks of each tree of the scope, at most `limit` from each, best first."""

    def stats(
        self, fields: Sequence[Field], words: Iterable[str], scope: Scope
    ) -> dict[Field, dict[str, int]]:
        """For each field, the number of chunks of the scope that contain each word."""

    def near(
        self, words: Sequence[str], scope: Scope, distance: int = 1
    ) -> dict[str, dict[str, int]]:
        """For each word the words of the scope within `distance` edits, 1 or 2, without itself.

        These are whole words, lowercase and not stemmed, of at least three letters, from texts and
        names; parts of camelCase words are among them, numbers are not. Each comes with the number
        of documents that contain it, at least one. An edit inserts, deletes or replaces a letter
        or swaps two. An engine may skip edits that insert a letter outside both the tree's
        language and the word's own script, and two edits that change the first letter.
        """

    def chunk_count(self, scope: Scope) -> int:
        """The number of searchable chunks of the scope."""

    def nodes(self, ids: Iterable[str], scope: Scope) -> dict[str, Node]:
        """The outline nodes of these chunks and of all their ancestors."""

    def chunks(self, ids: Iterable[str], scope: Scope) -> dict[str, Chunk]:
        """The chunks with these ids in the scope."""

    def outline(self, doc_id: str, scope: Scope) -> list[Chunk]:
        """All chunks of a document, in order; empty if it is not in the scope."""

    def documents(self, scope: Scope, doc_ids: Sequence[str] = ()) -> list[DocumentRecord]:
        """These documents of the scope, or all, by id."""

    def days(self, doc_ids: Collection[str], scope: Scope) -> dict[str, int]:
        """The day number (`day_of`) of each of these documents of the scope."""

    def texts(self, doc_ids: Iterable[str], scope: Scope) -> dict[str, bytes]:
        """The bytes of these documents, as read, of those in the scope."""

    def links(self, scope: Scope, doc_ids: Sequence[str] = ()) -> list[StoredLink]:
        """The links of these documents, or of all, in order."""

    def named(self, keys: Iterable[str], scope: Scope) -> list[DocumentRecord]:
        """The documents with one of these keys among their `names`, by id.

        An engine may store hashes of keys; the caller resolves collisions.
        """

    def linking(self, keys: Iterable[str], scope: Scope) -> list[StoredLink]:
        """All links of the documents with one of these keys among their `mentions`, in order."""

    def manifest(
        self, scope: Scope, paths: Sequence[str] = (), *, unfinished: bool = False
    ) -> dict[tuple[str, str], FileRecord]:
        """The manifest entries of these paths, or of all, by tree and path.

        With `unfinished`, those of the form of a tree that is being built, if there is one.
        """

    def settled(self, scope: Scope, lasting: Collection[str]) -> list[Settled]:
        """The files of the manifest by tree and path, with all that a directory walk can compare.

        `mtime` is None for files that must be read again: racy ones, and those whose failure is not
        in `lasting`.
        """

    def usage(self, scope: Scope) -> dict[str, Usage]:
        """The size of each tree of the scope."""

    def vectors(self) -> VectorReader:
        """The vectors of the chunks."""


class Writer(Protocol):
    """Changes trees and documents; an update uses it beside a `Reader`."""

    def writing(self, waiting: Callable[[str], None] | None) -> AbstractContextManager[bool]:
        """Become the only writer. If another one is active, yield False at once when `waiting` is
        None; otherwise report the wait through `waiting` and wait. `apply` on its own does this
        too.
        """

    def is_declared(self, trees: Sequence[TreeSpec], wanted: Collection[str] | None = None) -> bool:
        """Whether `declare` would change nothing and no work is pending.

        Trees that are not `wanted` (all are, by default) may still need building.
        """

    def outdated(self, trees: Sequence[TreeSpec]) -> list[str]:
        """The names of trees that the tenant has in another form, with no build in progress."""

    def declare(
        self,
        trees: Sequence[TreeSpec],
        again: Collection[str] = (),
        keep: Iterable[Batch] = (),
        expected: Mapping[str, int] | None = None,
    ) -> list[str]:
        """Set the list of trees; documents of all others are dropped.

        Returns the names of trees to rebuild: new, with other `chunks` or `postings`, or named in
        `again`. Other `vectors` alone invalidate only the vectors. A rebuilt tree starts with the
        documents and notes of `keep`, in one transaction; `expected` is the number of files each
        will have. Until `publish` the older form of such a tree stays visible; a tree without one
        is visible while it grows.
        """

    def publish(self, tree: str) -> None:
        """Make a rebuilt tree visible and drop its older form."""

    def apply(self, batch: Batch) -> None:
        """Apply changes. Each document changes in all indexes together, or not at all."""

    def vector_writer(self) -> VectorWriter:
        """Takes in vectors of visible chunks; each call is lasting when it returns."""

    def flush(self) -> None:
        """Make everything applied so far visible and durable."""


class Keeper(Protocol):
    """Maintains an index as a whole: its place, its health, its removal."""

    def recovered(self) -> int:
        """The number of versions that this engine replayed for a killed process."""

    def about(self) -> About:
        """Facts about the index that need no reading of it."""

    def check(self) -> list[Problem]:
        """Read the whole index and return what is damaged."""

    def set_aside(self, error: IndexDamaged, *, is_sure: bool) -> bool:
        """Move the index aside that raised this error; return whether it must be rebuilt.

        With `is_sure`, skip the checksums: they matched, and the index is unusable all the same.
        """

    def close(self) -> None:
        """Release files and locks; changes applied but not flushed may have to be applied again."""


class ReadWriter(Reader, Writer, Protocol):
    """The part that an update uses: it compares, then changes."""


class Engine(ReadWriter, Keeper, Protocol):
    """Stores and searches chunks. One engine object serves many threads."""
