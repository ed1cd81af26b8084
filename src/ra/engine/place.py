"""Values that describe where an index is and how large it is, for any kind of engine."""

from __future__ import annotations

from pathlib import Path

from ra.typed import NamedTuple


class IndexPlace(NamedTuple):
    """Where an index is stored: `folder`, or `fallback` in the cache if the folder is not usable.

    `state` is the user's state folder, which records the identity of each index. `owner` is the
    folder whose documents it holds.
    """

    folder: Path
    fallback: Path
    state: Path
    owner: Path


class Building(NamedTuple):
    """A tree that is only partly searchable yet; `expected` is 0 if the files were not counted."""

    tree: str
    done: int
    expected: int


class About(NamedTuple):
    """Facts about an index that need no reading of it.

    `size` counts the bytes in use, `damaged_size` those of generations moved aside; `written` is
    the time of the last change (ns).
    """

    folder: Path
    exists: bool
    size: int
    written: int | None
    damaged: tuple[str, ...]
    damaged_size: int
