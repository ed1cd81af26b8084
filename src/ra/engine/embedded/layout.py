"""Names the files that `ra` makes in an index folder; no other file there is ever touched.

identity        identifies the index in the user's state folder
current         names the generation in use
writer.lock     held by the one process that writes
gen-…/          one generation: catalog.sqlite and postings/NUMBER/
damaged-N/      a generation that was moved aside
"""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from ra.typed import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ra.engine.user_indexes import Left

IDENTITY, CURRENT, LOCK, IGNORE = "identity", "current", "writer.lock", ".gitignore"
CATALOG, POSTINGS = "catalog.sqlite", "postings"
_ATTEMPTS = 5
_DAMAGED = "damaged-"
_GENERATION_DIGITS = 12
_HEXADECIMAL = "0123456789abcdef"
_GENERATION = rf"gen-[0-9a-f]{{{_GENERATION_DIGITS}}}"
_ASIDE = rf"{_DAMAGED}[1-9][0-9]{{0,8}}"
_FIRST_FILES = rf"{LOCK}|\.gitignore|(?:{IDENTITY}|\.gitignore)\.[0-9a-f]+\.new"
_TOP_FILES = rf"{_FIRST_FILES}|{IDENTITY}|{CURRENT}|{CURRENT}\.[0-9a-f]+\.new"
_LAST = (IDENTITY, LOCK)
_ORDER = {CURRENT: 0, IDENTITY: 2, LOCK: 3}  # the order of removal; all others between
_NOT_EMPTY = (errno.ENOTEMPTY, errno.EEXIST)
_CATALOG_FILES = r"catalog\.sqlite(?:-wal|-shm|-journal)?"
_POSTING_FILES = (
    r"meta\.json|\.managed\.json|\.tantivy-[a-z]+\.lock|\.tmp[A-Za-z0-9]{6}"
    r"|[0-9a-f]{32}\.(?:\d+\.)?[a-z]+(?:\.[a-z]+)?"
)


class Level(NamedTuple):
    """The allowed content of a folder: names of files, and of folders with their own level."""

    files: str
    folders: tuple[tuple[str, Level], ...] = ()


_TREE = Level(_POSTING_FILES)
_TREES = Level(r"(?!)", ((r"\d+", _TREE),))
_INSIDE = Level(_CATALOG_FILES, ((POSTINGS, _TREES),))
_INDEX = Level(_TOP_FILES, ((_GENERATION, _INSIDE), (_ASIDE, _INSIDE)))


def new_generation() -> str:
    """A name that no generation had before."""
    return f"gen-{os.urandom(6).hex()}"


def is_unfinished(name: str) -> bool:
    """Whether a file of this name is created before an index has its identity."""
    return re.fullmatch(_FIRST_FILES, name) is not None


def is_generation(name: str) -> bool:
    """Whether a folder of this name is a generation."""
    start, digits = name[:4], name[4:]  # no pattern: every command asks this once
    return start == "gen-" and len(digits) == _GENERATION_DIGITS and is_hexadecimal(digits)


def is_hexadecimal(text: str) -> bool:
    """Whether all characters are those of a hexadecimal number in small letters."""
    return not text.strip(_HEXADECIMAL)


def generations(folder: Path) -> list[Path]:
    """The generations in an index folder."""
    return [path for path in _entries(folder) if is_generation(path.name)]


def damaged(folder: Path) -> list[Path]:
    """Generations moved aside, oldest first."""
    found = [path for path in _entries(folder) if re.fullmatch(_ASIDE, path.name)]
    return sorted(found, key=lambda path: int(path.name.removeprefix(_DAMAGED)))


def next_damaged(folder: Path) -> Path:
    """The folder for a damaged generation."""
    numbers = [int(path.name.removeprefix(_DAMAGED)) for path in damaged(folder)]
    return folder / f"{_DAMAGED}{max(numbers, default=0) + 1}"


def postings_folders(generation: Path) -> list[Path]:
    """The folders of a generation with the postings of one tree each."""
    found = _entries(generation / POSTINGS)
    return [path for path in found if re.fullmatch(r"\d+", path.name) and not path.is_symlink()]


def foreign_in(generation: Path) -> Path | None:
    """An entry that Tantivy must not open: a link, pipe or folder among the postings."""
    place = generation / POSTINGS
    if place.is_symlink():
        return place
    try:
        with os.scandir(place) as trees:
            for tree in trees:
                if not tree.is_dir(follow_symlinks=False):
                    return place / tree.name
                if found := foreign_file(place / tree.name):
                    return found
    except OSError:  # nothing exists yet, or another process is removing it
        return None
    return None


