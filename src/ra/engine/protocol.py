"""What must an engine do? Keep documents, their chunks and postings, and answer inside a scope.

Nothing here knows how: an engine may be a folder on this machine or a cluster.
`ra.engine.contract` holds the tests that every engine must pass.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from ra.engine.manifest import FileRecord, Settled, TreeSpec
from ra.engine.place import About, Building
from ra.engine.query import Field, Hit, Node, Query, Scope
from ra.engine.records import Batch, DocumentRecord, Problem, StoredLink, Usage
from ra.errors import IndexDamaged
from ra.model import Chunk


class Reader(Protocol):
    """Answers inside a scope: what a search, a link graph and a plan of an update need."""

    def reading(self, scope: Scope) -> AbstractContextManager[object]:
        """One read snapshot of this scope for this thread: answers are mutually consistent.

        All that is asked meanwhile, of this scope or a part of it, comes from one version of
        each document. `IndexMissing` if there is no index, here as in all that reads.
        """

    def is_held(self) -> bool:
        """Whether this thread is inside `reading` or `writing`."""

    def revision(self) -> int:
        """A number that changes when another writer has changed anything."""

    def building(self, scope: Scope) -> list[Building]:
        """The trees of the scope of which only a part can be searched yet, or nothing."""

    def languages(self, scope: Scope) -> dict[str, str]:
        """In which language each tree of the scope was indexed: that of the form that is seen."""

    def lexical(self, query: Query, limit: int, scope: Scope) -> list[Hit]:
        """The best chunks of each tree of the scope, at most `limit` from each, best first."""

    def stats(
        self, fields: Sequence[Field], words: Iterable[str], scope: Scope
    ) -> dict[Field, dict[str, int]]:
        """For each of these fields in how many chunks of the scope each word occurs."""

    def near(self, field: Field, words: Sequence[str], scope: Scope) -> dict[str, dict[str, int]]:
        """For each word the terms of a field within one edit of it, without the word itself.

        Each comes with the number of chunks of the scope that have it, at least one. An edit
        inserts, deletes or replaces a letter or swaps two; an engine need not find one that
        brings in a letter of neither the tree's language nor the word's own script.
        """

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
        """The documents with one of these keys among their `names`, by id.

        An engine may store hashes of keys: of a collision the caller sorts out who is meant.
        """

    def linking(self, keys: Iterable[str], scope: Scope) -> list[StoredLink]:
        """All links of the documents with one of these keys among their `mentions`, in order."""

    def manifest(
        self, scope: Scope, paths: Sequence[str] = (), *, unfinished: bool = False
    ) -> dict[tuple[str, str], FileRecord]:
        """What is known of the files of these paths, or of all, by tree and path.

        With `unfinished`, of the form of a tree that is being built, if there is one.
        """

    def settled(self, scope: Scope, lasting: Collection[str]) -> list[Settled]:
        """The files of the manifest by tree and path, with all that a walk can tell of them.

        A look may tell more of a racy file, and of one with another code than a `lasting` one.
        """

    def usage(self, scope: Scope) -> dict[str, Usage]:
        """The size of each tree of the scope."""


class Writer(Protocol):
    """Takes in trees and documents: what an update needs beside a `Reader`."""

    def writing(self, waiting: Callable[[str], None] | None) -> AbstractContextManager[bool]:
        """Be the only writer for a while. Yields False at once if another one is and `waiting`
        is None; else says so through `waiting` and waits. `apply` alone does this by itself.
        """

    def is_declared(self, trees: Sequence[TreeSpec], wanted: Collection[str] | None = None) -> bool:
        """Whether `declare` would find nothing to change, and nothing is left to be done.

        Trees that are not `wanted` (all are, by default) may still have to be built.
        """

    def outdated(self, trees: Sequence[TreeSpec]) -> list[str]:
        """The names of those that the same tenant has in another form, and no build has begun."""

    def declare(
        self,
        trees: Sequence[TreeSpec],
        again: Collection[str] = (),
        keep: Iterable[Batch] = (),
        expected: Mapping[str, int] | None = None,
    ) -> list[str]:
        """Make these the trees there are; what others held is dropped.

        Returns the names of those that must be built again: new, of other `chunks` or
        `postings`, or named in `again`; other `vectors` alone leave all but these as it is. They
        begin with what `keep` puts and notes, all together or not at all; `expected` tells how
        many files each will have. Until `publish` the older form of such a tree is the one that
        is seen; a tree without one is seen as it grows.
        """

    def publish(self, tree: str) -> None:
        """Let a tree be seen that was built, in the place of its older form."""

    def apply(self, batch: Batch) -> None:
        """Take in changes. Each document changes in all indexes together, or not at all."""

    def flush(self) -> None:
        """Make everything applied so far visible and lasting."""


class Keeper(Protocol):
    """Looks after an index as a whole: its place, its health, its end."""

    def recovered(self) -> int:
        """How many versions this engine has finished that a killed process had left."""

    def about(self) -> About:
        """What is known of the index without reading it."""

    def check(self) -> list[Problem]:
        """Read everything there is and tell what is damaged."""

    def set_aside(self, error: IndexDamaged, *, is_sure: bool) -> bool:
        """Move the index aside that raised this; whether it must be built again.

        With `is_sure` the checksums are not asked: they were right, and yet it cannot be used.
        """

    def close(self) -> None:
        """Let go of files and locks; what was applied and not flushed may be done again."""


class ReadWriter(Reader, Writer, Protocol):
    """What an update needs: it compares, then changes."""


class Engine(ReadWriter, Keeper, Protocol):
    """Keeps and finds chunks. One engine object serves many threads."""
