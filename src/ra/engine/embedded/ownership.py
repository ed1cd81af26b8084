"""Reads and writes small files that must belong to this user: regular, never through a link."""

from __future__ import annotations

import os
import stat
from pathlib import Path

_READ = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
_READ |= getattr(os, "O_BINARY", 0)
_MAKE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)
_MAKE |= getattr(os, "O_BINARY", 0)
_MOST_BYTES = 64 * 1024


def is_ours(status: os.stat_result) -> bool:
    """Whether a file belongs to the current user; always true on systems without users."""
    return not hasattr(os, "geteuid") or status.st_uid == os.geteuid()


def own_folder(path: Path) -> str:
    """Why a path is not a real folder of this user, or ""; raises if it is missing."""
    status = path.lstat()
    if stat.S_ISLNK(status.st_mode):
        return "is a link"
    if not stat.S_ISDIR(status.st_mode):
        return "is not a folder"
    return "" if is_ours(status) else "belongs to another user"


def own_file(path: Path) -> str:
    """Why a path is not a regular file of this user, or ""; raises if it is missing."""
    status = path.lstat()
    if not stat.S_ISREG(status.st_mode):
        return "is not a regular file"
    return "" if is_ours(status) else "belongs to another user"


def read_own(path: Path) -> bytes | None:
    """The bytes of a small file of ours; None if it is missing or not ours."""
    try:
        handle = os.open(path, _READ)
    except OSError:
        return None
    try:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode) or not is_ours(status):
            return None
        return os.read(handle, _MOST_BYTES)
    except OSError:
        return None
    finally:
        os.close(handle)


def write_own(path: Path, data: bytes) -> None:
    """Replace a small file atomically and durably."""
    new = path.with_name(f"{path.name}.{os.urandom(6).hex()}.new")
    handle = os.open(new, _MAKE, 0o600)
    try:
        with open(handle, "wb", buffering=0) as file:  # noqa: PTH123 - a descriptor
            file.write(data)
            os.fsync(handle)
        new.replace(path)
    except BaseException:
        new.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def make_folder(path: Path) -> None:
    """Create a private folder and its missing parents."""
    if not path.parent.exists():
        make_folder(path.parent)
    path.mkdir(mode=0o700, exist_ok=True)


def sync_folder(path: Path) -> None:
    """Make renames in a folder durable; systems without directory sync do not need it."""
    if os.name != "posix":
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
