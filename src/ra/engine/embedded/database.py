"""Shares the catalog's file between threads and processes: snapshots for reading, transactions."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path

from ra.engine.embedded import schema
from ra.engine.embedded.connection import Opened, connect, is_unwritable, map_pages, stamp
from ra.engine.embedded.forking import gate, inherit, keep_forever
from ra.engine.embedded.layout import CATALOG
from ra.engine.embedded.rows import DocumentRow, Row, TreeRow, document_sum
from ra.errors import IndexDamaged, IndexNewer, IndexUnwritable
from ra.typed import Any, NamedTuple

MOST_VALUES = 500  # in one statement
_MOST_STATEMENTS = 500
_STEP = 8  # the numbers of values that statements have: SQLite prepares each number anew
_MOST_DOCUMENTS = 10_000  # cached by each thread between snapshots: about 9 MB
_BUSY = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL})
_VACUUM_SHARE = 0.3  # of free pages at most


def filled(values: Sequence[Any], empty: object) -> list[Any]:
    """The values of a statement, with empty ones, which equal nothing, up to a multiple of 8."""
    return [*values, *[empty] * (-len(values) % _STEP)]


@lru_cache(_MOST_STATEMENTS)
def statement(query: str, mark: str, count: int) -> str:
    """A query with so many placeholders for `{}`.

    One text for each count, whose hash Python keeps: a look-up of 50 rows takes a third less.
    """
    return query.format(",".join([mark] * count))


class ReadCache(NamedTuple):
    """Rows that one connection read since the last write.

    Versions of documents by key, visible ones also by tree and path, the keys of these by tree, the
    trees, and the index look-ups that were checked against checksums.
    """

    state: tuple[int, int]
    documents: dict[int, DocumentRow]
    seen: dict[tuple[int, str], DocumentRow]
    live: dict[int, set[int]]
    trees: list[TreeRow]
    confirmed: set[tuple[object, ...]]

    def keep(self, rows: Iterable[DocumentRow]) -> None:
        """Cache rows of documents."""
        for row in rows:
            self.documents[row.key] = row
            if row.status == schema.LIVE:
                self.seen[row.tree, row.path] = row
                self.live.setdefault(row.tree, set()).add(row.key)


class _Lent:
    """A connection that one thread uses, its snapshot, and the rows cached from it.

    `outer` is that of the enclosing snapshot. When the thread ends, the next one that needs a
    connection reuses this one.
    """

    def __init__(self, opened: Opened, idle: list[Opened], outer: _Lent | None = None) -> None:
        self.db, self.stamp = opened
        self.outer = outer
        self.steady: ReadCache | None = None
        self.view: ReadCache | None = None
        self.flipped = False
        self._idle = idle

    def end(self) -> None:
        """End the snapshot and undo `flip`."""
        self.steady = None
        if self.db.in_transaction:
            self.db.execute("ROLLBACK" if self.flipped else "COMMIT")
        self.flipped = False

    def __del__(self) -> None:
        with suppress(sqlite3.Error):  # closed with all others
            if not self.db.in_transaction:
                self._idle.append(Opened(self.db, self.stamp))


class _Local(threading.local):
    """The state of one thread."""

    lent: _Lent | None = None


class Database:
    """One connection for each reading thread, and transactions for the one that writes."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / CATALOG
        self.translated = _Translated(self.path)
        self._begin()
        inherit(self)

    def _begin(self) -> None:
        self._local = _Local()
        self._all: list[sqlite3.Connection] = []
        self._idle: list[Opened] = []
        self._is_mapped = True

    def close(self) -> None:
        """Close the connections of all threads; none of them may be reading."""
        opened = self._all
        self._begin()
        with gate:
            for connection in opened:
                with suppress(sqlite3.Error):  # the next process cleans up
                    connection.close()

    def after_fork(self, *, quiet: bool) -> None:
        """In a forked child: close inherited connections, unless a thread was using them."""
        if not quiet:
            keep_forever(self._all)
            self._begin()
            return
        self.close()

    @property
    def db(self) -> sqlite3.Connection:
        """This thread's connection."""
        return self._lent().db

    def _lent(self) -> _Lent:
        local = self._local
        if local.lent is None:
            local.lent = _Lent(self._opened(), self._idle)
        return local.lent

    def _opened(self) -> Opened:
        with suppress(IndexError):
            return self._idle.pop()
        try:
            opened = connect(self.path)
        except OSError as error:
            raise IndexUnwritable(_unwritable(self.path, error)) from error
        self._all.append(opened.db)
        if not self._is_mapped:
            map_pages(opened.db, on=False)
        return opened

    def map_pages(self, *, on: bool) -> None:
        """Map the pages that this thread reads into memory, or copy them one by one.

        A run over most of a large catalog would fill the memory with mapped pages.
        """
        self._is_mapped = on
        for db in (self.db, *(each.db for each in self._idle)):
            map_pages(db, on=on)

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """One transaction, durable when it ends."""
        with self.translated:
            db = self.db
            try:
                db.execute("BEGIN IMMEDIATE")
                yield db
                db.execute("COMMIT")
            except BaseException:  # includes KeyboardInterrupt: roll back
                self._lent().view = None  # its rows may have been rolled back
                if db.in_transaction:
                    db.execute("ROLLBACK")
                raise

    @contextmanager
    def snapshot(self) -> Iterator[sqlite3.Connection]:
        """One consistent snapshot while it is read."""
        with self.translated:
            if self._lent().steady is not None:
                yield self.db
                return
            try:
                self.begin()
                yield self.db
            finally:
                self.end()

    def begin(self, *, nested: bool = False) -> None:
        """Begin a snapshot; cached rows stay valid until it ends.

        A nested one has a connection of its own.
        """
        local = self._local
        if nested:
            local.lent = _Lent(self._opened(), self._idle, local.lent)
        lent = self._lent()
        if lent.db.in_transaction:  # an interrupt came before its end
            lent.db.execute("ROLLBACK")
        elif lent.stamp is not None and lent.stamp != stamp(self.path):
            lent = self._reconnected(lent)
        lent.db.execute("BEGIN")
        lent.steady = self._current()

    def end(self, *, nested: bool = False) -> None:
        """End a snapshot, unless an error ended it."""
        lent = self._local.lent
        try:
            if lent is not None:
                lent.end()
        finally:
            if nested and lent is not None:
                self._local.lent = lent.outer

    def flip(self, trees: Collection[int]) -> None:
        """In this snapshot, show the versions in the outbox of these trees instead of the old ones.

        Their postings are committed, but the transaction that completes the commit is missing: its
        writer is still at work, was killed, or the disk is full.
        """
        columns = ", ".join(
            _FLIPPED.format(",".join(map(str, trees))) if name == "status" else name
            for name in DocumentRow._fields
        )
        lent = self._lent()
        lent.flipped = True  # set first, so that the end of this snapshot undoes it in any case
        lent.db.execute(f"CREATE TEMP VIEW documents AS SELECT {columns} FROM main.documents")
        lent.steady = ReadCache((0, 0), {}, {}, {}, [], set())

    @property
    def is_flipped(self) -> bool:
        """Whether the snapshot shows versions in the outbox, which the checksums of rows do not
        cover.
        """
        return self._lent().flipped

    def _reconnected(self, lent: _Lent) -> _Lent:
        """Reopen a catalog that was opened read-only and has changed since."""
        self._all.remove(lent.db)
        lent.db.close()
        self._local.lent = _Lent(self._opened(), self._idle, lent.outer)
        return self._local.lent

    @property
    def known(self) -> ReadCache:
        """The rows that this thread has cached for the current state."""
        return self._lent().steady or self._current()

    def _current(self) -> ReadCache:
        lent = self._lent()
        state = (self.revision(), lent.db.total_changes)
        view = lent.view
        if view is None or view.state != state or len(view.documents) > _MOST_DOCUMENTS:
            view = lent.view = ReadCache(state, {}, {}, {}, [], set())
        return view

    def revision(self) -> int:
        """A number that changes whenever another connection writes."""
        return int(self.db.execute("PRAGMA data_version").fetchone()[0])

    def changes(self) -> int:
        """A number that changes whenever this thread writes."""
        with self.translated:
            return self.db.total_changes

    def with_any(self, query: str, values: Sequence[str] | Sequence[int]) -> list[Row]:
        """The rows for any of these values; `{}` in the query stands for their placeholders."""
        found: list[Row] = []
        for start in range(0, len(values), MOST_VALUES):
            some = filled(values[start : start + MOST_VALUES], None)
            found += self.db.execute(statement(query, "?", len(some)), some)
        return found

    def checked(self, found: Iterable[Row]) -> list[DocumentRow]:
        """Check rows of documents against their checksums."""
        documents: list[DocumentRow] = []
        for row in found:
            if document_sum(row) != row[14] or row[3] not in _STATUSES:
                raise IndexDamaged(
                    f"{self.path}: the row of a document does not match its checksum"
                )
            documents.append(DocumentRow._make(row))
        return documents

    def form(self) -> int:
        """The version of the table layout."""
        with self.snapshot() as db:
            (form,) = db.execute("PRAGMA user_version").fetchone()
            (tables,) = db.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if form > schema.FORMAT:
            raise IndexNewer(
                f"{self.path.parent.parent}: this index was made by a newer ra (form {form}, "
                f"this one reads {schema.FORMAT}); update ra, or remove it with `ra forget`"
            )
        if not form or not tables:
            raise IndexDamaged(f"{self.path}: its form is {form}, and it has {tables} tables")
        return int(form)

    def make(self) -> None:
        """Create the file and its tables; for the only writer."""
        with self.translated:
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
            os.close(os.open(self.path, flags, 0o600))  # SQLite copies the permissions to its log
            # Larger pages than the default: texts of a few kB fit, with fewer overflow pages.
            self.db.execute("PRAGMA page_size=16384")
            self.db.execute("PRAGMA journal_mode=WAL")
        with self.transaction() as db:
            for statement in schema.TABLES.split(";"):
                if statement.strip():
                    db.execute(statement)
            db.execute(f"PRAGMA user_version = {schema.FORMAT}")

    def tidy(self) -> None:
        """Checkpoint the log and free space; skip what is not possible now."""
        with gate:
            self._tidy(self.db)

    def _tidy(self, db: sqlite3.Connection) -> None:
        with suppress(sqlite3.Error):
            (pages,) = db.execute("PRAGMA page_count").fetchone()
            (free,) = db.execute("PRAGMA freelist_count").fetchone()
            if pages > 100 and free > pages * _VACUUM_SHARE:
                db.execute("VACUUM")
        with suppress(sqlite3.Error):
            db.execute("PRAGMA busy_timeout=0")  # if others are reading, the log stays
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        with suppress(sqlite3.Error):
            db.execute("PRAGMA busy_timeout=60000")


