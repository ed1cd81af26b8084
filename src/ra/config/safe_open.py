"""Finds the settings file of a folder and its owner, before the file is opened.

A settings file comes with its folder, so it may be a pipe, a device, a link to a secret, or a file
that another user left in a shared folder.
"""

from __future__ import annotations

# ruff: noqa: PTH116, PTH123
# Plain calls of the system: each file is looked at and opened exactly once.
import os
import stat
from pathlib import Path

from ra.errors import ConfigError
from ra.typed import NamedTuple

MAX_BYTES = 1024 * 1024
_OPEN = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
_OPEN |= getattr(os, "O_BINARY", 0)  # Windows


class FoundSettings(NamedTuple):
    """An existing settings file.

    `real` is the file itself, where `path` is a link. `owner` is the user id of its owner if that
    is another user. A link `leaves` if it leads out of the folder of a project.
    """

    path: Path
    is_global: bool
    real: Path
    owner: int | None
    leaves: bool

    @property
    def needs_trust(self) -> bool:
        """Whether it has an effect only when the user has trusted it as a whole (SPEC 1.9)."""
        return self.leaves or self.owner is not None


def look(path: Path, *, is_global: bool) -> FoundSettings | None:
    """The settings file of this name, or None. A link that leaves its folder is not followed."""
    try:
        status = os.lstat(path)
        if not stat.S_ISLNK(status.st_mode):
            return FoundSettings(path, is_global, path, _another(status), leaves=False)
        real = Path(os.path.realpath(path))
        leaves = not (is_global or real.is_relative_to(path.parent))
        owner = _another(status)
        if owner is None and not leaves:
            owner = _another(os.stat(path))
        return FoundSettings(path, is_global, real, owner, leaves)
    except (FileNotFoundError, NotADirectoryError):
        if path.is_symlink():
            raise _dangling(path) from None
        return None
    except OSError as error:
        raise _unreadable(path, error) from error


def contents(found: FoundSettings) -> bytes:
    """The bytes of a settings file; ConfigError if it is not a regular file or too large."""
    try:
        _check_kind(found, os.lstat(found.real))
        with open(os.open(found.real, _OPEN), "rb", buffering=0) as file:
            status = os.fstat(file.fileno())
            _check_kind(found, status)
            if not found.needs_trust and _another(status) is not None:
                raise ConfigError(f"{found.path}: was replaced meanwhile; run the command again")
            return _all(found, file.fileno(), status.st_size)
    except FileNotFoundError:
        raise _dangling(found.path) from None
    except OSError as error:
        raise _unreadable(found.path, error) from error


def _check_kind(found: FoundSettings, status: os.stat_result) -> None:
    if not stat.S_ISREG(status.st_mode):
        raise ConfigError(f"{found.path}: is not a file; move it away or make it a settings file")


def _all(found: FoundSettings, handle: int, size: int) -> bytes:
    parts: list[bytes] = []
    rest = 0 if size > MAX_BYTES else MAX_BYTES + 1
    while rest > 0 and (part := os.read(handle, rest)):
        parts.append(part)
        rest -= len(part)
    if rest <= 0:
        raise ConfigError(f"{found.path}: is over 1 MiB, the limit of a settings file")
    return b"".join(parts)


def _another(status: os.stat_result) -> int | None:
    """The user id of the owner, if that is neither this user nor root."""
    if not hasattr(os, "geteuid"):
        return None  # Windows
    return None if status.st_uid in (os.geteuid(), 0) else status.st_uid


def _dangling(path: Path) -> ConfigError:
    return ConfigError(
        f"{path}: is a link to a file that does not exist; remove the link or make the file"
    )


def _unreadable(path: Path, error: OSError) -> ConfigError:
    reason = error.strerror or str(error)
    return ConfigError(f"{path}: cannot be read ({reason}); check its permissions")
