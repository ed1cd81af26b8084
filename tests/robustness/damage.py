"""How is an index damaged, and does `ra doctor` see what changes an answer?"""

from __future__ import annotations

import random
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from ra.engine.embedded.schema import FORMAT
from ra.errors import RaError
from ra.library import Library
from ra.library import open as open_library
from tests.robustness.world import Answers, World, answers, copy_index, flip

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
    """One bit that was turned around, whether an answer changed, and whether doctor saw it."""

    file: str
    bit: int
    answer: str
    seen: bool


def files_of(index: Path) -> list[Path]:
    """The files that answers come from."""
    return [index / CATALOG, *(path for path in sorted(index.glob("postings/*/*")) if size(path))]


def size(path: Path) -> int:
    """The bytes of a file."""
    return path.stat().st_size


def flips(world: World, healthy: Path, count: int, numbers: range) -> Iterator[Flip]:
    """Flip so many bits of each file, one at a time, and ask for everything."""
    good = world.answers(numbers)
    words = list(good.words)
    chance = random.Random(7)
    for file in files_of(healthy):
        name = file.relative_to(healthy)
        for bit in chance.sample(range(size(file) * 8), min(count, size(file) * 8)):
            copy_index(healthy, world.index)
            flip(world.index / name, bit)
            seen = doctor_complains(world)
            copy_index(healthy, world.index)
            flip(world.index / name, bit)
            yield Flip(str(name), bit, _answer(world.index, words, good), seen)


def doctor_complains(world: World) -> bool:
    """Whether `ra doctor` would end with 2."""
    with library(world) as kb:
        try:
            return bool(kb.doctor().problems)
        except RaError:
            return True


def library(world: World) -> Library:
    """The library of a project; what it says is not heard."""
    return open_library(world.folder, say=lambda _: None)


def _answer(index: Path, words: list[str], good: Answers) -> str:
    """Whether an index says what it should: `same`, `other`, or the name of the error."""
    try:
        return "same" if answers(index, words) == good else "other"
    except RaError as error:
        return type(error).__name__