def foreign_file(postings: Path) -> Path | None:
    """An entry that is not a regular file in the folder of a tree's postings."""
    with os.scandir(postings) as files:
        found = next((file for file in files if not file.is_file(follow_symlinks=False)), None)
        return found and Path(found.path)


def remove_index(folder: Path) -> list[Left]:
    """Remove an index; return what remains. The caller holds the lock.

    `current` goes first: nobody opens an index during its removal, and if `current` must stay, so
    does the rest. The identity goes after all that may fail, so that an index is ours until it is
    gone; the lock goes last.
    """
    left: list[Left] = []
    for path in sorted(_entries(folder), key=lambda path: _ORDER.get(path.name, 1)):
        if path.name in _LAST and any(one.ours for one in left):
            return left
        left += _remove_entry(path, _INDEX)
        if path.name == CURRENT and any(one.ours for one in left):
            return left
    if left:
        return left
    error = _remove_folder(folder)  # not empty: the next writer has started there
    return [_unremovable(folder, error)] if error and error.errno not in _NOT_EMPTY else []


def remove_lock(folder: Path) -> None:
    """Remove a lock that was made where an index no longer exists; the caller holds it."""
    _remove_entry(folder / LOCK, _INDEX)
    _remove_folder(folder)


def remove_generation(folder: Path) -> list[Left]:
    """Remove a generation, also a damaged one; return what remains."""
    return _removed(folder, _INSIDE)


def remove_postings(folder: Path) -> list[Left]:
    """Remove the postings of one tree; return what remains."""
    return _removed(folder, _TREE)


def private(folder: Path) -> None:
    """Make the files of a Tantivy index private; Tantivy creates them readable for all."""
    for path in _entries(folder):
        with suppress(OSError):  # merged away meanwhile; the folder is private anyway
            status = path.lstat()
            if stat.S_ISREG(status.st_mode) and status.st_mode & 0o077:
                path.chmod(0o600)


def size_and_time(folder: Path) -> tuple[int, int]:
    """The bytes of all files below a folder, and the time of the last write (ns); 0 if none."""
    size = written = 0
    for path in _entries(folder):
        with suppress(OSError):  # files come and go while another process writes
            status = path.lstat()
            if stat.S_ISDIR(status.st_mode):
                below, changed = size_and_time(path)
                size, written = size + below, max(written, changed)
            elif stat.S_ISREG(status.st_mode) and not path.name.endswith("-shm"):
                size += status.st_size
                written = max(written, status.st_mtime_ns) if status.st_size else written
    return size, written


def _removed(folder: Path, level: Level) -> list[Left]:
    """Remove a folder with everything its level names; again while SQLite adds to it.

    A process that has just opened the catalog may create its log after the removal.
    """
    error: OSError | None = None
    for _ in range(_ATTEMPTS):
        if folder.is_symlink():
            return [_foreign(folder, "is a link")]
        left = [one for path in _entries(folder) for one in _remove_entry(path, level)]
        if left:
            return left
        error = _remove_folder(folder)
        if error is None:
            return []
    return [_unremovable(folder, error)] if error else []


def _remove_entry(path: Path, level: Level) -> list[Left]:
    try:
        mode = path.lstat().st_mode
        if stat.S_ISLNK(mode):
            return [_foreign(path, "is a link")]
        if stat.S_ISDIR(mode):
            below = (each for name, each in level.folders if re.fullmatch(name, path.name))
            inside = next(below, None)
            return [_foreign(path)] if inside is None else _removed(path, inside)
        if not stat.S_ISREG(mode) or not re.fullmatch(level.files, path.name):
            return [_foreign(path)]
        path.unlink(missing_ok=True)
    except FileNotFoundError:
        return []
    except OSError as error:
        return [_unremovable(path, error)]
    return []


def _remove_folder(folder: Path) -> OSError | None:
    """Remove an empty folder; return the error if that fails."""
    try:
        folder.rmdir()
    except FileNotFoundError:
        return None
    except OSError as error:
        return error
    return None


def _foreign(path: Path, reason: str = "was not made by ra") -> Left:
    from ra.engine.user_indexes import Left  # rarely needed

    return Left(path, reason, ours=False)


def _unremovable(path: Path, error: OSError) -> Left:
    from ra.engine.user_indexes import Left

    return Left(path, f"cannot be removed: {(error.strerror or 'unknown').lower()}", ours=True)


def _entries(folder: Path) -> Iterator[Path]:
    try:
        if folder.is_symlink():
            return iter(())
        return iter(sorted(folder.iterdir()))
    except OSError:
        return iter(())
