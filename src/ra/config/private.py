"""Reads and writes files that belong to this user alone, and never follows a symbolic link."""

from __future__ import annotations

# ruff: noqa: PTH101, PTH102, PTH123
# Plain calls of the system: what is checked is what is opened.
import os
import stat
from contextlib import suppress
from pathlib import Path

from ra.errors import ConfigError

_NOFOLLOW = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
_READ = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | _NOFOLLOW
_WRITE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NOFOLLOW


def private_folder(path: Path) -> None:
    """Create a folder that only this user may enter, or raise ConfigError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with suppress(FileExistsError):
            os.mkdir(path, 0o700)
        if not is_private_folder(path):
            raise ConfigError(f"{path}: is not a folder of your own; move it away and try again")
        if stat.S_IMODE(os.lstat(path).st_mode) & 0o077:
            os.chmod(path, 0o700)
    except OSError as error:
        raise ConfigError(f"cannot write {path}: {_reason(error)}; nothing was changed") from error


def is_private_folder(path: Path) -> bool:
    """Whether this is a real folder of this user, not a link."""
    try:
        status = os.lstat(path)
    except OSError:
        return False
    return stat.S_ISDIR(status.st_mode) and _is_own(status)


def read_private(path: Path, limit: int) -> bytes | None:
    """The bytes of a regular file of this user; None for anything else, or if it is larger."""
    try:
        if not stat.S_ISREG(os.lstat(path).st_mode):
            return None
        with open(os.open(path, _READ), "rb") as file:
            status = os.fstat(file.fileno())
            if not (stat.S_ISREG(status.st_mode) and _is_own(status)):
                return None
            data = file.read(limit + 1)
    except OSError:
        return None
    return data if len(data) <= limit else None


def write_private(path: Path, data: bytes) -> None:
    """Write a file atomically: to a temporary file first, then rename it."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        beside.unlink(missing_ok=True)
        with open(os.open(beside, _WRITE, 0o600), "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
        raise ConfigError(f"cannot write {path}: {_reason(error)}; nothing was changed") from error


def _is_own(status: os.stat_result) -> bool:
    return not hasattr(os, "geteuid") or status.st_uid == os.geteuid()


def _reason(error: OSError) -> str:
    return (error.strerror or type(error).__name__).lower()
