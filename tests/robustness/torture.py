"""The long form of kills, damage and crowds, with figures at the end.

python -m tests.robustness.torture              everything, in its long form (`make torture`)
python -m tests.robustness.torture --short      everything, in a few minutes
python -m tests.robustness.torture --kills 200 --changes 5000
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from ra.library import Library
from tests.robustness import damage
from tests.robustness.complete import Unrepaired, answers, make_aged
from tests.robustness.crowd import MANY, crowd
from tests.robustness.faults import POINTS
from tests.robustness.index_files import cases, make_stand, wrong_answers
from tests.robustness.kills import Killed, Stage, both_stages, kill_at_moment, kill_at_point
from tests.robustness.pages import REPLACEMENTS, each_damaged
from tests.robustness.world import World, copy_index

FILES = 1500
DAMAGED_FILES = 200
BETWEEN = "before the postings are committed"


def kills(place: Path, count: int) -> list[Killed]:
    """Half of the kills at moments spread over the writing, half at fault points, in turn."""
    found: list[Killed] = []
    for make in both_stages(place, FILES):
        at = make()
        before = at.world.sources()
        _say(f"{at.name}: {at.length:.2f} s, first write after {at.first_write:.2f} s")
        moments = count // 4
        for number in range(moments):
            found.append(kill_at_moment(at, (number + 0.5) / moments))
            _say(f"{len(found):4} {found[-1]}")
        found += _at_points(at, count // 2 - moments)
        assert at.world.sources() == before, "a source file was touched"
        at.world.ra("update")
    return found


def _at_points(at: Stage, count: int) -> list[Killed]:
    """So many kills at fault points; those between the two commits come most often."""
    found: list[Killed] = []
    once = ("declaration", "publication")
    others = [point for point in POINTS if point != BETWEEN and not point.endswith(once)]
    number = 1
    while len(found) < count:
        before = len(found)
        for point in (BETWEEN, others[number % len(others)], "before the flip"):
            killed = kill_at_point(at, point, (number - 1) % 6 + 2)
            if killed is not None and len(found) < count:
                found.append(killed)
                _say(f"     {killed}")
        number += 1
        assert len(found) > before or number < 20, "no fault point is passed any more"
    return found


def flips(place: Path, count: int) -> list[object]:
    """So many flipped bits in the catalog and in the segments; returns those that go unnoticed.

    A flip in a segment that leaves the time of the file as it is may be seen by doctor alone.
    """
    world = make_aged(place, DAMAGED_FILES)
    good = answers(world)
    catalog, segments = [world.generation / damage.CATALOG], damage.segment_files(world)
    wrong: list[object] = []
    for name, files, keeps_times in (
        ("catalog, its time kept", catalog, True),
        ("segments, their times kept", segments, True),
        ("segments, written to", segments, False),
    ):
        found = list(damage.flips(world, files, count, good, keeps_times=keeps_times))
        silent = [each for each in found if each.is_silent]
        met = sum("damaged" in each.kinds.values() for each in found)
        _say(f"{name}: {count} flips, {met} said, {len(silent)} seen by doctor alone: {silent}")
        wrong += [each for each in found if each.is_unseen]
        wrong += silent if files is catalog or not keeps_times else []
    return wrong


def pages(place: Path) -> list[object]:
    """Each page of a catalog damaged in each way; returns those that change an answer."""
    world = make_aged(place, DAMAGED_FILES)
    good = answers(world)
    copy_index(world.index, place / "healthy")
    wrong: list[object] = []
    for how in REPLACEMENTS:
        found = list(each_damaged(world, place / "healthy", how, good, apart=True))
        unsound = [each for each in found if each.is_unsound]
        _say(f"{len(found)} pages {how}: {len(unsound)} change an answer: {unsound}")
        wrong += unsound
    return wrong


def files(place: Path) -> list[object]:
    """Each file of an index gone wrong in each way; returns what answers otherwise then."""
    stand = make_stand(place, DAMAGED_FILES)
    wrong: list[object] = []
    for name, kind, holds in (
        ("a fresh library", Unrepaired, False),
        ("an open library", Unrepaired, True),
        ("a library that repairs", Library, False),
    ):
        found = wrong_answers(stand, kind, holds=holds)
        _say(f"{sum(1 for _ in cases(stand))} wrong files, {name}: {len(found)} wrong: {found}")
        wrong += found
    return wrong


def changes(place: Path, count: int) -> list[object]:
    """Whole searches of many processes and threads beside writers, until so many changes are in."""
    found = crowd(World(place), MANY._replace(changes=count))
    asked = ", ".join(f"{role} {number}" for role, number in found.asked.items())
    _say(f"{found.changes} changes, {len(found.wrong)} wrong answers; asked: {asked}")
    return [*found.wrong]


def killed(place: Path, count: int) -> list[object]:
    """So many kills; the first one that is not made good ends it."""
    try:
        found = kills(place, count)
    except AssertionError as error:
        return [error]
    between = sum(each.moment.startswith(BETWEEN) for each in found)
    _say(f"{len(found)} kills, {between} between the two commits, no wrong answer")
    return []


class Part(NamedTuple):
    """One kind of torture: how often it is done, in the long form and in the short one."""

    run: Callable[[Path, int], list[object]]
    long: int
    short: int


PARTS: Mapping[str, Part] = {
    "kills": Part(killed, 60, 8),
    "flips": Part(flips, 300, 10),
    "pages": Part(lambda place, _: pages(place), 1, 0),
    "files": Part(lambda place, _: files(place), 1, 0),
    "changes": Part(changes, 2000, 300),
}


def _say(text: str) -> None:
    print(text, flush=True)


def _chosen() -> dict[str, int]:
    """How often each part is to be done."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--short", action="store_true")
    for name in PARTS:
        parser.add_argument(f"--{name}", type=int, default=None, metavar="N")
    given = vars(parser.parse_args())
    is_short = given.pop("short")
    named = {name: count for name, count in given.items() if count is not None}
    return named or {name: part[2 if is_short else 1] for name, part in PARTS.items()}


def main() -> int:
    """Run what was asked for; exit code 1 if anything was wrong."""
    wrong: list[object] = []
    for name, count in _chosen().items():
        if count:
            start = monotonic()
            with tempfile.TemporaryDirectory() as place:
                found = PARTS[name].run(Path(place) / name, count)
            wrong += [f"{name}: {each}" for each in found]
            _say(f"{name}: {len(found)} wrong, {monotonic() - start:.0f} s")
    for each in wrong[:20]:
        _say(f"WRONG {each}")
    _say(f"torture: {len(wrong)} wrong" if wrong else "torture: nothing is wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
