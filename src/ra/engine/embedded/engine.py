"""The embedded engine: an index in a folder of its own, for one machine."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from itertools import chain

from ra.engine.embedded import schema
from ra.engine.embedded.lexical import POSTINGS_VERSION, Pinned, is_newer, is_readable
from ra.engine.embedded.rows import DocumentRow, TreeRow
from ra.engine.embedded.session import NOTHING_BUILT, Session
from ra.engine.embedded.snapshots import Snapshot, targets
from ra.engine.embedded.trees import spec_of
from ra.engine.manifest import FileRecord, Settled, TreeSpec
from ra.engine.place import About, Building
from ra.engine.query import Field, Hit, Node, Query, Scope
from ra.errors import IndexDamaged, IndexMissing, IndexNewer, UnknownTree
from ra.model import Chunk
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from ra.engine.records import Batch, DocumentRecord, Problem, StoredLink, Usage


class EmbeddedEngine(Session):
    """Keeps SQLite and Tantivy consistent with each other."""

    def reading(self, scope: Scope) -> AbstractContextManager[object]:
        """One read snapshot for this thread; see the protocol."""
        return self.view(scope, postings=True)

    def revision(self) -> int:
        """A number that changes when another writer changes anything."""
        try:
            with self.leased() as generation, generation.catalog.translated:
                return hash((generation.number, generation.catalog.revision()))
        except NOTHING_BUILT:
            return 0

    def is_declared(self, trees: Sequence[TreeSpec], wanted: Collection[str] | None = None) -> bool:
        """Whether the index has exactly these trees, with no pending versions.

        The manifest lists files whose documents another process has not made visible yet: on its
        own it would make an incomplete index look up to date.
        """
        try:
            with self.view(_NOWHERE) as view:
                catalog = view.generation.catalog
                known = catalog.trees()
                _refuse_newer(known)
                building = {tree.name for tree in known if tree.state == schema.BUILDING}
                if catalog.has_debts() or not building.isdisjoint(
                    building if wanted is None else wanted
                ):
                    return False
                return set(map(spec_of, known)) == set(map(_versioned, trees))
        except NOTHING_BUILT:
            return False

    def outdated(self, trees: Sequence[TreeSpec]) -> list[str]:
        """The names of trees that the tenant has in another form, with no build in progress."""
        with self.view(_NOWHERE) as view:
            known = view.generation.catalog.trees()
        specs = {spec_of(tree).without_vectors for tree in known}
        owners = {(tree.name, tree.tenant) for tree in known}
        changed = [spec for spec in map(_versioned, trees) if spec.without_vectors not in specs]
        return [spec.name for spec in changed if (spec.name, spec.tenant) in owners]

    def declare(
        self,
        trees: Sequence[TreeSpec],
        again: Collection[str] = (),
        keep: Iterable[Batch] = (),
        expected: Mapping[str, int] | None = None,
    ) -> list[str]:
        """Set the list of trees; return those to rebuild.

        The documents a tree starts with come in the same transaction, so a kill cannot separate the
        two. The older form of a tree stays visible until `publish`.
        """
        if not again and self.is_declared(trees):
            return []
        wanted = list(map(_versioned, trees))
        with self.writing(self._say):
            writer, catalog = self.writer, self.writer.catalog
            self._again = frozenset(again)
            writer.store.remove_strays()  # of a tree that a lost log had added
            with catalog.transaction():
                begun = writer.begin_trees(wanted, again, expected or {})
                names = {tree.name: tree for tree in begun}
                for batch in keep:
                    if batch.tree in names:
                        writer.begin(names[batch.tree], batch)
            writer.store.remove_strays()
            with catalog.translated:
                is_owing = catalog.is_owing()
            if is_owing:
                writer.recover()
            going_on = [tree.name for tree in self._being_built() if tree.name in again]
        return list(dict.fromkeys([*names, *going_on]))

    def publish(self, tree: str) -> None:
        """Make a rebuilt tree visible and drop its older form."""
        from ra.engine.embedded.maintenance import prune  # only the end of a build needs it

        with self.writing(self._say):
            self.writer.flush()
            for row in self._being_built():
                if row.name == tree:
                    is_later = self.writer.publish(row) or tree in self._again
                    prune(self.writer.store.folder.parent, kept=0 if is_later else 1)

    def apply(self, batch: Batch) -> None:
        """Apply changes of one tree."""
        with self.writing(self._say):
            self.writer.apply(self._target(batch.tree), batch)

    def flush(self) -> None:
        """Make all applied changes visible and durable."""
        with self.writing(self._say):
            self.writer.flush()

    def lexical(self, query: Query, limit: int, scope: Scope) -> list[Hit]:
        """The best chunks, at most `limit` from each tree, best first."""
        with self.view(scope, postings=True) as view:
            reader = view.generation.reader
            found = [
                reader.hits(tree, pinned, query, limit) for tree, pinned in _pinned(view, scope)
            ]
        if len(found) == 1:
            return found[0]
        hits = chain.from_iterable(found)
        return sorted(hits, key=lambda hit: (-hit.score, hit.chunk_id))

    def prepare(self, fields: Collection[Field], scope: Scope) -> None:
        """Post the bodies of all chunks, if they are asked for and the index can be written."""
        if "body" in fields and not self.is_held():
            from ra.engine.embedded.bodies import post  # few searches ask for bodies

            post(self, scope)

    def stats(
        self, fields: Sequence[Field], words: Iterable[str], scope: Scope
    ) -> dict[Field, dict[str, int]]:
        """For each field, the number of chunks that contain each word."""
        asked = list(words)
        with self.view(scope, postings=True) as view:
            reader = view.generation.reader
            found = [
                reader.counts(tree, pinned, fields, asked) for tree, pinned in _pinned(view, scope)
            ]
        if len(found) == 1:
            return found[0]
        return {
            field: {word: sum(counts[field][word] for counts in found) for word in asked}
            for field in fields
        }

    def near(
        self, words: Sequence[str], scope: Scope, distance: int = 1
    ) -> dict[str, dict[str, int]]:
        """The terms of a field within one edit of each word, with their chunk counts."""
        with self.view(scope, postings=True) as view:
            store = view.generation.store
            found = [
                store.postings(tree).near(pinned, words, distance)
                for tree, pinned in _pinned(view, scope)
            ]
        if len(found) == 1:
            return found[0]
        return {word: _summed([near[word] for near in found]) for word in words}

    def chunk_count(self, scope: Scope) -> int:
        """The number of chunks in the scope."""
        with self.view(scope, postings=True) as view:
            return sum(pinned.searcher.num_docs for _, pinned in _pinned(view, scope))

    def nodes(self, ids: Iterable[str], scope: Scope) -> dict[str, Node]:
        """The outline nodes of these chunks and of all their ancestors."""
        wanted = list(ids)
        with self.view(scope) as view:
            return {
                chunk_id: node
                for tree in view.within(scope)
                for chunk_id, node in view.generation.reader.nodes(tree, wanted).items()
            }

    def chunks(self, ids: Iterable[str], scope: Scope) -> dict[str, Chunk]:
        """The chunks with these ids in the scope."""
        wanted = list(ids)
        with self.view(scope) as view:
            return {
                chunk.id: chunk
                for tree in view.within(scope)
                for chunk in view.generation.reader.chunks(tree, wanted)
            }

    def outline(self, doc_id: str, scope: Scope) -> list[Chunk]:
        """All chunks of a document, in order."""
        with self.view(scope) as view:
            for tree, document in _documents(view, scope, (doc_id,)):
                return view.generation.reader.all_chunks(document, tree.name)
        return []

    def documents(self, scope: Scope, doc_ids: Sequence[str] = ()) -> list[DocumentRecord]:
        """These documents of the scope, or all, by id."""
        with self.view(scope) as view:
            found = view.generation.reader.records(_documents(view, scope, doc_ids))
        return sorted(found, key=lambda record: record.id)

    def days(self, doc_ids: Collection[str], scope: Scope) -> dict[str, int]:
        """The days of documents."""
        with self.view(scope) as view:
            found = _documents(view, scope, doc_ids) if doc_ids else ()
            return {f"{tree.name}:{one.path}": one.day for tree, one in found}

    def texts(self, doc_ids: Iterable[str], scope: Scope) -> dict[str, bytes]:
        """The bytes of documents as read."""
        wanted = list(doc_ids)
        with self.view(scope) as view:
            return {
                doc_id: text
                for tree in view.within(scope)
                for doc_id, text in view.generation.reader.texts(tree, wanted)
            }

    def links(self, scope: Scope, doc_ids: Sequence[str] = ()) -> list[StoredLink]:
        """The links of these documents, or of all, in order."""
        with self.view(scope) as view:
            pairs = _documents(view, scope, doc_ids)
            found = sorted(pairs, key=lambda pair: (pair[0].name, pair[1].path))
            return [
                link
                for tree, document in found
                for link in view.generation.reader.stored_links(document, tree.name)
            ]

    def named(self, keys: Iterable[str], scope: Scope) -> list[DocumentRecord]:
        """The documents with one of these keys, by id."""
        wanted = frozenset(keys)
        with self.view(scope) as view:
            reader = view.generation.reader
            found = reader.records(
                (tree, document)
                for tree in view.within(scope)
                for document in reader.with_keys("names", tree, wanted)
            )
        return sorted(found, key=lambda one: one.id)

    def linking(self, keys: Iterable[str], scope: Scope) -> list[StoredLink]:
        """All links of the documents that mention one of these keys, in order."""
        wanted = frozenset(keys)
        with self.view(scope) as view:
            reader = view.generation.reader
            return [
                link
                for tree in sorted(view.within(scope), key=lambda tree: tree.name)
                for document in reader.with_keys("mentions", tree, wanted)
                for link in reader.stored_links(document, tree.name)
            ]

    def manifest(
        self, scope: Scope, paths: Sequence[str] = (), *, unfinished: bool = False
    ) -> dict[tuple[str, str], FileRecord]:
        """The manifest entries of these paths, or of all."""
        with self.view(scope) as view:
            catalog = view.generation.catalog
            trees = targets(catalog.trees(), scope) if unfinished else view.within(scope)
            return {
                (tree.name, record.path): record
                for tree in trees
                for record in catalog.files(tree, paths)
            }

    def settled(self, scope: Scope, lasting: Collection[str]) -> list[Settled]:
        """The files of the manifest, with all that a directory walk can compare."""
        with self.view(scope) as view:
            return [
                file
                for tree in sorted(view.within(scope), key=lambda tree: tree.name)
                for file in view.generation.catalog.settled(tree.id, lasting)
            ]

    def usage(self, scope: Scope) -> dict[str, Usage]:
        """The size of each tree."""
        from ra.engine.records import Usage  # not needed by a search

        found: dict[str, Usage] = {}
        with self.view(scope, postings=True) as view:
            for tree, pinned in _pinned(view, scope):
                documents, chunks, size = view.generation.catalog.totals(tree.id)
                segments = pinned.searcher.num_segments
                counts = documents, chunks, size, segments, tree.embedded
                found[tree.name] = Usage(*counts, view.generation.catalog.was_embedded(tree))
        return found

    def building(self, scope: Scope) -> list[Building]:
        """The trees of the scope that are only partly searchable yet, or not at all."""
        with self.view(scope) as view:
            trees = {tree.name: tree for tree in view.within(scope)}
            catalog = view.generation.catalog
            return [
                Building(name, *(catalog.totals(tree.id)[0], tree.expected) if tree else (0, 0))
                for name, tree in ((name, trees.get(name)) for name in scope.trees)
                if tree is None or tree.state == schema.BUILDING
            ]

    def languages(self, scope: Scope) -> dict[str, tuple[str, ...]]:
        """The analyses of the documents of each tree, first the one of its stemmer."""
        with self.view(scope, postings=True) as view:
            of = view.generation.store.postings
            return {tree.name: of(tree).languages(one) for tree, one in _pinned(view, scope)}

    def recovered(self) -> int:
        """The number of versions that this engine replayed for a killed process."""
        return self._recovered

    def about(self) -> About:
        """Facts about the index that need no reading of it."""
        from ra.engine.embedded.maintenance import about  # rarely needed

        return about(self._place)

    def check(self) -> list[Problem]:
        """Read the whole index and return what is damaged, while no process writes."""
        from ra.engine.embedded.repair import check  # rarely needed

        return check(self)

    def set_aside(self, error: IndexDamaged, *, is_sure: bool) -> bool:
        """Move a damaged generation aside; False if the present one is sound."""
        from ra.engine.embedded.repair import set_aside  # rarely needed

        return set_aside(self, error, is_sure=is_sure)

    def _being_built(self) -> list[TreeRow]:
        catalog = self.writer.catalog
        with catalog.translated:
            return [tree for tree in catalog.trees() if tree.state == schema.BUILDING]

    def _target(self, name: str) -> TreeRow:
        catalog = self.writer.catalog
        with catalog.translated:
            trees = targets(catalog.trees(), None)
        for tree in trees:
            if tree.name == name:
                return tree
        raise UnknownTree(f"the index has no tree '{name}'; declare it first")


_NOWHERE = Scope("", ())


def _versioned(spec: TreeSpec) -> TreeSpec:
    """The tree with the version of the postings: a change of it rebuilds the tree."""
    return spec._replace(postings=f"{POSTINGS_VERSION}:{spec.postings}")


def _refuse_newer(trees: Sequence[TreeRow]) -> None:
    """Reject trees that a later version of ra built or is building; two versions never agree."""
    for tree in trees:
        if is_newer(tree):
            raise IndexNewer(
                f"tree '{tree.name}' was indexed by a newer ra; update ra, "
                "or remove the index with `ra forget`"
            )


def _pinned(view: Snapshot, scope: Scope) -> Iterator[tuple[TreeRow, Pinned]]:
    """The trees of a scope with their postings."""
    for tree in view.within(scope):
        if not is_readable(tree):
            _refuse_newer([tree])
            raise IndexMissing(
                f"tree '{tree.name}' was indexed by an earlier version of ra; "
                "rebuild it with `ra update`"
            )
        yield tree, view.pins[tree.id]


def _documents(
    view: Snapshot, scope: Scope, doc_ids: Collection[str]
) -> Iterator[tuple[TreeRow, DocumentRow]]:
    catalog = view.generation.catalog
    if not doc_ids:
        for tree in view.within(scope):
            yield from ((tree, document) for document in catalog.all_live(tree.id))
        return
    for tree in view.within(scope):
        start = f"{tree.name}:"
        paths = [one.removeprefix(start) for one in dict.fromkeys(doc_ids) if one.startswith(start)]
        found = catalog.live_among(tree.id, paths)
        catalog.confirm_absent(tree.id, set(paths).difference(row.path for row in found))
        yield from ((tree, document) for document in found)


def _summed(counts: Sequence[Mapping[str, int]]) -> dict[str, int]:
    terms = dict.fromkeys(chain.from_iterable(counts))
    return {term: sum(count.get(term, 0) for count in counts) for term in terms}
