"""The embedded engine: an index in a folder of its own, for one machine."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import cached_property
from itertools import chain
from pathlib import Path
from threading import RLock

from ra.engine.embedded.lexical import POSTINGS_VERSION
from ra.engine.embedded.lock import only_writer
from ra.engine.embedded.reading import Reader
from ra.engine.embedded.rows import DocumentRow, TreeRow
from ra.engine.embedded.store import Store, glance
from ra.engine.manifest import FileRecord, Settled, TreeSpec
from ra.engine.query import Field, Hit, Node, Query, Scope
from ra.errors import IndexDamaged, UnknownTree
from ra.model import Chunk
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from ra.engine.embedded.writing import Writer
    from ra.engine.records import Batch, DocumentRecord, Problem, StoredLink, Usage


class EmbeddedEngine:
    """SQLite and Tantivy, kept true to each other."""

    def __init__(self, folder: Path, waiting: Callable[[str], None] | None = None) -> None:
        """Open the index, or make an empty one; `waiting` is told when another process writes.

        What a killed process left owing is paid at once, unless another one is at work.
        """
        self.recovered = 0
        self._waiting = waiting or _silent
        self._store = Store(folder, self._waiting)
        self._catalog = self._store.catalog
        self._reader = Reader(self._store)
        self._threads = RLock()
        self._is_writing = False
        if self._catalog.debtors():
            with self.writing(None):
                pass
        glance(self._store)

    @cached_property
    def _writer(self) -> Writer:
        from ra.engine.embedded.writing import Writer  # most commands change nothing

        return Writer(self._store, self._reader)

    @contextmanager
    def writing(self, waiting: Callable[[str], None] | None) -> Iterator[bool]:
        """Be the only writer among all threads and processes; see the protocol."""
        with self._threads:
            if self._is_writing:
                yield True
                return
            with only_writer(self._store.folder, waiting) as alone:
                if not alone:
                    yield False
                    return
                self._must_be_current()
                self._is_writing = True
                try:
                    self.recovered += self._writer.recover()
                    yield True
                    self._writer.flush()
                except BaseException:  # also of a key that was pressed: nothing half done stays
                    self._writer.abandon()
                    raise
                finally:
                    self._is_writing = False

    def reading(self) -> AbstractContextManager[None]:
        """Answer this thread from one view of the catalog; see the protocol."""
        return self._catalog.holding()

    def revision(self) -> int:
        """A number that changes when another writer has changed anything."""
        with self._catalog.translated:
            return self._catalog.revision()

    def is_declared(self, trees: Sequence[TreeSpec]) -> bool:
        """Whether the index has just these trees, and nothing of them waits to be seen.

        The manifest knows files whose documents another process has not made visible yet:
        who takes it for the whole truth would find an index up to date that is not.
        """
        with self._catalog.translated:
            if self._catalog.is_owing():
                return False
            return {_spec(tree) for tree in self._catalog.trees()} == set(map(_versioned, trees))

    def outdated(self, trees: Sequence[TreeSpec]) -> list[str]:
        """The names of those that the same tenant has in another form."""
        with self._catalog.translated:
            known = {_spec(tree) for tree in self._catalog.trees()}
        owners = {(spec.name, spec.tenant) for spec in known}
        changed = [spec for spec in map(_versioned, trees) if spec not in known]
        return [spec.name for spec in changed if (spec.name, spec.tenant) in owners]

    def declare(
        self, trees: Sequence[TreeSpec], again: Collection[str] = (), keep: Iterable[Batch] = ()
    ) -> list[str]:
        """Make these the trees there are; returns those that must be built again.

        What they begin with comes in the transaction that drops what they had: a kill can
        never fall between.
        """
        if not again and self.is_declared(trees):
            return []
        wanted = list(map(_versioned, trees))
        with self.writing(self._waiting):
            self._store.remove_strays()  # of a tree that a broken log forgot: its number is free
            with self._catalog.transaction():
                stay = set()
                for tree in self._catalog.trees():
                    if _spec(tree) in wanted and tree.name not in again:
                        stay.add(_spec(tree))
                    else:
                        self._catalog.drop_tree(tree.id)
                new = [spec for spec in wanted if spec not in stay]
                for spec in new:
                    self._catalog.add_tree(spec)
                for batch in keep:
                    self._writer.begin(self._tree(batch.tree), batch)
            self._store.remove_strays()
            if self._catalog.is_owing():
                self._writer.recover()
        return [spec.name for spec in new]

    def apply(self, batch: Batch) -> None:
        """Take in changes of one tree."""
        with self.writing(self._waiting):
            self._writer.apply(self._tree(batch.tree), batch)

    def flush(self) -> None:
        """Make all that was applied visible and lasting."""
        with self.writing(self._waiting):
            self._writer.flush()

    def lexical(self, query: Query, limit: int, scope: Scope) -> list[Hit]:
        """The best chunks, at most `limit` from each tree, best first."""
        found = [self._reader.hits(tree, query, limit) for tree in self._trees(scope)]
        if len(found) == 1:
            return found[0]
        hits = chain.from_iterable(found)
        return sorted(hits, key=lambda hit: (-hit.score, hit.chunk_id))

    def stats(
        self, fields: Sequence[Field], words: Iterable[str], scope: Scope
    ) -> dict[Field, dict[str, int]]:
        """For each field in how many chunks each word occurs."""
        asked = list(words)
        found = [self._store.postings(tree).counts(fields, asked) for tree in self._trees(scope)]
        if len(found) == 1:
            return found[0]
        return {
            field: {word: sum(counts[field][word] for counts in found) for word in asked}
            for field in fields
        }

    def words(self, field: Field, start: str, scope: Scope) -> set[str]:
        """The words of a field that start so."""
        found = [self._store.postings(tree).words(field, start) for tree in self._trees(scope)]
        return set().union(*found)

    def chunk_count(self, scope: Scope) -> int:
        """How many chunks the scope has."""
        return sum(self._store.postings(tree).searcher().num_docs for tree in self._trees(scope))

    def nodes(self, ids: Iterable[str], scope: Scope) -> dict[str, Node]:
        """The places of these chunks and of all their ancestors."""
        wanted = list(ids)
        with self._catalog.snapshot():
            return {
                chunk_id: node
                for tree in self._trees(scope)
                for chunk_id, node in self._reader.nodes(tree, wanted).items()
            }

    def chunks(self, ids: Iterable[str], scope: Scope) -> dict[str, Chunk]:
        """The chunks of these ids that are in the scope."""
        wanted = list(ids)
        with self._catalog.snapshot():
            return {
                chunk.id: chunk
                for tree in self._trees(scope)
                for chunk in self._reader.chunks(tree, wanted)
            }

    def outline(self, doc_id: str, scope: Scope) -> list[Chunk]:
        """All chunks of a document, in order."""
        with self._catalog.snapshot():
            for tree, document in self._documents(scope, (doc_id,)):
                return self._reader.all_chunks(document, tree.name)
        return []

    def documents(self, scope: Scope, doc_ids: Sequence[str] = ()) -> list[DocumentRecord]:
        """These documents of the scope, or all, by id."""
        with self._catalog.snapshot():
            found = self._reader.records(self._documents(scope, doc_ids))
        return sorted(found, key=lambda record: record.id)

    def _documents(
        self, scope: Scope, doc_ids: Sequence[str]
    ) -> Iterator[tuple[TreeRow, DocumentRow]]:
        if not doc_ids:
            for tree in self._trees(scope):
                yield from ((tree, document) for document in self._catalog.all_live(tree.id))
        for doc_id in dict.fromkeys(doc_ids):
            for tree, path in self._places(doc_id, scope):
                if (document := self._catalog.live(tree.id, path)) is not None:
                    yield tree, document

    def texts(self, doc_ids: Iterable[str], scope: Scope) -> dict[str, bytes]:
        """The bytes of documents as they were read."""
        wanted = list(doc_ids)
        with self._catalog.snapshot():
            return {
                doc_id: text
                for tree in self._trees(scope)
                for doc_id, text in self._reader.texts(tree, wanted)
            }

    def links(self, scope: Scope, doc_ids: Sequence[str] = ()) -> list[StoredLink]:
        """The links of these documents, or of all, in order."""
        with self._catalog.snapshot():
            found = sorted(
                self._documents(scope, doc_ids), key=lambda pair: (pair[0].name, pair[1].path)
            )
            return [
                link
                for tree, document in found
                for link in self._reader.stored_links(document, tree.name)
            ]

    def named(self, keys: Iterable[str], scope: Scope) -> list[DocumentRecord]:
        """The documents that have one of these keys, by id."""
        from ra.engine.keys import has_name  # only links are looked up by keys

        wanted = frozenset(keys)
        with self._catalog.snapshot():
            found = self._reader.records(
                (tree, document)
                for tree in self._trees(scope)
                for document in self._reader.with_keys("names", tree, wanted)
            )
        return sorted((one for one in found if has_name(one, wanted)), key=lambda one: one.id)

    def linking(self, keys: Iterable[str], scope: Scope) -> list[StoredLink]:
        """The links that have one of these keys, in order."""
        from ra.engine.keys import uses_name  # only links are looked up by keys

        wanted = frozenset(keys)
        with self._catalog.snapshot():
            return [
                link
                for tree in sorted(self._trees(scope), key=lambda tree: tree.name)
                for document in self._reader.with_keys("mentions", tree, wanted)
                for link in self._reader.stored_links(document, tree.name)
                if uses_name(link, document.path, wanted)
            ]

    def manifest(
        self, scope: Scope, paths: Sequence[str] = ()
    ) -> dict[tuple[str, str], FileRecord]:
        """What is known of the files of these paths, or of all."""
        with self._catalog.snapshot():
            return {
                (tree.name, record.path): record
                for tree in self._trees(scope)
                for record in self._catalog.files(tree, paths)
            }

    def settled(self, scope: Scope, lasting: Collection[str]) -> list[Settled]:
        """The files of the manifest, with all that a walk can tell of them."""
        with self._catalog.snapshot():
            return [
                file
                for tree in sorted(self._trees(scope), key=lambda tree: tree.name)
                for file in self._catalog.settled(tree.id, lasting)
            ]

    def usage(self, scope: Scope) -> dict[str, Usage]:
        """The size of each tree."""
        from ra.engine.records import Usage  # a search asks for chunks only

        found: dict[str, Usage] = {}
        with self._catalog.snapshot():
            for tree in self._trees(scope):
                documents, chunks, size = self._catalog.totals(tree.id)
                segments = self._store.postings(tree).searcher().num_segments
                found[tree.name] = Usage(documents, chunks, size, segments)
        return found

    def check(self) -> list[Problem]:
        """Read everything there is and tell what is damaged, while nobody writes."""
        from ra.engine.embedded.check import problems  # seldom asked for

        with self._threads:
            if self._is_writing:
                return problems(self._store)
            with only_writer(self._store.folder, self._waiting):
                return problems(self._store)

    def close(self) -> None:
        """Let go of all files."""
        self._store.close()

    def _must_be_current(self) -> None:
        """What is written into an index that was moved aside would be lost."""
        if not self._catalog.is_current():
            raise IndexDamaged(f"{self._catalog.path}: another process has replaced the index")

    def _tree(self, name: str) -> TreeRow:
        for tree in self._catalog.trees():
            if tree.name == name:
                return tree
        raise UnknownTree(f"the index has no tree '{name}'; declare it first")

    def _trees(self, scope: Scope) -> list[TreeRow]:
        with self._catalog.translated:
            trees = self._catalog.trees()
        return [tree for tree in trees if tree.tenant == scope.tenant and tree.name in scope.trees]

    def _places(self, doc_id: str, scope: Scope) -> Iterator[tuple[TreeRow, str]]:
        for tree in self._trees(scope):
            path = doc_id.removeprefix(f"{tree.name}:")
            if path != doc_id:
                yield tree, path


def _spec(tree: TreeRow) -> TreeSpec:
    return TreeSpec(tree.name, tree.tenant, tree.language, tree.fingerprint)


def _versioned(spec: TreeSpec) -> TreeSpec:
    """A tree is built again, too, when the form of the postings changes."""
    return spec._replace(fingerprint=f"{POSTINGS_VERSION}:{spec.fingerprint}")


def _silent(_: str) -> None:
    """Nobody wants to know who is waited for."""
