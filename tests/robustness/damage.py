"""Damages an index, and checks that `ra doctor` reports all that changes a result."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from ra.engine.embedded.schema import FORMAT
from ra.errors import RaError
from ra.library import Library
from tests.robustness.complete import Answers, Kind, judged
from tests.robustness.world import World, flip

CATALOG = "catalog.sqlite"
GARBAGE = b"these bytes were never written by anyone\n" * 200


def first(index: Path, pattern: str) -> Path:
    """The largest file of an index whose name fits."""
    return max(index.glob(pattern), key=lambda path: path.stat().st_size)


def truncate(path: Path, share: float) -> None:
    """Cut a file off."""
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * share)])


def pragma(index: Path, statement: str) -> None:
    """Change the catalog behind the back of ra."""
    db = sqlite3.connect(index / CATALOG)
    db.execute(statement)
    db.commit()
    db.close()


def make_garbage(path: Path) -> None:
    """Keep the length of a file, but none of its bytes."""
    size = path.stat().st_size
    path.write_bytes((GARBAGE * (size // len(GARBAGE) + 1))[:size])


DAMAGES: Mapping[str, Callable[[Path], object]] = {
    "a segment file deleted": lambda index: first(index, "postings/*/*.idx").unlink(),
    "a term file truncated": lambda index: truncate(first(index, "postings/*/*.term"), 0.5),
    "an empty segment file": lambda index: first(index, "postings/*/*.fast").write_bytes(b""),
    "a segment file of garbage": lambda index: make_garbage(first(index, "postings/*/*.term")),
    "no postings": lambda index: shutil.rmtree(index / "postings"),
    "no postings of the tree": lambda index: shutil.rmtree(index / "postings" / "1"),
    "no list of segments": lambda index: (index / "postings/1/meta.json").unlink(),
    "a list of segments of garbage": lambda index: make_garbage(index / "postings/1/meta.json"),
    "an empty list of segments": lambda index: (index / "postings/1/meta.json").write_bytes(b""),
    "no catalog": lambda index: (index / CATALOG).unlink(),
    "an empty catalog": lambda index: (index / CATALOG).write_bytes(b""),
    "half a catalog": lambda index: truncate(index / CATALOG, 0.5),
    "a catalog without its last page": lambda index: truncate(index / CATALOG, 0.999),
    "the first page of a catalog": lambda index: truncate(index / CATALOG, 0.001),
    "a catalog of garbage": lambda index: make_garbage(index / CATALOG),
    "a catalog without a table": lambda index: pragma(index, "DROP TABLE chunks"),
    "a catalog without its version": lambda index: pragma(index, "PRAGMA user_version = 0"),
    "a catalog without a row": lambda index: pragma(index, "DELETE FROM trees"),
}


def make_newer(index: Path) -> None:
    """Let an index say that a later ra has made it."""
    pragma(index, f"PRAGMA user_version = {FORMAT + 1}")


class Flip(NamedTuple):
    """One bit that was turned around, what became of each question, and whether doctor saw it."""

    file: str
    bit: int
    kinds: Mapping[str, Kind]
    seen: bool

    @property
    def is_silent(self) -> bool:
        """Whether an answer is another one, and no reading command says so."""
        return "other" in self.kinds.values()

    @property
    def is_unseen(self) -> bool:
        """Whether a question is met by it and doctor is not."""
        return not self.seen and set(self.kinds.values()) != {"same"}


def flips(
    world: World, files: Sequence[Path], count: int, good: Answers, *, keeps_times: bool
) -> Iterator[Flip]:
    """Flip so many bits of these files, one at a time, and ask.

    Without its old time a file looks as if a program had written to it; with it, as after a
    fault of the disk.
    """
    chance = random.Random(7)
    sizes = [file.stat().st_size for file in files]
    for file in chance.choices(files, sizes, k=count):
        before, status = file.read_bytes(), file.stat()
        bit = _bit(before, chance)
        flip(file, bit)
        if keeps_times:
            os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns))
        yield Flip(file.name, bit, judged(world, good), doctor_complains(world))
        file.write_bytes(before)
        os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns))


def _bit(data: bytes, chance: random.Random) -> int:
    """A bit of a byte that is not zero: of those most are room that nothing has taken yet."""
    while True:
        bit = chance.randrange(8 * len(data))
        if data[bit // 8]:
            return bit


def segment_files(world: World) -> list[Path]:
    """The files of the postings that hold something."""
    found = sorted(world.generation.glob("postings/*/*"))
    return [path for path in found if path.stat().st_size and not path.name.startswith(".")]


def doctor_complains(world: World) -> bool:
    """Whether `ra doctor` would end with 2."""
    with library(world) as kb:
        try:
            return bool(kb.index.doctor().problems)
        except RaError:
            return True


def library(world: World) -> Library:
    """The library of a project; what it says is not heard."""
    return Library(world.settings, say=lambda _: None)
