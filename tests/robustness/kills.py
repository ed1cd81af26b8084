"""Kills `ra update` at a moment or a fault point, and checks the index."""

from __future__ import annotations

import signal
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from tests.robustness.world import Answers, Outcome, Peek, World, copy_index, outcome, peek

FAULTS = "tests.robustness.faults"
_TRIES = 25


class Stage(NamedTuple):
    """An update that can be done again and again, and what must come out of it."""

    name: str
    world: World
    before: Path
    first_write: float  # seconds after the catalog was opened, like `length`
    length: float
    expected: Answers
    numbers: range

    def reset(self) -> Peek:
        """Put the index back to what it was before the update; returns what that holds."""
        copy_index(self.before, self.world.index)
        return peek(self.world.index)


class Killed(NamedTuple):
    """A kill that met work under way: what was there, and what the next command did."""

    stage: str
    moment: str
    committed: int
    owed: int
    report: dict[str, int]


def stage(name: str, world: World, before: Path, count: int) -> Stage:
    """Measure an uninterrupted update of the index that is there now, and what it leads to."""
    copy_index(world.index, before)
    nothing = peek(world.index)
    process = world.start("update", "--json")
    start = _opened(world, process)
    while process.poll() is None and peek(world.index) == nothing:
        pass
    first = time.monotonic() - start
    done = outcome(process)
    assert done.code == 0, done
    numbers = range(count + count // 10)
    length = time.monotonic() - start
    return Stage(name, world, before, first, length, world.answers(numbers), numbers)


def _opened(world: World, process: subprocess.Popen[bytes]) -> float:
    """Wait until a process has opened the catalog: how long it takes to load says nothing."""
    while process.poll() is None and not any(world.index.glob("gen-*/catalog.sqlite-wal")):
        pass
    return time.monotonic()


def kill_at_moment(at: Stage, share: float) -> Killed:
    """Kill the real command after this share of the time in which it writes.

    A kill before the first write, or after the end, does not count and is tried again.
    """
    delay = at.first_write + share * (at.length - at.first_write)
    for _ in range(_TRIES):
        before = at.reset()
        process = at.world.start("update")
        _opened(at.world, process)
        time.sleep(delay)
        process.send_signal(signal.SIGKILL)
        if outcome(process).code == 0:
            delay *= 0.85
        elif peek(at.world.index) == before:
            delay = delay * 1.1 + 0.01
        else:
            return _aftermath(at, f"after {delay:.2f} s")
    raise AssertionError(f"{at.name}: no kill met the writing, last after {delay:.2f} s")


def kill_at_point(at: Stage, point: str, number: int) -> Killed | None:
    """Kill the command at the n-th pass of a fault point; None if it is not passed that often."""
    before = at.reset()
    done = at.world.ra(point, str(number), "update", module=FAULTS)
    if done.code == 0:
        return None
    assert done.code == -signal.SIGKILL, done
    assert peek(at.world.index) != before, f"{point}: nothing was written yet"
    return _aftermath(at, f"{point} ({number})")


def _aftermath(at: Stage, moment: str) -> Killed:
    """The next command finishes the work, does nothing twice, and nothing is lost or mixed."""
    left = peek(at.world.index)
    todo = _todo(at.world, left)
    done = at.world.ra("update", "--json")
    where = f"{at.name}, killed {moment}"
    assert (done.code, done.err) == (0, ""), f"{where}: {done}"
    report = _report(done)
    assert report == {**todo, "recovered": left.owed}, f"{where}: {report} for {todo}, {left.owed}"
    assert at.world.answers(at.numbers) == at.expected, f"{where}: other answers"
    return Killed(at.name, moment, len(left.files), left.owed, report)


def _todo(world: World, left: Peek) -> dict[str, int]:
    """What an update has to do that finds this manifest."""
    there = {
        place.relative_to(world.folder).as_posix(): (place.stat().st_mtime_ns, place.stat().st_size)
        for place in world.folder.rglob("*.md")
    }
    kinds = Counter(
        "added" if path not in left.files else "modified"
        for path, facts in there.items()
        if left.files.get(path) != facts
    )
    removed = sum(path not in there for path in left.files)
    return {
        "added": kinds["added"],
        "modified": kinds["modified"],
        "removed": removed,
        "unchanged": len(there) - kinds.total(),
    }


def _report(done: Outcome) -> dict[str, int]:
    (tree,) = done.json["trees"]
    counts = {name: tree[name] for name in ("added", "modified", "removed", "unchanged")}
    return {**counts, "recovered": done.json["recovered"]}


def both_stages(place: Path, count: int) -> Iterable[Callable[[], Stage]]:
    """A full build of so many files, then an update of the same project after many changes."""
    world = World(place)

    def full() -> Stage:
        world.fill(count)
        return stage("full", world, place / "before-full", count)

    def incremental() -> Stage:
        world.ra("update")
        world.age(count)
        return stage("incremental", world, place / "before-incremental", count)

    return full, incremental
