"""Formats paths inside a tree and checks that a real path is inside it."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import PurePath

PRIVATE = frozenset((".git", ".ra"))
_STEPS = ((1024**3, "GiB"), (1024**2, "MiB"), (1024, "KiB"))


def relative_posix(path: PurePath, root: PurePath) -> str | None:
    """`path` relative to `root`, with `/` on every system and its case kept; None if outside.

    It compares names only: `..` is never inside, and links are not followed.
    """
    if ".." in path.parts or not path.is_relative_to(root):
        return None
    return path.relative_to(root).as_posix()


def inside(real: str, real_root: str) -> bool:
    """Whether a real path is a real folder or below it."""
    return real == real_root or real.startswith(real_root.rstrip(os.sep) + os.sep)


if sys.platform == "win32":

    def is_link(entry: os.DirEntry[str]) -> bool:
        """Whether an entry is a symbolic link or a junction."""
        tag = entry.stat(follow_symlinks=False).st_reparse_tag
        return entry.is_symlink() or tag == stat.IO_REPARSE_TAG_MOUNT_POINT

else:
    is_link = os.DirEntry.is_symlink


def printable(path: str) -> str:
    """A printable path: bytes that are not UTF-8 become `\\xNN`."""
    return path if path.isascii() else os.fsencode(path).decode("utf-8", "backslashreplace")


def too_large(size: int, limit: int) -> str:
    """The reason to skip a file over `max_file_bytes`."""
    actual, allowed = _amount(size), _amount(limit)
    if actual == allowed:
        actual, allowed = f"{size} bytes", f"{limit} bytes"
    return f"{actual}; the limit is max_file_bytes = {allowed}"


def problem(error: OSError) -> str:
    """The system's message without its number and path."""
    return (error.strerror or type(error).__name__).lower()


def _amount(size: int) -> str:
    for step, unit in _STEPS:
        if size >= step:
            return f"{size / step:.1f}".removesuffix(".0") + f" {unit}"
    return f"{size} bytes"
