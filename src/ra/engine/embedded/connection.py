"""Opens the catalog's file for one thread, also where nothing can be written.

In WAL mode SQLite needs to write beside the file even to read it. Where it cannot (a read-only
folder, a full disk), a catalog without a log is opened as immutable; one with an unmerged log is
copied first.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

from ra.engine.embedded.ownership import own_file
from ra.errors import IndexDamaged
from ra.typed import NamedTuple

_BUSY_MS = 60_000
_MAPPED_BYTES = 2**30  # memory-mapped: a search does not copy the pages it touches
_STATEMENTS = 1000  # cached statements; those with many values differ by their number
_NOT_WRITABLE = frozenset(
    {
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_PERM,
    }
)

Stamp = tuple[int, ...]
"""Sizes and mtimes of the catalog's files, to detect changes while it is open read-only."""


class Opened(NamedTuple):
    """A connection; `stamp` is None where SQLite itself notices what others write."""

    db: sqlite3.Connection
    stamp: Stamp | None


def connect(path: Path) -> Opened:
    """Open the catalog; raises SQLite's own error if that fails."""
    for each in files(path):
        _must_be_own(each)
    if path.with_name(f"{path.name}-journal").exists():  # SQLite would write it into the catalog
        raise IndexDamaged(f"{path}-journal: does not belong to the catalog")
    try:
        return Opened(_opened(f"{_uri(path)}?mode=rw"), None)
    except sqlite3.Error as error:
        if not is_unwritable(error) or not path.exists():
            raise
    return _as_it_lies_there(path)


def files(path: Path) -> tuple[Path, ...]:
    """The files of a catalog: itself, its log, and the index of the log."""
    return path, path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")


def is_unwritable(error: sqlite3.Error) -> bool:
    """Whether SQLite failed because something cannot be written, rather than by damage."""
    return (getattr(error, "sqlite_errorcode", 0) & 0xFF) in _NOT_WRITABLE


def stamp(path: Path) -> Stamp:
    """A value that changes when another process writes the catalog."""
    found: list[int] = []
    for each in files(path)[:2]:
        try:
            status = each.stat()
            found += (status.st_ino, status.st_size, status.st_mtime_ns)
        except OSError:
            found.append(0)
    return tuple(found)


def _as_it_lies_there(path: Path) -> Opened:
    seen = stamp(path)
    log = files(path)[1]
    if not log.exists() or not log.stat().st_size:
        return Opened(_opened(f"{_uri(path)}?mode=ro&immutable=1"), seen)
    import shutil  # rare: an unmerged log where nothing can be written
    import tempfile

    with tempfile.TemporaryDirectory() as place:
        copy = Path(place) / path.name
        for each in files(path)[:2]:
            shutil.copy(each, place)
        db = _opened(f"{_uri(copy)}?mode=rw")  # holds open what is removed with the folder
        map_pages(db, on=False)
        return Opened(db, seen)


def _uri(path: Path) -> str:
    """A file as a URI of SQLite, which reads `%`, `?` and `#` as signs."""
    text = path.absolute().as_posix().replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    return f"file://{text}" if text.startswith("/") else f"file:///{text}"


def _opened(uri: str) -> sqlite3.Connection:
    db = sqlite3.connect(
        uri,
        timeout=_BUSY_MS / 1000,
        isolation_level=None,
        check_same_thread=False,
        cached_statements=_STATEMENTS,
        uri=True,
    )
    try:
        db.executescript(
            "PRAGMA synchronous=FULL; PRAGMA cache_size=-16000; PRAGMA temp_store=MEMORY; "
            "PRAGMA wal_autocheckpoint=200;"
        )
        map_pages(db, on=True)
        db.execute("SELECT count(*) FROM sqlite_master").fetchone()  # the first access to the file
    except BaseException:
        db.close()
        raise
    return db


def map_pages(db: sqlite3.Connection, *, on: bool) -> None:
    """Map the pages that are read into memory, or copy each of them."""
    db.execute(f"PRAGMA mmap_size={_MAPPED_BYTES if on else 0}")


def _must_be_own(path: Path) -> None:
    try:
        reason = own_file(path)
    except FileNotFoundError:
        return
    if reason:
        raise IndexDamaged(f"{path}: {reason}")
