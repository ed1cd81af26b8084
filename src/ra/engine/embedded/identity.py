"""Decides whether a folder is an index that `ra` made for this place and this user (SPEC 1.9).

An index has a random identity; a record with that name in the user's state folder names the place
it was made for. Any other folder is never read, changed, moved or deleted.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path

from ra.config.user_folders import is_utf8
from ra.engine.embedded import layout
from ra.engine.embedded.ownership import make_folder, own_folder, read_own, write_own
from ra.engine.place import IndexPlace
from ra.errors import ConfigError, IndexUnwritable
from ra.typed import Literal, NamedTuple

RECORDS = "indexes"
_MOST_CANDIDATES = 9
_DIGITS = 32
_DAY_NS = 86_400 * 10**9

Standing = Literal["ours", "free", "foreign"]


class Examined(NamedTuple):
    """The contents of a place: an index of ours, nothing, or something foreign.

    `owner` is the folder whose documents an index of ours holds.
    """

    folder: Path
    standing: Standing
    reason: str = ""
    owner: Path | None = None


class IndexRecord(NamedTuple):
    """The state folder's record of an index: its place, and the folder of its documents."""

    identity: str
    place: Path
    owner: Path
    used: int


def find(place: IndexPlace) -> tuple[Path | None, list[Examined]]:
    """The index of a place, if there is one, and the folders passed over on the way."""
    passed: list[Examined] = []
    for folder in _candidates(place):
        found = _for_these_documents(examine(folder, place.state), place)
        if found.standing == "ours":
            return folder, passed
        if found.standing == "free":
            break  # nothing was ever created behind a free place
        passed.append(found)
    return None, passed


def choose(place: IndexPlace) -> tuple[Path, list[Examined]]:
    """The folder of the index, existing or to be created, and the folders passed over."""
    found, passed = find(place)
    if found is not None:
        return found, passed
    refused = {one.folder for one in passed}
    for folder in _candidates(place):
        if folder not in refused:
            return folder, passed
    raise IndexUnwritable(
        f"{place.fallback}: cannot create the index: {passed[-1].reason}; move that folder away"
    )


def examine(folder: Path, state: Path) -> Examined:
    """Whether a folder is ours, free, or foreign and why."""
    if not is_utf8(folder):  # Tantivy could not open it
        return Examined(folder, "foreign", "has a path that is not UTF-8")
    try:
        reason = own_folder(folder)
    except (FileNotFoundError, NotADirectoryError):
        return Examined(folder, "free")
    except OSError as error:
        return Examined(folder, "foreign", f"cannot be accessed: {error.strerror}")
    if reason:
        return Examined(folder, "foreign", reason)
    identity = identity_of(folder)
    if identity is None:
        return _without_identity(folder)
    record = record_of(state, identity)
    if record is None:
        return Examined(folder, "foreign", "is not known to this user's ra (its record is missing)")
    if record.place != folder and identity_of(record.place) == identity:
        return Examined(folder, "foreign", f"is a copy of the index {record.place}")
    return Examined(folder, "ours", owner=record.owner)


def claim(folder: Path, place: IndexPlace) -> None:
    """Make a free folder an index of ours, or record where one of ours was moved to.

    The caller holds the lock. The record is written first: an identity without one is foreign.
    """
    identity = identity_of(folder)
    try:
        if identity is not None:
            _note_move(folder, place, identity)
            return
        new = os.urandom(16).hex()
        make_folder(place.state / RECORDS)
        _write_record(folder, place, new)
        write_own(folder / layout.IDENTITY, new.encode())
        _drop_older(folder, place, new)
    except OSError as error:
        raise IndexUnwritable(
            f"{place.state / RECORDS}: cannot create the index: "
            f"{(error.strerror or '').lower()}; "
            "free disk space or fix the permissions, then run the command again"
        ) from error


def note_use(folder: Path, place: IndexPlace) -> Path | None:
    """Record the use and place of an index; return its record.

    Skipped where nothing can be written: reading never needs to write.
    """
    identity = identity_of(folder)
    if identity is None:
        return None
    record = place.state / RECORDS / identity
    with suppress(OSError):
        _note_move(folder, place, identity)
        touch(record)
    return record


