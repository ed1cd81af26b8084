"""Notices changes of files since the last look, so that a server compares files only then.

Linux reports changes through inotify before the writer's call returns, so a look at the start of a
request sees every change made before it. Elsewhere, and where too many folders would have to be
watched, every look reports a change, and files are compared at each request.
"""

from __future__ import annotations

import ctypes
import os
import struct
import sys
import threading
from collections.abc import Callable, Iterable
from pathlib import Path

# From <sys/inotify.h>: changes of content, attributes and names, in a folder and of itself.
_EVENTS = 0x2 | 0x4 | 0x8 | 0x40 | 0x80 | 0x100 | 0x200 | 0x400 | 0x800
_ONLY_FOLDERS = 0x01000000
_DO_NOT_FOLLOW = 0x02000000
_IS_FOLDER = 0x40000000
_ENDED = 0x8000  # the folder is gone
_OVERFLOW = 0x4000
_HEADER = struct.Struct("iIII")
_BUFFER = 1 << 16
_MOST_FOLDERS = 100_000


class Watcher:
    """Watches folders and everything below them."""

    def __init__(self, roots: Iterable[Path]) -> None:
        self._lock = threading.Lock()
        self._roots = list(roots)
        self._folders: dict[int, str] = {}
        self._changes = 1  # files are compared once at the start
        self._file: int | None = None
        self._add_watch: Callable[[int, bytes, int], int] = _no_watch
        if sys.platform == "linux":
            self._start()

    @property
    def is_watching(self) -> bool:
        """Whether changes are reported by the system."""
        return self._file is not None

    def changes(self) -> int:
        """A number that differs from the last one if anything may have changed."""
        with self._lock:
            if self._file is None or self._has_events():
                self._changes += 1
            return self._changes

    def close(self) -> None:
        """Stop watching."""
        with self._lock:
            if self._file is not None:
                os.close(self._file)
                self._file = None

    def _start(self) -> None:
        system = ctypes.CDLL(None, use_errno=True)
        file = system.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
        if file < 0:
            return
        self._file = file
        self._add_watch = system.inotify_add_watch
        for root in self._roots:
            self._watch(os.fsencode(root), is_root=True)

    def _watch(self, folder: bytes, *, is_root: bool = False) -> None:
        """Watch a folder and those below it; give up if the system has no more watches."""
        pending = [(folder, is_root)]
        while pending and self._file is not None:
            path, follows = pending.pop()
            flags = _EVENTS | _ONLY_FOLDERS | (0 if follows else _DO_NOT_FOLLOW)
            watch = self._add_watch(self._file, path, flags)
            if watch < 0:
                if ctypes.get_errno() not in (2, 20, 13):  # missing, not a folder, not allowed
                    self._give_up()
                continue
            self._folders[watch] = os.fsdecode(path)
            if len(self._folders) > _MOST_FOLDERS:
                self._give_up()
                return
            pending += [(each, False) for each in _folders_in(path)]

    def _give_up(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _has_events(self) -> bool:
        """Read all events that wait; watch folders that are new."""
        has_any = False
        while self._file is not None:
            try:
                data = os.read(self._file, _BUFFER)
            except BlockingIOError:
                break
            except OSError:
                self._give_up()
                return True
            has_any = True
            self._follow(data)
        return has_any

    def _follow(self, data: bytes) -> None:
        at = 0
        while at < len(data):
            watch, mask, _, size = _HEADER.unpack_from(data, at)
            name = data[at + _HEADER.size : at + _HEADER.size + size].rstrip(b"\0")
            at += _HEADER.size + size
            if mask & _OVERFLOW:
                for root in self._roots:
                    self._watch(os.fsencode(root), is_root=True)
            elif mask & _ENDED:
                self._folders.pop(watch, None)
            elif mask & _IS_FOLDER and name and watch in self._folders:
                self._watch(os.path.join(os.fsencode(self._folders[watch]), name))  # noqa: PTH118


def _no_watch(_file: int, _path: bytes, _events: int) -> int:
    return -1


def _folders_in(path: bytes) -> list[bytes]:
    try:
        with os.scandir(path) as entries:
            return [each.path for each in entries if each.is_dir(follow_symlinks=False)]
    except OSError:
        return []
