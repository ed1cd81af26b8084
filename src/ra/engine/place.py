"""Where an index belongs and what is known of it, whatever kind of engine keeps it."""

from __future__ import annotations

from pathlib import Path

from ra.typed import NamedTuple


class IndexPlace(NamedTuple):
    """Where an index belongs: `folder`, or `fallback` in the cache if that holds something else.

    `state` is the user's state folder, which knows the identity of each index. `owner` is the
    folder whose documents it is for.
    """

    folder: Path
    fallback: Path
    state: Path
    owner: Path


class Building(NamedTuple):
    """A tree of which only a part can be searched yet; `expected` is 0 if nobody counted."""

    tree: str
    done: int
    expected: int


class About(NamedTuple):
    """What is known of an index without reading it.

    `size` counts the bytes in use, `damaged_size` those of what was moved aside; `written` is
    when it was last changed (ns).
    """

    folder: Path
    exists: bool
    size: int
    written: int | None
    damaged: tuple[str, ...]
    damaged_size: int
