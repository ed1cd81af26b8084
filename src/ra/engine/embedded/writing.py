"""How do documents come into the index and leave it, so that a crash never matters?

A new version is written to the catalog as pending, together with a note in the outbox that
its postings are owed. When the postings are committed, one transaction makes it the version
that is seen and clears the note. What is owed can be paid twice without harm.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic

from ra.engine.embedded import links, rows, schema
from ra.engine.embedded.posting import postings_of
from ra.engine.embedded.reading import Reader
from ra.engine.embedded.rows import DocumentRow, TreeRow
from ra.engine.embedded.store import Store
from ra.engine.embedded.versions import Linkage, Version, facts, keys_of
from ra.engine.manifest import FileRecord
from ra.engine.query import day_of
from ra.engine.records import Batch, Entry
from ra.errors import IndexDamaged
from ra.model import Chunk
from ra.typed import NamedTuple

# Tantivy commits seldom, because each commit costs a segment; SQLite with every batch.
COMMIT_CHUNKS = 50_000
COMMIT_SECONDS = 20.0


class _Change(NamedTuple):
    """A version to add to the postings (0 for none) and those to remove."""

    added: int
    removed: tuple[int, ...]


class Writer:
    """Brings changes in. Its owner sees to it that there is only one."""

    def __init__(self, store: Store, reader: Reader) -> None:
        self._store = store
        self._catalog = store.catalog
        self._reader = reader
        self._pending: dict[tuple[int, str], int] = {}
        self._unsettled: dict[int, TreeRow] = {}
        self._unsealed: dict[int, TreeRow] = {}
        self._empty: set[int] = set()
        self._met: set[tuple[int, str]] = set()
        self._chunks = 0
        self._committed = monotonic()

    def apply(self, tree: TreeRow, batch: Batch) -> None:
        """Take in changes of one tree; they are seen after `flush`, or earlier."""
        if not (batch.put or batch.drop or batch.note):
            return
        entries = list({entry.file.path: entry for entry in batch.put}.values())
        self._store.learn([entry.document.source.data for entry in entries])
        with self._catalog.transaction():
            if (batch.put or batch.drop) and tree.id not in self._unsealed:
                self._catalog.set_seal(tree.id, None)
                if self._catalog.is_empty(tree.id):
                    self._empty.add(tree.id)
            put = self._put(tree, entries)
            dropped = [self._drop(tree, path) for path in batch.drop]
            self._note(tree, batch.note)
        if batch.put or batch.drop:
            self._unsettled[tree.id] = self._unsealed[tree.id] = tree
            self._post(tree, entries, put, dropped)

    def begin(self, tree: TreeRow, batch: Batch) -> None:
        """Write what a new tree starts with, as part of a transaction; `recover` pays for it."""
        self._put(tree, batch.put)
        self._note(tree, batch.note)

    def flush(self) -> None:
        """Make all that was applied visible and lasting."""
        self._settle()
        for tree in self._unsealed.values():
            seal = self._store.postings(tree).finish()
            with self._catalog.transaction():
                self._catalog.set_seal(tree.id, seal)
        self._unsealed.clear()
        self._empty.clear()
        self._met.clear()

    def abandon(self) -> None:
        """Forget what was not settled; the outbox knows what is owed."""
        for tree in self._unsealed.values():
            self._store.postings(tree).abandon()
        self._pending.clear()
        self._unsettled.clear()
        self._unsealed.clear()
        self._empty.clear()
        self._met.clear()
        self._chunks = 0

    def recover(self) -> int:
        """Pay what a process left owing that was killed; returns how many versions that were."""
        paid = 0
        debtors = set(self._catalog.debtors())
        if debtors:  # it may have been killed before it removed what trees of their names had
            self._store.remove_strays()
        for tree in self._catalog.trees():
            if tree.id in debtors:
                paid += self._pay(tree)
        return paid

    def _pay(self, tree: TreeRow) -> int:
        owed = self._catalog.owed(tree.id)
        postings = self._store.postings(tree)
        self._unsealed[tree.id] = tree
        for row in owed:
            postings.remove(row.key)
            if row.status == schema.PENDING:
                chunks = self._reader.all_chunks(row, tree.name)
                self._add(tree, row.key, chunks, self._reader.aliases(row))
        self._unsettled[tree.id] = tree
        self.flush()
        if postings.searcher().num_docs != self._catalog.totals(tree.id)[1]:
            raise IndexDamaged(f"{postings.folder}: has not the chunks that the catalog has")
        return len(owed)

    def _put(self, tree: TreeRow, entries: Sequence[Entry]) -> list[_Change]:
        codec = self._store.newest_codec()
        key = self._catalog.next_key()
        changes, versions, files = [], [], []
        for number, entry in enumerate(entries, start=key):
            path, document = entry.file.path, entry.document
            removed = self._replace(tree, path)
            version = self._version(tree, path) + 1
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
            )
            chunks = rows.chunk_rows(number, document.title, entry.chunks)
            linkage = Linkage(*keys_of(document, entry.chunks), links.packed(entry.chunks))
            versions.append(Version(row, codec.compress(document.source.data), chunks, linkage))
            files.append(_with_version(entry.file, version))
            changes.append(_Change(number, removed))
            self._pending[tree.id, path] = number
            self._met.add((tree.id, path))
        self._catalog.put_documents(versions)
        self._catalog.put_files(tree.id, files)
        return changes

    def _note(self, tree: TreeRow, records: Sequence[FileRecord]) -> None:
        noted = [_with_version(each, self._version(tree, each.path)) for each in records]
        self._catalog.put_files(tree.id, noted)
        for record in noted:
            if record.version and record.state == "indexed":
                self._touch(tree, record)
            self._met.add((tree.id, record.path))

    def _touch(self, tree: TreeRow, record: FileRecord) -> None:
        """Let the newest version of a document have the time of its file."""
        key = self._pending.get((tree.id, record.path))
        if key is None and (live := self._catalog.live(tree.id, record.path)) is not None:
            key = live.key if live.mtime != record.mtime else None
        if key is not None:
            self._catalog.touch(key, record.mtime)

    def _drop(self, tree: TreeRow, path: str) -> _Change:
        removed = self._replace(tree, path)
        self._catalog.drop_file(tree.id, path)
        return _Change(0, removed)

    def _replace(self, tree: TreeRow, path: str) -> tuple[int, ...]:
        """Note that what stands for a path goes; returns the keys whose postings go."""
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
        """Whether nothing can stand for a path: most of a first build need not be looked up."""
        return tree.id in self._empty and (tree.id, path) not in self._met

    def _post(
        self, tree: TreeRow, entries: Sequence[Entry], put: list[_Change], dropped: list[_Change]
    ) -> None:
        postings = self._store.postings(tree)
        for change in (*put, *dropped):
            for key in change.removed:
                postings.remove(key)
        for entry, change in zip(entries, put, strict=True):
            self._add(tree, change.added, entry.chunks, entry.document.aliases)
            self._chunks += len(entry.chunks)
        if self._chunks >= COMMIT_CHUNKS or monotonic() - self._committed > COMMIT_SECONDS:
            self._settle()

    def _add(
        self, tree: TreeRow, key: int, chunks: Sequence[Chunk], aliases: Sequence[str]
    ) -> None:
        if chunks:
            self._store.postings(tree).add(postings_of(key, chunks, aliases, tree.language))

    def _settle(self) -> None:
        for tree in self._unsettled.values():
            self._store.postings(tree).commit()
            with self._catalog.transaction():
                self._catalog.settle(tree.id)
        self._unsettled.clear()
        self._pending.clear()
        self._chunks = 0
        self._committed = monotonic()


def _with_version(record: FileRecord, version: int) -> FileRecord:
    return record._replace(version=version)
