"""Damages a file of an index: truncated, missing, swapped, or not a regular file."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import NamedTuple

from ra.library import Library
from tests.robustness.complete import (
    ANSWER,
    BUT_SLOW_ONES,
    QUESTIONS,
    Told,
    answers,
    asker,
    digest,
    make_aged,
    update_as_large,
)
from tests.robustness.world import World, copy_index, document

PARTS = (".term", ".idx", ".pos", ".fast", ".fieldnorm", ".store")


class Stand(NamedTuple):
    """A project with copies of its index: sound, earlier, and built anew; and files outside."""

    world: World
    healthy: Path
    earlier: Path
    anew: Path
    outside: Path
    right: Mapping[str, frozenset[str]]

    def reset(self) -> None:
        """Let the index be sound, and the only one."""
        for place in self.world.index.parent.iterdir():
            if place != self.world.index:
                shutil.rmtree(place)
        copy_index(self.healthy, self.world.index)
        copy_index(self.healthy.with_name("records"), self.world.records)

    def is_right(self, question: str, told: Told) -> bool:
        """Whether the answer is that of one of these indexes, or a message that names a place."""
        if told.kind == ANSWER:
            return told.what in self.right[question]
        place = self.world.folder if told.kind == "IndexMissing" else self.world.index
        is_said = told.kind in ("IndexDamaged", "IndexUnwritable", "IndexMissing")
        return is_said and str(place) in told.what


def make_stand(place: Path, count: int) -> Stand:
    """A project and its indexes; a repaired one answers as one does that is built anew."""
    world = make_aged(place / "at", count)
    earlier, healthy, anew = (place / name for name in ("earlier", "healthy", "anew"))
    copy_index(world.index, earlier)
    found = [answers(world)]
    world.write("more-902.md", document(902))
    update_as_large(world)
    copy_index(world.index, healthy)
    copy_index(world.records, healthy.with_name("records"))
    found.append(answers(world))
    shutil.rmtree(world.generation)
    (world.index / "current").unlink()  # the identity stays: the copies are of the same index
    found.append({"files": answers(world, ["files"])["files"]})  # all are new where no index is
    world.good("update")
    copy_index(world.index, anew)
    found.append(answers(world))
    right = {
        name: frozenset(digest(each[name]) for each in found if name in each) for name in QUESTIONS
    }
    outside = place / "outside"
    outside.mkdir()
    return Stand(world, healthy, earlier, anew, outside, right)


Harm = Callable[[Stand, Path], object]
"""Does something to a file of the index in use, which is given by its place there."""


def _cut(share: float, less: int = 0) -> Harm:
    def cut(stand: Stand, path: Path) -> None:
        os.truncate(path, max(0, int(path.stat().st_size * share) - less))

    return cut


def _linked(stand: Stand, path: Path) -> None:
    """A link to a file with the same bytes, which is somebody else's."""
    target = stand.outside / path.name
    shutil.copy2(path, target)
    path.unlink()
    path.symlink_to(target)


def _folder(stand: Stand, path: Path) -> None:
    path.unlink()
    path.mkdir()


def _pipe(stand: Stand, path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def _swapped(stand: Stand, path: Path) -> None:
    """Exchanged for the same part of another segment."""
    others = [each for each in path.parent.glob(f"*{path.suffix}") if each != path]
    if path.suffix in PARTS and others:
        other = min(others, key=lambda each: each.stat().st_size)
        bytes_here, bytes_there = path.read_bytes(), other.read_bytes()
        path.write_bytes(bytes_there)
        other.write_bytes(bytes_here)


def _copied(source: Callable[[Stand], Path]) -> Harm:
    """The same file of another index, or the same part of any of its segments, in its place."""

    def copied(stand: Stand, path: Path) -> None:
        there = [each for each in source(stand).rglob("*") if each.is_file()]
        same = [each for each in there if each.name == path.name]
        alike = [each for each in there if path.suffix in PARTS and each.suffix == path.suffix]
        for found in [*same, *alike][:1]:
            with path.open("r+b") as file:  # as `cp` does it: a process that has it open sees it
                file.write(found.read_bytes())
                file.truncate()

    return copied


def _zeroed(stand: Stand, path: Path) -> None:
    with path.open("r+b") as file:
        file.write(bytes(path.stat().st_size))


HARMS: Mapping[str, Harm] = {
    "cut to nothing": _cut(0),
    "cut to half": _cut(0.5),
    "cut by a byte": _cut(1, less=1),
    "deleted": lambda _, path: path.unlink(),
    "zeroed": _zeroed,
    "swapped": _swapped,
    "earlier": _copied(lambda stand: stand.earlier),
    "of another index": _copied(lambda stand: stand.anew),
    "a link": _linked,
    "a folder": _folder,
    "a pipe": _pipe,
}


class Case(NamedTuple):
    """A file of the index, what is done to it, and what is asked then."""

    file: Path
    harm: str
    question: str

    def happen(self, stand: Stand) -> None:
        """Do it."""
        HARMS[self.harm](stand, stand.world.index / self.file)


def cases(stand: Stand, *, every: int = 1) -> Iterator[Case]:
    """Each file with each harm, or one in `every` of these; the questions take turns.

    Of the segments two are looked at: the largest, and one with removed documents.
    """
    questions = list(BUT_SLOW_ONES)
    pairs = product(_files(stand.healthy), HARMS)
    for number, (file, harm) in enumerate(pairs):
        if number % every == 0:
            yield Case(file, harm, questions[number % len(questions)])


def _files(index: Path) -> list[Path]:
    found = [each for each in index.rglob("*") if each.is_file()]
    largest = max(found, key=lambda each: each.stat().st_size * (each.suffix == ".idx")).stem
    deleted = next(each.name.partition(".")[0] for each in found if each.suffix == ".del")
    names = [each.relative_to(index) for each in found]
    return sorted(
        each for each in names if each.suffix not in PARTS or each.stem in (largest, deleted)
    )


def wrong_answers(
    stand: Stand, kind: type[Library], *, holds: bool = False, every: int = 1
) -> list[tuple[Case, Told]]:
    """Let files go wrong, one at a time, and ask a fresh library, or one that has searched."""
    wrong = []
    with asker(stand.world, kind) as process:
        for case in cases(stand, every=every):
            stand.reset()
            asked = (case.question, "phrase and field") if holds else (case.question,)
            if holds:
                process.tell("hold", "any words", case.question)
            case.happen(stand)
            told = process.tell("ask", *asked)
            wrong += [(case, each) for name, each in told.items() if not stand.is_right(name, each)]
            process.tell("close")
    return wrong
