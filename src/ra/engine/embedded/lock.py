"""Who may write? One process at a time, by a lock that the system lets go when it dies."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from ra.errors import IndexUnwritable

FILE = "writer.lock"
_RETRY_SECONDS = 0.05


@contextmanager
def only_writer(folder: Path, waiting: Callable[[str], None] | None) -> Iterator[bool]:
    """Hold the lock; yields False if it is taken and `waiting` is None."""
    try:
        handle = os.open(folder / FILE, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        raise IndexUnwritable(
            f"{folder}: the index cannot be written: {(error.strerror or '').lower()}; "
            "give permission, or name another place for the settings file"
        ) from error
    try:
        yield _acquire(handle, folder, waiting)
    finally:
        os.close(handle)  # lets go of the lock


def _acquire(handle: int, folder: Path, waiting: Callable[[str], None] | None) -> bool:
    if _try(handle):
        return _sign(handle)
    if waiting is None:
        return False
    holder = os.pread(handle, 20, 0).decode("ascii", "replace").strip()
    waiting(f"waiting for another ra process (pid {holder or 'unknown'}) that writes {folder}")
    _wait(handle)
    return _sign(handle)


def _sign(handle: int) -> bool:
    with suppress(OSError):  # a full disk; only the message to others is poorer for it
        os.ftruncate(handle, 0)
        os.pwrite(handle, str(os.getpid()).encode(), 0)
    return True


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

else:
    import fcntl

    def _try(handle: int) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _wait(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX)
