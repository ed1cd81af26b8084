"""Maintains indexes: reports their size and age, lists them, removes them."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from ra.engine.embedded import generation as generations
from ra.engine.embedded import identity, layout
from ra.engine.embedded.lock import only_writer
from ra.engine.place import About, IndexPlace
from ra.engine.user_indexes import Forgotten, KnownIndex, Left
from ra.errors import IndexUnwritable

_ADVICE = "fix the permissions, then run it again"


def about(place: IndexPlace) -> About:
    """Facts about an index that need no reading of it."""
    folder, _ = identity.find(place)
    if folder is None:
        return About(_next_folder(place), False, 0, None, (), 0)
    size, written, aside = _sizes(folder)
    names = tuple(path.name for path in layout.damaged(folder))
    exists = generations.signature(folder) is not None
    return About(folder, exists, size, (written or None) if exists else None, names, aside)


def _next_folder(place: IndexPlace) -> Path:
    """The folder in which the next command creates the missing index."""
    try:
        return identity.choose(place)[0]
    except IndexUnwritable:  # reported when it is built
        return place.folder


def prune(folder: Path, kept: int) -> None:
    """Remove generations that were moved aside earlier, except the newest."""
    found = layout.damaged(folder)
    for old in found[: len(found) - kept]:
        layout.remove_generation(old)


def known_indexes(state: Path) -> list[KnownIndex]:
    """Every index of this user, by the folder of its documents; also missing ones."""
    identity.check_readable(state)
    return [_known(record, record.place, state) for record in identity.records(state)]


def index_at(folder: Path, state: Path) -> KnownIndex | None:
    """The index in a folder, also one that was moved there and not used since."""
    key = identity.identity_of(folder)
    record = key and identity.record_of(state, key)
    if not record or identity.examine(folder, state).standing != "ours":
        return None
    return _known(record, folder, state)


def forget(index: KnownIndex, state: Path, say: Callable[[str], None]) -> Forgotten:
    """Remove an index and its record, if it is ours and the one requested."""
    try:
        freed, left = _emptied(index, state, say)
        problem = next((f"{one.path}: {one.reason}; {_ADVICE}" for one in left if one.ours), "")
        if not problem:
            identity.forget(state, index.key)
    except IndexUnwritable as error:
        return Forgotten(index, 0, (), str(error))
    except OSError as error:
        reason = (error.strerror or "unknown").lower()
        return Forgotten(index, 0, (), f"{error.filename}: cannot be removed: {reason}; {_ADVICE}")
    return Forgotten(index, freed, tuple(one for one in left if not one.ours), problem)


def _emptied(
    index: KnownIndex, state: Path, say: Callable[[str], None]
) -> tuple[int, Sequence[Left]]:
    """Remove the files of an index; return the bytes freed and what remains."""
    folder = index.folder
    with suppress(FileNotFoundError, NotADirectoryError):
        folder.lstat()  # without this call its ownership is unknown
    found = identity.examine(folder, state)
    if found.standing == "foreign":
        return 0, [Left(folder, found.reason, ours=False)]
    if identity.identity_of(folder) != index.key:
        return 0, ()
    with only_writer(folder, say):
        now = identity.identity_of(folder)
        if now is None:  # another process removed it meanwhile
            layout.remove_lock(folder)
        if now != index.key:
            return 0, ()
        before, _ = layout.size_and_time(folder)
        left = layout.remove_index(folder)
        after, _ = layout.size_and_time(folder)
    return before - after, left


def _known(record: identity.IndexRecord, folder: Path, state: Path) -> KnownIndex:
    found = identity.examine(folder, state)
    is_ours = found.standing == "ours" and identity.identity_of(folder) == record.identity
    size, _, aside = _sizes(folder) if is_ours else (0, 0, 0)
    damaged = tuple(path.name for path in layout.damaged(folder)) if is_ours else ()
    problem = "" if is_ours else found.reason or "is gone"
    return KnownIndex(
        record.identity,
        folder,
        record.owner,
        os.path.isdir(record.owner),  # noqa: PTH112 - one that cannot be looked at is none
        size,
        damaged,
        aside,
        record.used,
        problem,
    )


def _sizes(folder: Path) -> tuple[int, int, int]:
    """The bytes in use, the time of the last write, and the bytes moved aside."""
    size, written = layout.size_and_time(folder)
    aside = sum(layout.size_and_time(path)[0] for path in layout.damaged(folder))
    return size - aside, written, aside
