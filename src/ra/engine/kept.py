"""What is told of the indexes that a user has, and of those that were removed."""

from __future__ import annotations

from pathlib import Path

from ra.typed import NamedTuple


class KnownIndex(NamedTuple):
    """One index of this user, for a list of all; `used` is when it was last in use (ns).

    `key` is its name in the state folder. `problem` says why it cannot be used: it is gone, or
    something else is in its place.
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
    """What stayed where an index was removed, and why; `ours` if `ra` has made it."""

    path: Path
    reason: str
    ours: bool


class Forgotten(NamedTuple):
    """What became of an index that was to be removed; `freed` counts bytes.

    `left` is what `ra` has not made. With a `problem` the index is still there, or a part of it.
    """

    known: KnownIndex
    freed: int
    left: tuple[Left, ...]
    problem: str
