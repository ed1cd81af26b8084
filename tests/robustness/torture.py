"""How long does it hold? The long form of the kills and flips, with figures at the end.

python -m tests.robustness.torture --kills 200 --flips 100
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from pathlib import Path

from tests.robustness import damage
from tests.robustness.faults import POINTS
from tests.robustness.kills import Killed, Stage, both_stages, kill_at_moment, kill_at_point
from tests.robustness.world import World, copy_index

FILES = 1500
FLIPPED_FILES = 200
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
    others = [point for point in POINTS if point != BETWEEN and "declaration" not in point]
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


def flips(place: Path, count: int) -> list[damage.Flip]:
    """So many flipped bits in each file of an index."""
    world = World(place)
    world.fill(FLIPPED_FILES)
    world.good("update")
    world.age(FLIPPED_FILES)
    world.good("update")
    copy_index(world.index, place / "healthy")
    return list(damage.flips(world, place / "healthy", count, range(FLIPPED_FILES)))


def _say(text: str) -> None:
    print(text, flush=True)


def main() -> int:
    """Run what was asked for; exit code 1 if anything was wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=0)
    parser.add_argument("--flips", type=int, default=0)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        if asked.kills:
            found = kills(Path(place) / "kills", asked.kills)
            between = sum(killed.moment.startswith(BETWEEN) for killed in found)
            _say(f"{len(found)} kills, {between} between the two commits, no wrong answer")
        unseen = []
        if asked.flips:
            turned = flips(Path(place) / "flips", asked.flips)
            unseen = [each for each in turned if each.answer != "same" and not each.seen]
            _say(f"{len(turned)} flips: {Counter((each.answer, each.seen) for each in turned)}")
            _say(f"answers changed and not seen by doctor: {unseen}")
    return 1 if unseen else 0


if __name__ == "__main__":
    sys.exit(main())
