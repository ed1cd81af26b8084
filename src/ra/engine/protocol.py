"""What must an engine do? Keep documents, their chunks and postings, and answer inside a scope.

Nothing here knows how: an engine may be a folder on this machine or a cluster.
`ra.engine.contract` holds the tests that every engine must pass.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from ra.engine.manifest import FileRecord, Settled, TreeSpec
from ra.engine.query import Field, Hit, Node, Query, Scope
from ra.engine.records import Batch, DocumentRecord, Problem, StoredLink, Usage
from ra.model import Chunk


class Engine(Protocol):
    """Keeps and finds chunks. One engine object serves many threads."""

    def writing(self, waiting: Callable[[str], None] | None) -> AbstractContextManager[bool]:
        """Be the only writer for a while. Yields False at once if another one is and `waiting`
        is None; else says so through `waiting` and waits. `apply` alone does this by itself.
        """

    def reading(self) -> AbstractContextManager[None]:
        """Ask several things, for a short while: answers to this thread fit together as well as
        the engine can make them, and come sooner. What others write meanwhile may be seen or not.
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

    def settled(self, scope: Scope, lasting: Collection[str]) -> list[Settled]:
        """The files of the manifest by tree and path, with all that a walk can tell of them.

        A look may tell more of a racy file, and of one with another code than a `lasting` one.
        """

    def usage(self, scope: Scope) -> dict[str, Usage]:
        """The size of each tree of the scope."""

    def check(self) -> list[Problem]:
        """Read everything there is and tell what is damaged."""

    def close(self) -> None:
        """Let go of files and locks; what was applied and not flushed may be done again."""
