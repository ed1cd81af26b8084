"""Tests that the curve of scores shows every cut, however late."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from ra.present import explain
from ra.present.style import Style
from ra.search.candidates import Candidate
from ra.search.elbow import elbow
from ra.search.floor import relevance_floor
from ra.search.locality import Localized
from ra.search.results import Report
from tests.worlds import world


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Report:
    """The report of a search that found nothing."""
    with world(tmp_path_factory.mktemp("empty"), {"t": {"a.md": "text\n"}}) as here:
        return here.search("zymurgy")


def curve(empty: Report, scores: Sequence[float], *, share: float = 0.0) -> list[str]:
    """What each line of the curve is: the number of a bar, a cut, or how many are left out."""
    some = tuple(Candidate(f"t:{number}", "t", score) for number, score in enumerate(scores))
    cut = elbow(some, ratio=0.5, limit=1000)
    floored = relevance_floor(cut.kept, share=share)
    trace = empty.trace._replace(localized=Localized(some, (), 1.0), elbow=cut, floor=floored)
    report = empty._replace(trace=trace)
    drawn = "\n".join(explain.draw(report, Style())).partition("scores\n")[2].split("\n")
    return [_meaning(line) for line in drawn if line]


def _meaning(line: str) -> str:
    if bar := re.search(r"t:(\d+)$", line):
        return bar[1]
    return line.strip(" –")


def numbers(first: int, last: int) -> list[str]:
    """The bars from one to another, the last included."""
    return [str(number) for number in range(first, last + 1)]


def test_a_late_elbow_is_drawn(empty: Report) -> None:
    """Bars before and after the cut are shown; how many are left out is said."""
    assert curve(empty, [1.0] * 45 + [0.1] * 9) == [
        *numbers(0, 21),
        "... 20 more ...",
        *numbers(42, 44),
        "elbow",
        *numbers(45, 49),
        "and 4 more",
    ]


def test_a_late_floor_is_drawn(empty: Report) -> None:
    """The same for the floor, whether the elbow cut or not."""
    slow = [0.98**number for number in range(80)]
    at = sum(score >= 0.4 for score in slow)
    around = [*numbers(at - 3, at - 1), "floor", *numbers(at, at + 4)]
    assert curve(empty, slow, share=0.4) == [
        *numbers(0, 21),
        f"... {at - 3 - 22} more ...",
        *around,
        f"and {80 - at - 5} more",
    ]
    both = curve(empty, [*slow, *[0.01] * 5], share=0.4)
    assert " ".join(around) in " ".join(both)
    assert both[-9:] == [*numbers(77, 79), "elbow", *numbers(80, 84)]


@pytest.mark.parametrize(
    ("scores", "lines"),
    [
        ([1.0, 0.9, 0.1], ["0", "1", "elbow", "2"]),
        ([1.0, 0.9], ["0", "1"]),
        ([1.0] * 25 + [0.1] * 9, [*numbers(0, 24), "elbow", *numbers(25, 29), "and 4 more"]),
        ([1.0] * 50, [*numbers(0, 29), "and 20 more"]),
    ],
)
def test_a_short_curve_is_drawn_whole(empty: Report, scores: list[float], lines: list[str]) -> None:
    """Nothing is left out before an early cut; without a cut the first bars are shown."""
    assert curve(empty, scores) == lines
