"""Opens the current generation of an index, and closes it when its last reader leaves.

Catalog, dictionary and postings of one generation are in one folder whose name is never reused.
Repairing or recreating an index makes a new generation and points `current` to it, so a process
that has the old one open can never mix the two.
"""

from __future__ import annotations

import os
from itertools import count
from pathlib import Path
from threading import Condition, get_ident

from ra.engine.embedded import layout, schema
from ra.engine.embedded.ownership import own_folder, read_own, sync_folder, write_own
from ra.engine.embedded.reading import StoreReader
from ra.engine.embedded.store import Store
from ra.errors import IndexDamaged, IndexMissing
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from ra.engine.embedded.writing import StoreWriter

Signature = tuple[int, int, int]
"""Identifies the file `current`, which is replaced and never changed."""

_numbers = count()


def signature(folder: Path) -> Signature | None:
    """Identifies the current generation; None if the index names none."""
    return _signature(os.fspath(folder / layout.CURRENT))


def _signature(current: str) -> Signature | None:
    try:
        status = os.lstat(current)
    except OSError:
        return None
    return status.st_ino, status.st_mtime_ns, status.st_ctime_ns


def current(folder: Path) -> Path:
    """The folder of the current generation; `IndexDamaged` if `current` names none."""
    place = folder / layout.CURRENT
    name = (read_own(place) or b"").decode("ascii", "replace").strip()
    if not layout.is_generation(name):
        raise IndexDamaged(f"{place}: does not name a generation of the index")
    try:
        reason = own_folder(folder / name)
    except OSError as error:
        reason = (error.strerror or "unreadable").lower()
    if reason:
        raise IndexDamaged(f"{folder / name}: {reason}")
    return folder / name


def begin(folder: Path) -> Path:
    """Create the folder of a new generation, not yet visible; for the only writer."""
    new = folder / layout.new_generation()
    new.mkdir(mode=0o700)
    return new


def switch(folder: Path, generation: Path) -> None:
    """Make this generation the current one, and remove the previous ones."""
    sync_folder(generation)
    write_own(folder / layout.CURRENT, generation.name.encode())
    for old in layout.generations(folder):
        if old != generation:
            layout.remove_generation(old)


def removed(folder: Path) -> IndexMissing:
    """The error of a writer whose index another process removed."""
    return IndexMissing(
        f"{folder}: the index was removed while it was written; rebuild it with `ra update`"
    )


class Generation:
    """One open generation, shared by many threads; closed when the last one is done."""

    def __init__(self, folder: Path, seen: Signature | None) -> None:
        self.seen = seen
        self.number = next(_numbers)
        self.store = Store(folder)
        self.catalog = self.store.catalog
        self.reader = StoreReader(self.store)
        self.writer: StoreWriter | None = None
        self._pid = os.getpid()
        # Plain strings: every search checks these two files.
        self._current = os.fspath(folder.parent / layout.CURRENT)
        self._catalog = os.fspath(self.catalog.path)
        self._catalog_file = _file(self._catalog)
        self._users: dict[int, int] = {}
        self._retired = False
        self._idle = Condition()

    def check(self) -> None:
        """Raise if it cannot be read, or for damage that is cheap to detect."""
        if odd := layout.foreign_in(self.store.folder):
            raise IndexDamaged(f"{odd}: is {'a link' if odd.is_symlink() else 'not what ra makes'}")
        form = self.catalog.form()
        if form != schema.FORMAT:
            raise IndexMissing(
                f"{self.store.folder.parent}: this index was made by an earlier version of ra; "
                "rebuild it with `ra update`"
            )
        with self.catalog.translated:
            self.store.glance()

    def is_in_use(self) -> bool:
        """Whether the index still names this generation, and its catalog is the file opened."""
        return self.seen == _signature(self._current) and self._catalog_file == _file(self._catalog)

    def must_be_in_use(self) -> None:
        """Raise if the index was removed or replaced."""
        if not self.is_in_use():
            raise removed(self.store.folder.parent)

    @property
    def is_inherited(self) -> bool:
        """Whether this is a forked child of the process that opened it; it is then unusable."""
        return self._pid != os.getpid()

    def take(self) -> bool:
        """Add a use by this thread; False if the generation was closed meanwhile."""
        me = get_ident()
        with self._idle:
            if self._retired:
                return False
            self._users[me] = self._users.get(me, 0) + 1
            return True

    def release(self) -> None:
        """End a use; the last one of a retired generation closes it."""
        if self.is_inherited:
            return
        me = get_ident()
        with self._idle:
            self._users[me] -= 1
            if not self._users[me]:
                del self._users[me]
            self._idle.notify_all()
            self._close_if_unused()

    def retire(self, *, wait: bool = True, is_inside: bool = True) -> None:
        """Admit no new use; with `wait`, until all other threads are done with it.

        A use by a thread that is not inside is left over from an interrupt.
        """
        me = get_ident()
        with self._idle:
            self._retired = True
            if not is_inside:
                self._users.pop(me, None)
            if wait:
                self._idle.wait_for(lambda: not self._users.keys() - {me})
            self._close_if_unused()

    def _close_if_unused(self) -> None:
        if self._retired and not self._users:
            self.store.close()


def _file(path: str) -> int:
    """The inode of the file at a path; 0 if there is none."""
    try:
        return os.lstat(path).st_ino
    except OSError:
        return 0
