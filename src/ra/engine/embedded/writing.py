"""Writes documents into the index and removes them, safely against crashes.

A new version is written to the catalog as pending, together with an entry in the outbox. When its
postings are committed, one transaction makes it visible and clears the entry. Replaying an entry
twice is harmless.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from time import monotonic
from zlib import crc32

import tantivy

from ra.engine.embedded import links, rows, schema
from ra.engine.embedded.lexical import is_readable
from ra.engine.embedded.reading import StoreReader
from ra.engine.embedded.rows import DocumentRow, TreeRow
from ra.engine.embedded.store import Store
from ra.engine.embedded.tantivy_document import postings_of
from ra.engine.embedded.trees import spec_of
from ra.engine.embedded.versions import Linkage, Version, facts
from ra.engine.manifest import FileRecord, TreeSpec
from ra.engine.query import day_of
from ra.engine.records import Batch, Entry
from ra.errors import IndexDamaged
from ra.model import Chunk
from ra.properties import property_texts
from ra.text.languages import document_analysis
from ra.typed import NamedTuple

# Tantivy commits rarely, because each commit makes a segment; SQLite commits with every batch.
COMMIT_CHUNKS = 50_000
COMMIT_SECONDS = 20.0
# BM25 counts removed chunks until their segment is merged. Where they are many, what stays is
# posted again; in a small tree always, so that its answers are those of a new index.
_FEW_CHUNKS = 500
_MANY_REMOVED = 0.25  # as a share of the chunks that stay


class _Change(NamedTuple):
    """A version to add to the postings (0 for none) and those to remove."""

    added: int
    removed: tuple[int, ...]


class StoreWriter:
    """Applies changes. Its owner ensures that there is only one."""

    def __init__(self, store: Store, reader: StoreReader) -> None:
        self.store = self._store = store
        self.catalog = self._catalog = store.catalog
        self._reader = reader
        self._pending: dict[tuple[int, str], int] = {}
        self._unsettled: dict[int, TreeRow] = {}
        self._unsealed: dict[int, TreeRow] = {}
        self._empty: set[int] = set()
        self._met: set[tuple[int, str]] = set()
        self._chunks = 0
        self._committed = monotonic()

    def apply(self, tree: TreeRow, batch: Batch) -> None:
        """Apply changes of one tree; they become visible with `flush`, or earlier."""
        if not (batch.put or batch.drop or batch.note):
            return
        entries = list({entry.file.path: entry for entry in batch.put}.values())
        with self._catalog.translated:
            self._store.learn([entry.document.source.data for entry in entries])
        with self._undone_on_failure(tree, batch), self._catalog.transaction():
            if (batch.put or batch.drop) and tree.id not in self._unsealed:
                self._catalog.set_seal(tree.id, None)
                if self._catalog.is_empty(tree.id):
                    self._empty.add(tree.id)
            put = self._put(tree, entries)
            dropped = [self._drop(tree, path) for path in batch.drop]
            self._note(tree, batch)
            # Prepared before anything is stored: a text that cannot be analyzed changes nothing.
            made = [_postings(tree, *pair) for pair in zip(entries, put, strict=True)]
        if batch.put or batch.drop:
            self._unsettled[tree.id] = self._unsealed[tree.id] = tree
            self._post(tree, made, (*put, *dropped))

    def begin_trees(
        self, wanted: Sequence[TreeSpec], again: Collection[str], expected: Mapping[str, int]
    ) -> list[TreeRow]:
        """Begin to build the trees that are missing in this form; drop those not wanted.

        The complete form of a rebuilt tree stays until `publish`.
        """
        owners = {(spec.name, spec.tenant) for spec in wanted}
        forms = {spec.without_vectors: spec for spec in wanted}
        there: set[TreeSpec] = set()
        for tree in self._catalog.trees():
            spec = spec_of(tree).without_vectors
            is_building = tree.state == schema.BUILDING
            if (spec.name, spec.tenant) not in owners or (is_building and spec not in forms):
                self._catalog.drop_tree(tree.id)
            elif is_building:
                self._catalog.set_expected(tree.id, expected.get(tree.name, tree.expected))
                there.add(spec)
            elif tree.name not in again:
                there.add(spec)
            if spec in there and spec in forms and tree.vectors_form != forms[spec].vectors:
                self._catalog.set_vectors_form(tree.id, forms[spec].vectors)
        return [
            self._catalog.add_tree(spec, expected.get(spec.name, 0))
            for form, spec in forms.items()
            if form not in there
        ]

    def begin(self, tree: TreeRow, batch: Batch) -> None:
        """Write the first documents of a new tree in a transaction; `recover` posts them."""
        self._put(tree, batch.put)
        self._note(tree, batch)

    def flush(self) -> None:
        """Make all applied changes visible and durable."""
        for tree in self._unsettled.values():
            if tree.id not in self._empty:
                self._post_again(tree)
        self._settle()
        for tree in self._unsealed.values():
            seal = self._store.postings(tree).finish()
            with self._catalog.transaction():
                self._catalog.set_seal(tree.id, seal)
        self._unsealed.clear()
        self._empty.clear()
        self._met.clear()

    def post_bodies(self, tree: TreeRow) -> None:
        """Post all chunks again with their bodies, in one commit."""
        with self._catalog.translated:
            documents = self._catalog.all_live(tree.id)
        with self._catalog.transaction():
            self._catalog.set_seal(tree.id, None)
        self._unsealed[tree.id] = tree
        postings, again = self._store.postings(tree), rows.with_bodies(tree)
        for row in documents:
            with self._catalog.translated:
                chunks = self._reader.all_chunks(row, tree.name)
            postings.remove(row.key)
            self._add(again, row, chunks)
        opstamp = postings.commit()
        with self._catalog.transaction():
            self._catalog.set_opstamp(tree.id, opstamp)
            self._catalog.set_bodies(tree.id)
        self.flush()

    def abandon(self) -> None:
        """Discard what was not settled; the outbox lists what remains to be posted."""
        for tree in self._unsealed.values():
            self._store.postings(tree).abandon()
        self._pending.clear()
        self._unsettled.clear()
        self._unsealed.clear()
        self._empty.clear()
        self._met.clear()
        self._chunks = 0

    def publish(self, tree: TreeRow) -> bool:
        """Make a built and flushed tree visible; return whether it had an older form."""
        with self._catalog.transaction():
            old = [
                each
                for each in self._catalog.trees()
                if each.name == tree.name and each.state == schema.WHOLE
            ]
            for each in old:
                self._catalog.note_embedded(each)
                self._catalog.drop_tree(each.id)
            self._catalog.set_whole(tree.id)
            self._catalog.set_seal(tree.id, None)  # until the postings of the old form are gone
        self._store.remove_strays()
        with self._catalog.transaction():
            self._catalog.set_seal(tree.id, self._store.postings(tree).seal())
        return bool(old)

    def recover(self) -> int:
        """Replay the outbox of a killed process; return the number of versions posted."""
        paid = 0
        with self._catalog.translated:
            debtors = self._catalog.debtors()
            trees = [one for one in self._catalog.trees() if one.id in debtors and is_readable(one)]
        if debtors:  # it may have been killed before it removed the older forms of its trees
            self._store.remove_strays()
        for tree in trees:
            paid += self._pay(tree)
        return paid

    def _pay(self, tree: TreeRow) -> int:
        postings = self._store.postings(tree)
        with self._catalog.translated:
            owed = self._catalog.owed(tree.id)
            self._unsealed[tree.id] = tree
            for row in owed:
                if row.status == schema.PENDING and postings.have(row.key, row.chunks):
                    continue  # its process was killed after the commit
                postings.remove(row.key)
                if row.status == schema.PENDING:
                    chunks = self._reader.all_chunks(row, tree.name)
                    self._add(tree, row, chunks)
        self._unsettled[tree.id] = tree
        self.flush()
        with self._catalog.translated:
            opstamp, expected = (
                self._catalog.tree(tree.id).opstamp,
                self._catalog.totals(tree.id)[1],
            )
        if postings.pinned(opstamp).searcher.num_docs != expected:
            raise IndexDamaged(f"{postings.folder}: lacks chunks of the catalog")
        if self._catalog.has_pending(tree.id):
            raise IndexDamaged(f"{self._catalog.path}: the outbox does not match its checksum")
        return len(owed)

    def _put(self, tree: TreeRow, entries: Sequence[Entry]) -> list[_Change]:
        codec = self._store.newest_codec()
        key = self._catalog.next_key()
        changes, versions, files = [], [], []
        for number, entry in enumerate(entries, start=key):
            path, document = entry.file.path, entry.document
            removed = self._replace(tree, path)
            version = self._version(tree, path) + 1
            text = codec.compress(document.source.data)
            chunks = rows.chunk_rows(number, document.title, entry.chunks)
            row = DocumentRow(
                number,
                tree.id,
                path,
                schema.PENDING,
                version,
                document.source.mtime,
                day_of(document.updated, document.source.mtime),
                document.title,
                facts(document),
                len(document.source.data),
                sum(chunk.hit for chunk in entry.chunks),
                codec.number,
                crc32(text),
                rows.chunks_sum(chunks),
                0,
            )
            row = row._replace(sum=rows.document_sum(row))
            keys = links.numbers(entry.names), links.numbers(entry.mentions)
            linkage = Linkage(*keys, links.packed(entry.chunks))
            versions.append(Version(row, text, chunks, linkage))
            files.append(_with_version(entry.file, version))
            changes.append(_Change(number, removed))
            self._pending[tree.id, path] = number
            self._met.add((tree.id, path))
        self._catalog.put_documents(versions)
        self._catalog.put_files(tree.id, files)
        return changes

    def _note(self, tree: TreeRow, batch: Batch) -> None:
        noted = [_with_version(each, self._version(tree, each.path)) for each in batch.note]
        self._catalog.put_files(tree.id, noted)
        times: dict[int, int] = {}
        for record in noted:
            if record.version and record.state == "indexed":
                mtime = batch.dates.get(record.path, record.mtime)
                key = self._to_touch(tree, record.path, mtime)
                if key is not None:
                    times[key] = mtime
            self._met.add((tree.id, record.path))
        self._catalog.touch(tree.id, times)

    def _to_touch(self, tree: TreeRow, path: str, mtime: int) -> int | None:
        """The newest version of a document, if it has another mtime."""
        key = self._pending.get((tree.id, path))
        if key is None and (live := self._catalog.live(tree.id, path)) is not None:
            key = live.key if live.mtime != mtime else None
        return key

    def _drop(self, tree: TreeRow, path: str) -> _Change:
        removed = self._replace(tree, path)
        self._catalog.drop_file(tree.id, path)
        return _Change(0, removed)

    def _replace(self, tree: TreeRow, path: str) -> tuple[int, ...]:
        """Mark the current version of a path for removal; return the keys whose postings go."""
        removed = []
        if (pending := self._pending.pop((tree.id, path), 0)) != 0:
            self._catalog.discard(pending)
            removed.append(pending)
        live = None if self._is_new(tree, path) else self._catalog.live(tree.id, path)
        if live is not None:
            self._catalog.owe(tree.id, live.key)
            removed.append(live.key)
        return tuple(removed)

    def _version(self, tree: TreeRow, path: str) -> int:
        return 0 if self._is_new(tree, path) else self._catalog.version(tree.id, path)

    def _is_new(self, tree: TreeRow, path: str) -> bool:
        """Whether a path cannot have a version yet; this saves most look-ups of a first build."""
        return tree.id in self._empty and (tree.id, path) not in self._met

    @contextmanager
    def _undone_on_failure(self, tree: TreeRow, batch: Batch) -> Iterator[None]:
        """Undo the in-memory state of a batch whose transaction is rolled back."""
        paths = [*(each.file.path for each in batch.put), *(each.path for each in batch.note)]
        places = {(tree.id, path) for path in (*paths, *batch.drop)}
        pending = {place: self._pending[place] for place in places & self._pending.keys()}
        met = self._met & places
        try:
            yield
        except BaseException:
            for place in places:
                self._pending.pop(place, None)
            self._pending |= pending
            self._met -= places - met
            raise

    def _post(
        self,
        tree: TreeRow,
        made: Sequence[Sequence[tantivy.Document]],
        changes: Sequence[_Change],
    ) -> None:
        postings = self._store.postings(tree)
        for change in changes:
            for key in change.removed:
                postings.remove(key)
        for document in made:
            if document:
                postings.add(document)
            self._chunks += len(document)
        if self._chunks >= COMMIT_CHUNKS or monotonic() - self._committed > COMMIT_SECONDS:
            self._settle()

    def _post_again(self, tree: TreeRow) -> None:
        """Post what stays with the changes, if the removed chunks would count too much."""
        with self._catalog.translated:
            owed = self._catalog.owed(tree.id)
            postings = self._store.postings(tree)
            replaced = [row for row in owed if row.status == schema.LIVE]
            # After a kill, the last commit may be without them already.
            there = sum(row.chunks for row in replaced if postings.have(row.key, row.chunks))
            removed = postings.pinned(0).deleted + there
            left = self._catalog.totals(tree.id)[1] - sum(row.chunks for row in replaced)
            if not removed or (left > _FEW_CHUNKS and removed < _MANY_REMOVED * left):
                return
            gone = {row.key for row in replaced}
            for row in self._catalog.all_live(tree.id):
                if row.key not in gone:
                    postings.remove(row.key)
                    self._add(tree, row, self._reader.all_chunks(row, tree.name))

    def _add(self, tree: TreeRow, row: DocumentRow, chunks: Sequence[Chunk]) -> None:
        self._store.postings(tree).add(self._reader.postings(tree, row, chunks))

    def _settle(self) -> None:
        for tree in self._unsettled.values():
            opstamp = self._store.postings(tree).commit()
            with self._catalog.transaction():
                self._catalog.settle(tree.id, opstamp)
        self._unsettled.clear()
        self._pending.clear()
        self._chunks = 0
        self._committed = monotonic()


def _postings(tree: TreeRow, entry: Entry, change: _Change) -> list[tantivy.Document]:
    document = entry.document
    properties = property_texts(document.fields) if document.fields else ()
    made = postings_of(
        change.added,
        entry.chunks,
        document.aliases,
        document_analysis(tree.language, document.language),
        properties,
        bodies=rows.has_bodies(tree),
    )
    return list(made)


def _with_version(record: FileRecord, version: int) -> FileRecord:
    return record._replace(version=version)
