"""Lets one process write at a time, by a lock that the system releases when the process ends."""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from ra.engine.embedded.layout import LOCK
from ra.engine.embedded.ownership import make_folder
from ra.errors import IndexUnwritable
from ra.typed import NamedTuple

_REMOVALS = 3  # of the folder by another process, before that is an error
_RETRY_SECONDS = 0.05
_OPEN = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
_held: set[int] = set()


class WriteLock(NamedTuple):
    """The lock that this process holds on an index."""

    handle: int
    folder: Path

    def is_there(self) -> bool:
        """Whether it guards the index at its path; not if another process removed the folder."""
        try:
            return os.path.samestat(os.fstat(self.handle), (self.folder / LOCK).lstat())
        except OSError:
            return False


@contextmanager
def only_writer(folder: Path, waiting: Callable[[str], None] | None) -> Iterator[WriteLock | None]:
    """Hold the lock; yields None if it is taken and `waiting` is None."""
    process = os.getpid()
    while True:
        handle = _opened(folder)
        _held.add(handle)
        try:
            alone = _acquire(handle, folder, waiting)
            lock = WriteLock(handle, folder)
            if alone and not lock.is_there():
                continue  # the folder was removed during the wait
            yield lock if alone else None
            return
        finally:
            if process == os.getpid():  # a forked child has already closed its copy
                _held.discard(handle)
                _release(handle)


def _opened(folder: Path) -> int:
    try:
        handle = _made(folder)
    except OSError as error:
        if error.errno == errno.ELOOP:  # O_NOFOLLOW
            raise _not_ours(folder) from error
        raise IndexUnwritable(
            f"{folder}: cannot write the index: {(error.strerror or '').lower()}; "
            "free disk space or fix the permissions, then run the command again"
        ) from error
    status = os.fstat(handle)
    if not stat.S_ISREG(status.st_mode) or status.st_nlink > 1:
        os.close(handle)
        raise _not_ours(folder)
    return handle


def _not_ours(folder: Path) -> IndexUnwritable:
    return IndexUnwritable(f"{folder / LOCK}: is not a file that ra made; remove it")


def _made(folder: Path, removals: int = _REMOVALS) -> int:
    try:
        make_folder(folder)
        return os.open(folder / LOCK, _OPEN, 0o600)
    except FileNotFoundError:
        if not removals:
            raise
        return _made(folder, removals - 1)


def _acquire(handle: int, folder: Path, waiting: Callable[[str], None] | None) -> bool:
    if _try(handle):
        return _sign(handle)
    if waiting is None:
        return False
    holder = os.pread(handle, 20, 0).decode("ascii", "replace").strip()
    if holder == str(os.getpid()):
        waiting(f"waiting for another part of this process that is writing {folder}")
    else:
        waiting(
            f"waiting for another ra process (pid {holder or 'unknown'}) that is writing {folder}"
        )
    _wait(handle)
    return _sign(handle)


def _sign(handle: int) -> bool:
    with suppress(OSError):  # a full disk; only the message to others lacks the process id
        os.ftruncate(handle, 0)
        os.pwrite(handle, str(os.getpid()).encode(), 0)
    return True


def _let_go() -> None:
    """In a forked child: close the copy, since a lock lasts while any process has its file open."""
    for handle in _held:
        with suppress(OSError):
            os.close(handle)
    _held.clear()


if sys.platform == "win32":
    import msvcrt
    import time

    def _try(handle: int) -> bool:
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1 << 30)
        except OSError:
            return False
        return True

    def _wait(handle: int) -> None:
        while not _try(handle):
            time.sleep(_RETRY_SECONDS)

    def _release(handle: int) -> None:
        os.close(handle)

else:
    import fcntl

    os.register_at_fork(after_in_child=_let_go)

    def _try(handle: int) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _wait(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX)

    def _release(handle: int) -> None:
        # A child forked between opening and locking has a copy: closing alone does not unlock.
        with suppress(OSError):
            fcntl.flock(handle, fcntl.LOCK_UN)
        os.close(handle)