_STATUSES = frozenset({schema.PENDING, schema.LIVE, schema.REPLACED})
_FLIPPED = (
    "CASE WHEN tree IN ({0}) AND key IN (SELECT document FROM outbox) "
    f"THEN CASE status WHEN {schema.PENDING} THEN {schema.LIVE} ELSE {schema.REPLACED} END "
    "ELSE status END AS status"
)


class _Translated:
    """Translates SQLite's errors into ours; a fork waits for threads inside."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __enter__(self) -> None:
        gate.enter()

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        gate.leave()
        if not isinstance(error, sqlite3.Error):
            return
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
        if is_unwritable(error):
            if not self._path.exists():  # moved aside or removed meanwhile
                raise IndexDamaged(f"{self._path}: is missing") from error
            raise IndexUnwritable(_unwritable(self._path, error)) from error
        if code in _BUSY:
            raise IndexUnwritable(
                f"{self._path.parent}: another process keeps the index locked; "
                "run the command again when it is done"
            ) from error
        raise IndexDamaged(f"{self._path}: {error}") from error


def _unwritable(path: Path, error: Exception) -> str:
    reason = (getattr(error, "strerror", None) or str(error)).lower()
    return (
        f"{path.parent}: cannot write the index: {reason}; "
        "free disk space or fix the permissions, then run the command again"
    )
