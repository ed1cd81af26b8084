"""Finds the settings file for `ra trust`: the nearest one, even if it is not trusted yet."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ra.config.safe_open import FoundSettings, look
from ra.config.schema import FILE_NAME
from ra.config.trust import recall
from ra.errors import NotFound


def nearest(folder: Path, home: Path) -> FoundSettings:
    """The settings file of a folder, or of the nearest one above it."""
    if folder.is_file():
        raise NotFound(f"{folder}: is a file, not a folder; give the folder of a settings file")
    if not folder.is_dir():
        raise NotFound(f"{folder}: no such folder")
    for path in _candidates(folder, home):
        if found := look(path, is_global=path.parent == home):
            return found
    place = folder.resolve()
    others = f", but for ~/{FILE_NAME}, which needs no trust" if _is_own(place, home) else ""
    raise NotFound(
        f"{place}: no {FILE_NAME} in this folder or above it{others}; write one with `ra init`"
    )


def known_file(folder: Path, home: Path, state: Path) -> Path:
    """The nearest settings file that has a record, else the existing or expected one."""
    paths = list(_candidates(folder, home))
    there = (path for path in paths if path.exists() or path.is_symlink())
    first = next(there, paths[0])
    near = paths[: paths.index(first) + 1]
    return next((path for path in near if recall(state, path)), first)


def _is_own(place: Path, home: Path) -> bool:
    """Whether the settings file above a folder is the user's own global one."""
    found = look(home / FILE_NAME, is_global=True) if home in place.parents else None
    return found is not None and not found.needs_trust


def _candidates(folder: Path, home: Path) -> Iterator[Path]:
    """Folders from this one up. The home folder is skipped: its file is the user's own."""
    start = folder.resolve()
    for each in (start, *start.parents):
        if each != home or each == start:
            yield each / FILE_NAME
