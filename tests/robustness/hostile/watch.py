"""Sees which files of a folder any process opens, lists or changes, native code included.

Linux tells it by inotify, which needs no rights and belongs to the file itself: a file that is
opened by another name, through a link or from a library in C is seen all the same.
"""

from __future__ import annotations

import ctypes
import os
import struct
import sys
from collections.abc import Iterable
from pathlib import Path

AVAILABLE = sys.platform == "linux"
_ACCESS, _OPEN = 0x1, 0x20
_CHANGE = 0x2 | 0x4 | 0x40 | 0x80 | 0x100 | 0x200 | 0x400 | 0x800  # to itself, or what it holds
_DONT_FOLLOW = 0x02000000
_NONBLOCK = 0o4000
_OVERFLOW = 0x4000
_HEAD = struct.Struct("iIII")
_NAMES = {
    0x1: "read", 0x2: "written", 0x4: "attributes changed", 0x20: "opened", 0x40: "moved away",
    0x80: "moved here", 0x100: "made", 0x200: "removed", 0x400: "removed itself",
    0x800: "moved itself",
}  # fmt: skip


class Watch:
    """Notes what happens to files and folders from now on, but for those named `without`."""

    def __init__(self, paths: Iterable[Path], without: Iterable[Path]) -> None:
        self._without = frozenset(without)
        self._libc = ctypes.CDLL(None, use_errno=True)
        self._handle = self._libc.inotify_init1(_NONBLOCK)
        self._paths: dict[int, Path] = {}
        if self._handle < 0:
            raise OSError(ctypes.get_errno(), "inotify_init1")
        for path in paths:
            mask = _ACCESS | _OPEN | _CHANGE | _DONT_FOLLOW
            number = self._libc.inotify_add_watch(self._handle, os.fsencode(path), mask)
            if number < 0:
                raise OSError(ctypes.get_errno(), f"inotify_add_watch {path}")
            self._paths[number] = path

    def seen(self) -> list[str]:
        """What has happened, each thing once; then nothing more is watched."""
        found: dict[str, None] = {}
        while True:
            try:
                data = os.read(self._handle, 1 << 16)
            except BlockingIOError:
                break
            found.update(dict.fromkeys(self._events(data)))
        os.close(self._handle)
        return list(found)

    def _events(self, data: bytes) -> Iterable[str]:
        at = 0
        while at < len(data):
            number, mask, _, length = _HEAD.unpack_from(data, at)
            name = data[at + _HEAD.size : at + _HEAD.size + length].rstrip(b"\0")
            at += _HEAD.size + length
            if mask & _OVERFLOW:
                yield "more events than the system keeps"
                continue
            place = self._paths[number] / os.fsdecode(name)
            if place in self._without:
                continue
            for bit, word in _NAMES.items():
                if mask & bit:
                    yield f"{place}: {word}"
