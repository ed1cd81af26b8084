"""Damages the pages of the catalog in turn: each zeroed, or replaced by another."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from tests.robustness.complete import Answers, Kind, judged
from tests.robustness.damage import CATALOG, doctor_complains
from tests.robustness.world import World, copy_index, generation_of

_BTREE_KINDS = b"\x02\x05\x0a\x0d"
_FILE_HEADER = 100

Replacement = Callable[["Pages", int], bytes | None]
"""What stands in the place of a page; None where that would change nothing."""


class Pages(NamedTuple):
    """The bytes of a catalog, page by page; the first page is number 1."""

    size: int
    data: bytes

    def __len__(self) -> int:
        """How many there are."""
        return len(self.data) // self.size

    def page(self, number: int) -> bytes:
        """One page."""
        return self.data[(number - 1) * self.size : number * self.size]

    def kind(self, number: int) -> int:
        """What a page holds, by its first byte; 0 for pages that are no part of a B-tree."""
        first = self.page(number)[_FILE_HEADER if number == 1 else 0]
        return first if first in _BTREE_KINDS else 0

    def replaced(self, number: int, page: bytes) -> bytes:
        """The bytes of the catalog with another page."""
        start = (number - 1) * self.size
        return self.data[:start] + page + self.data[start + self.size :]


def pages_of(catalog: Path) -> Pages:
    """The pages of a catalog that has no log."""
    data = catalog.read_bytes()
    return Pages(int.from_bytes(data[16:18], "big"), data)


def _zeroed(pages: Pages, number: int) -> bytes | None:
    return bytes(pages.size)


def _of_the_same_kind(pages: Pages, number: int) -> bytes | None:
    """The next page of this kind: a leaf for a leaf, so that SQLite sees nothing wrong."""
    kind = pages.kind(number)
    others = [*range(number + 1, len(pages) + 1), *range(1, number)]
    return next((pages.page(other) for other in others if pages.kind(other) == kind), None)


def _any(pages: Pages, number: int) -> bytes | None:
    return pages.page(number * 7 % len(pages) + 1)


REPLACEMENTS: Mapping[str, Replacement] = {
    "zeroed": _zeroed,
    "replaced by one of its kind": _of_the_same_kind,
    "replaced by any other": _any,
}


class Damaged(NamedTuple):
    """One damaged page, what became of each question, and whether doctor saw it."""

    number: int
    kinds: Mapping[str, Kind]
    seen: bool

    @property
    def is_unsound(self) -> bool:
        """Whether an answer is another one, or doctor is blind to what changes answers."""
        kinds = set(self.kinds.values())
        return "other" in kinds or ("damaged" in kinds and not self.seen)


def each_damaged(
    world: World,
    healthy: Path,
    how: str,
    good: Answers,
    *,
    every: int = 1,
    apart: bool = False,
) -> Iterator[Damaged]:
    """Damage one page after the other, or one in `every`, and ask; see `judged`."""
    pages = pages_of(generation_of(healthy) / CATALOG)
    for number in range(1, len(pages) + 1, every):
        page = REPLACEMENTS[how](pages, number)
        if page is not None and page != pages.page(number):
            copy_index(healthy, world.index)
            write_page(world.generation / CATALOG, number, page)
            yield Damaged(number, judged(world, good, apart=apart), doctor_complains(world))


def write_page(catalog: Path, number: int, page: bytes) -> None:
    """Replace a page as a failing disk does: the times of the file say nothing of it."""
    status = catalog.stat()
    catalog.write_bytes(pages_of(catalog).replaced(number, page))
    os.utime(catalog, ns=(status.st_atime_ns, status.st_mtime_ns))


def root_of(catalog: Path, table: str) -> int:
    """The number of the page at which a table begins."""
    db = sqlite3.connect(catalog)
    try:
        query = "SELECT rootpage FROM sqlite_master WHERE name = ?"
        return int(db.execute(query, (table,)).fetchone()[0])
    finally:
        db.close()
