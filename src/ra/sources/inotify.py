"""Watches files and folders through inotify (Linux), by calls of the C library (0024)."""

from __future__ import annotations

import ctypes
import errno
import os
import struct
import sys
from collections.abc import Iterator

from ra.typed import NamedTuple

MODIFY, ATTRIB, CLOSE_WRITE, MOVED_FROM, MOVED_TO = 0x2, 0x4, 0x8, 0x40, 0x80
CREATE, DELETE, DELETE_SELF, MOVE_SELF = 0x100, 0x200, 0x400, 0x800
UNMOUNT, OVERFLOW, IGNORED, IS_FOLDER = 0x2000, 0x4000, 0x8000, 0x4000_0000
_CONTENT = MODIFY | ATTRIB | CLOSE_WRITE
_NAMES = MOVED_FROM | MOVED_TO | CREATE | DELETE | DELETE_SELF | MOVE_SELF
_HEAD = struct.Struct("iIII")
_BUFFER = 1 << 16
_GONE = (errno.ENOENT, errno.ENOTDIR, errno.EACCES, errno.ELOOP)


class WatchLimit(Exception):
    """This system reports no changes, or has no watches left."""


class Event(NamedTuple):
    """A change: its kind, and the name in the watched folder, "" for the folder or file itself.

    `is_beside`: it happened in a folder of which only ignore files matter.
    """

    mask: int
    name: str
    is_beside: bool


class Inotify:
    """One queue of events; `fileno` can be polled.

    The kernel queues an event before the call that made the change returns. A reader that empties
    the queue therefore knows of all changes before that moment. One thread may read events while
    another adds watches.
    """

    def __init__(self) -> None:
        if sys.platform != "linux":
            raise WatchLimit("this system does not report changes to ra")
        self._c = ctypes.CDLL(None, use_errno=True)
        self._handle: int = self._c.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
        if self._handle < 0:
            raise _limit(ctypes.get_errno())
        self._watches: set[int] = set()
        self._beside: set[int] = set()
        self._added: set[int] = set()
        self._added_beside: set[int] = set()

    def fileno(self) -> int:
        """The descriptor to poll."""
        return self._handle

    def close(self) -> None:
        """End all watches."""
        os.close(self._handle)

    def add(self, path: str, *, beside: bool = False) -> None:
        """Watch a file or folder; one that is missing or cannot be read is left out."""
        watch: int = self._c.inotify_add_watch(self._handle, os.fsencode(path), _CONTENT | _NAMES)
        if watch < 0:
            problem = ctypes.get_errno()
            if problem in _GONE:
                return
            raise _limit(problem)
        if beside:
            self._added_beside.add(watch)
            if watch not in self._watches and watch not in self._added:
                self._beside.add(watch)
        else:
            self._added.add(watch)
            self._beside.discard(watch)

    def drop_others(self) -> None:
        """End the watches that were not added since the last call."""
        wanted = self._added | self._added_beside
        for watch in self._watches - wanted:
            self._c.inotify_rm_watch(self._handle, watch)
        self._watches, self._beside = wanted, self._added_beside - self._added
        self._added, self._added_beside = set(), set()

    def events(self) -> Iterator[Event]:
        """All events in the queue now."""
        while True:
            try:
                data = os.read(self._handle, _BUFFER)
            except BlockingIOError:
                return
            at = 0
            while at < len(data):
                watch, mask, _, size = _HEAD.unpack_from(data, at)
                at += _HEAD.size
                name = data[at : at + size].partition(b"\0")[0]
                at += size
                yield Event(mask, os.fsdecode(name), watch in self._beside)


def _limit(problem: int) -> WatchLimit:
    if problem == errno.ENOSPC:
        return WatchLimit("more folders than fs.inotify.max_user_watches allows")
    if problem == errno.EMFILE:
        return WatchLimit("more watchers than fs.inotify.max_user_instances allows")
    return WatchLimit(f"inotify: {os.strerror(problem).lower()}")
