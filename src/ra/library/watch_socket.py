"""Holds the socket and the lock of a watcher: one for each index."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from ra.config.private import private_folder
from ra.errors import ConfigError, UsageError
from ra.library.watched import OTHER, SECONDS, open_folder, path_in
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    import socket

_MOST_WAITING = 100  # questions
_MOST_BYTES = 200  # of a question


@contextmanager
def watch_lock(place: Path) -> Iterator[None]:
    """Hold the right to watch an index; the system ends it with the process."""
    try:
        private_folder(place.parent)
    except ConfigError as error:
        raise UsageError(str(error)) from None
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
    handle = os.open(place.with_name(f"{place.name}.lock"), flags, 0o600)
    try:
        if not _is_locked(handle):
            holder = os.pread(handle, 20, 0).decode("ascii", "replace").strip() or "unknown"
            raise UsageError(f"`ra watch` (pid {holder}) already watches this index")
        os.ftruncate(handle, 0)
        os.pwrite(handle, str(os.getpid()).encode(), 0)
        yield
    finally:
        os.close(handle)


def _is_locked(handle: int) -> bool:
    try:
        import fcntl
    except ImportError:  # Windows
        import msvcrt

        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1 << 30)  # type: ignore[attr-defined]
        except OSError:
            return False
        return True
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


class Listener:
    """The socket on which searches ask; only the holder of the lock opens it."""

    def __init__(self, place: Path) -> None:
        import socket

        self._folder = open_folder(place.parent)
        self._path = path_in(self._folder, place.name)
        with suppress(FileNotFoundError):
            os.unlink(self._path)  # noqa: PTH108 - of a watcher that was killed
        self._socket: socket.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._socket.bind(self._path)
        self._socket.listen(_MOST_WAITING)
        self._socket.setblocking(False)

    def close(self) -> None:
        """Remove the socket; later questions are refused."""
        with suppress(FileNotFoundError):
            os.unlink(self._path)  # noqa: PTH108 - a path in an open folder
        self._socket.close()
        os.close(self._folder)

    def fileno(self) -> int:
        """The descriptor to poll."""
        return self._socket.fileno()

    def answer(self, state: Callable[[bytes], bytes]) -> None:
        """Answer every question that waits; `state` is called for each after it has arrived."""
        for _ in range(_MOST_WAITING):
            try:
                asker, _address = self._socket.accept()
            except OSError:
                return
            with asker, suppress(OSError):
                asker.settimeout(SECONDS)
                question = asker.recv(_MOST_BYTES)
                asker.sendall(state(question) if question else OTHER)
