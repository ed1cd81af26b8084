"""Values that describe the indexes of a user, and the result of removing one."""

from __future__ import annotations

from pathlib import Path

from ra.typed import NamedTuple


class KnownIndex(NamedTuple):
    """One index of this user, for a list of all; `used` is the time of its last use (ns).

    `key` is its name in the state folder. `problem` says why it cannot be used: it is missing, or
    another folder is in its place.
    """

    key: str
    folder: Path
    owner: Path
    owner_exists: bool
    size: int
    damaged: tuple[str, ...]
    damaged_size: int
    used: int
    problem: str


class Left(NamedTuple):
    """What remained where an index was removed, and why; `ours` if `ra` made it."""

    path: Path
    reason: str
    ours: bool


class Forgotten(NamedTuple):
    """The result of removing an index; `freed` counts bytes.

    `left` lists files that `ra` did not make. With a `problem` the index, or a part of it, remains.
    """

    known: KnownIndex
    freed: int
    left: tuple[Left, ...]
    problem: str