def touch(record: Path) -> None:
    """Record once a day that the index is in use."""
    with suppress(OSError):
        if time.time_ns() - record.lstat().st_mtime_ns > _DAY_NS:
            os.utime(record, follow_symlinks=False)


def check_readable(state: Path) -> None:
    """Raise ConfigError if this user cannot list the records."""
    try:
        with os.scandir(state / RECORDS):
            return
    except (FileNotFoundError, NotADirectoryError):
        return
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise ConfigError(
            f"{state / RECORDS}: cannot be read ({reason}); check its permissions"
        ) from error


def records(state: Path) -> list[IndexRecord]:
    """Every index of this user, by the folder whose documents it holds."""
    try:
        names = [path.name for path in (state / RECORDS).iterdir()]
    except OSError:
        return []
    found = [record for name in names if (record := record_of(state, name)) is not None]
    return sorted(found, key=lambda record: (record.owner, record.place))


def forget(state: Path, identity: str) -> None:
    """Remove the record of an index."""
    if _is_identity(identity):
        (state / RECORDS / identity).unlink(missing_ok=True)


def _for_these_documents(found: Examined, place: IndexPlace) -> Examined:
    """The same, except that an index in the cache made for another folder is foreign.

    Its name ends with a short digest of that folder. An index beside its documents moves with them.
    """
    is_beside = found.folder == place.folder != place.fallback
    if found.standing != "ours" or is_beside or found.owner == place.owner:
        return found
    return found._replace(standing="foreign", reason=f"is the index of {found.owner}")


def identity_of(folder: Path) -> str | None:
    """The identity in a real folder of this user."""
    with suppress(OSError):
        if own_folder(folder):
            return None
        data = (read_own(folder / layout.IDENTITY) or b"").decode("ascii", "replace").strip()
        return data if _is_identity(data) else None
    return None


def record_of(state: Path, identity: str) -> IndexRecord | None:
    """The state folder's record of an index; None without one."""
    if not _is_identity(identity):
        return None
    path = state / RECORDS / identity
    data = read_own(path)
    if data is None or b"\0" not in data:
        return None
    place, owner = data.split(b"\0", 1)
    try:
        used = path.lstat().st_mtime_ns
    except OSError:
        return None
    return IndexRecord(identity, Path(os.fsdecode(place)), Path(os.fsdecode(owner)), used)


def _note_move(folder: Path, place: IndexPlace, identity: str) -> None:
    record = record_of(place.state, identity)
    if record is not None and (record.place, record.owner) != (folder, place.owner):
        _write_record(folder, place, identity)


def _write_record(folder: Path, place: IndexPlace, identity: str) -> None:
    data = b"\0".join(map(os.fsencode, (folder, place.owner)))
    write_own(place.state / RECORDS / identity, data)


def _drop_older(folder: Path, place: IndexPlace, identity: str) -> None:
    """Delete the records of indexes that were in this place before and are gone.

    An index beside its documents may have moved with them; its record stays.
    """
    if folder != place.folder or place.folder == place.fallback:
        for record in records(place.state):
            if record.place == folder and record.identity != identity:
                forget(place.state, record.identity)


def _candidates(place: IndexPlace) -> list[Path]:
    first = [place.folder] if place.folder != place.fallback else []
    name = place.fallback.name
    more = [place.fallback.with_name(f"{name}-{number}") for number in range(2, _MOST_CANDIDATES)]
    return [*first, place.fallback, *more]


def _without_identity(folder: Path) -> Examined:
    """A folder that is empty, or in which a process was killed before it made an index."""
    try:
        entries = {path.name for path in folder.iterdir() if not path.is_symlink()}
        links = any(path.is_symlink() for path in folder.iterdir())
    except OSError as error:
        return Examined(folder, "foreign", f"cannot be listed: {error.strerror}")
    is_index = not links and any(map(layout.is_generation, entries))
    if is_index and layout.IDENTITY not in entries:
        return Examined(folder, "foreign", "is not known to ra (its identity is missing)")
    if links or not all(map(layout.is_unfinished, entries)):
        return Examined(folder, "foreign", "was not made by ra")
    return Examined(folder, "free")


def _is_identity(text: str) -> bool:
    return len(text) == _DIGITS and layout.is_hexadecimal(text)
