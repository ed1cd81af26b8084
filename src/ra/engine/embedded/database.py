"""How is the catalog's file opened, and how do many threads and processes share it?"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from ra.engine.embedded import schema
from ra.engine.embedded.rows import DocumentRow, Row, TreeRow
from ra.errors import IndexDamaged, IndexNewer, IndexUnwritable
from ra.typed import NamedTuple

FILE = "catalog.sqlite"
MOST_VALUES = 500  # in one statement
_MOST_DOCUMENTS = 5000  # kept by each thread from one view to the next: some 4 MB
_BUSY_MS = 60_000
_MAPPED_BYTES = 2**30  # pages are read in place: a search need not copy those it touches
_STATEMENTS = 1000  # kept ready: those that ask for many rows at once differ by how many
_UNWRITABLE = frozenset(
    {
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_PERM,
    }
)
_BUSY = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL})


class View(NamedTuple):
    """What one connection read since anything was written.

    Versions of documents by key, those that are seen also by tree and path, and the trees.
    """

    state: tuple[int, int]
    documents: dict[int, DocumentRow]
    seen: dict[tuple[int, str], DocumentRow]
    trees: list[TreeRow]

    def keep(self, rows: Iterable[Row]) -> None:
        """Note what was read of documents."""
        for values in rows:
            self.documents[values[0]] = row = tuple.__new__(DocumentRow, values)
            if row.status == schema.LIVE:
                self.seen[row.tree, row.path] = row


class Database:
    """One connection for each thread that reads, and whole transactions for the one that writes."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE
        self.translated = _Translated(self.path)
        self._local = threading.local()
        self._all: list[sqlite3.Connection] = []
        self._file: tuple[int, int] | None = None

    def close(self) -> None:
        """Close the connections of all threads."""
        for connection in self._all:
            connection.close()
        self._all.clear()
        self._local = threading.local()

    @property
    def db(self) -> sqlite3.Connection:
        """This thread's connection."""
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            connection = sqlite3.connect(
                self.path,
                timeout=_BUSY_MS / 1000,
                isolation_level=None,
                check_same_thread=False,
                cached_statements=_STATEMENTS,
            )
            connection.executescript(
                "PRAGMA synchronous=FULL; PRAGMA cache_size=-16000; "
                f"PRAGMA mmap_size={_MAPPED_BYTES};"
            )
            self._file = self._file or _identity(self.path)
            self._local.connection = connection
            self._all.append(connection)
        return connection

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """All or nothing, lasting when it ends."""
        with self.translated:
            db = self.db
            db.execute("BEGIN IMMEDIATE")
            try:
                yield db
                db.execute("COMMIT")
            except BaseException:  # also of a key that was pressed: all or nothing
                self._local.view = None  # what it read may never have been
                if db.in_transaction:
                    db.execute("ROLLBACK")
                raise

    @contextmanager
    def snapshot(self) -> Iterator[sqlite3.Connection]:
        """One unchanging view of everything while it is read."""
        with self.translated:
            db = self.db
            if db.in_transaction:
                yield db
                return
            try:
                self._begin(db)
                yield db
            finally:
                self._end(db)

    @contextmanager
    def holding(self) -> Iterator[None]:
        """Make all views of this thread one, until this ends."""
        with self.snapshot():
            yield

    def renew(self) -> None:
        """Let the view go that is held, for one that is newer than all before."""
        if self._steady:
            with self.translated:
                self._end(self.db)
                self._begin(self.db)

    def _begin(self, db: sqlite3.Connection) -> None:
        """Begin a view of everything; what is known of it stays true until it ends."""
        db.execute("BEGIN")
        self._local.steady = self._current()

    def _end(self, db: sqlite3.Connection) -> None:
        """End a view of everything, unless an error has ended it."""
        self._local.steady = None
        if db.in_transaction:
            db.execute("COMMIT")

    @property
    def _steady(self) -> View | None:
        steady: View | None = getattr(self._local, "steady", None)
        return steady

    @property
    def known(self) -> View:
        """What this thread has read already of what there is now."""
        return self._steady or self._current()

    def _current(self) -> View:
        state = (self.revision(), self.db.total_changes)
        view: View | None = getattr(self._local, "view", None)
        if view is None or view.state != state or len(view.documents) > _MOST_DOCUMENTS:
            view = self._local.view = View(state, {}, {}, [])
        return view

    def revision(self) -> int:
        """A number that changes whenever another connection has written."""
        return int(self.db.execute("PRAGMA data_version").fetchone()[0])

    def with_any(self, query: str, values: Sequence[str] | Sequence[int]) -> list[Row]:
        """The rows for any of these values; `{}` in the query is for their marks."""
        found: list[Row] = []
        for start in range(0, len(values), MOST_VALUES):
            some = values[start : start + MOST_VALUES]
            found += self.db.execute(query.format(",".join("?" * len(some))), some)
        return found

    def form(self) -> int:
        """The form of the tables, 0 if none were made yet."""
        if not self.path.exists() or self.path.stat().st_size == 0:
            return 0
        with self.snapshot() as db:
            (form,) = db.execute("PRAGMA user_version").fetchone()
            (tables,) = db.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if form > schema.FORMAT:
            raise IndexNewer(
                f"{self.path.parent}: this index was made by a newer ra (form {form}, "
                f"this one reads {schema.FORMAT}); update ra, or remove the folder"
            )
        if bool(form) != bool(tables):
            raise IndexDamaged(f"{self.path}: its form is {form}, but it has {tables} tables")
        return int(form)

    def is_current(self) -> bool:
        """Whether the file that was opened still stands in its place."""
        return self._file == _identity(self.path)

    def make(self) -> None:
        """Make the tables, in the place of those of an older form; for the only writer."""
        with self.translated:
            # Larger pages than usual: texts of a few kB fit, and fewer spill over.
            self.db.execute("PRAGMA page_size=16384")
            self.db.execute("PRAGMA journal_mode=WAL")
        with self.transaction() as db:
            for (name,) in db.execute(
                "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
            ).fetchall():
                db.execute(f'DROP TABLE "{name}"')
            for statement in schema.TABLES.split(";"):
                if statement.strip():
                    db.execute(statement)
            db.execute(f"PRAGMA user_version = {schema.FORMAT}")


class _Translated:
    """SQLite's errors in our words."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __enter__(self) -> None: ...

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        if not isinstance(error, sqlite3.DatabaseError):
            return
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
        if code in _UNWRITABLE:
            raise IndexUnwritable(
                f"{self._path.parent}: the index cannot be written: {error}; "
                "make room or give permission, then run the command again"
            ) from error
        if code in _BUSY:
            raise IndexUnwritable(
                f"{self._path.parent}: another process keeps the index locked; "
                "run the command again when it is done"
            ) from error
        raise IndexDamaged(f"{self._path}: {error}") from error


def _identity(path: Path) -> tuple[int, int] | None:
    """Which file stands at a path, if any."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino
