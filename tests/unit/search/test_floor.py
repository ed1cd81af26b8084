"""Tests that a long flat tail is dropped, and never the best."""

from __future__ import annotations

import pytest

from ra.search.candidates import Candidate
from ra.search.floor import relevance_floor


def _curve(*scores: float) -> tuple[Candidate, ...]:
    return tuple(Candidate(f"t:{number}.md", "t", score) for number, score in enumerate(scores))


def test_what_is_below_the_share_of_the_best_is_dropped() -> None:
    """SPEC 8.6: `relevance_floor` drops the tail that the elbow lets pass."""
    curve = _curve(10.0, 7.0, 4.0, 3.9, 3.0)
    assert relevance_floor(curve, share=0.4) == (curve[:3], curve[3:], 4.0)


@pytest.mark.parametrize(
    ("scores", "share"),
    [((10.0, 0.1), 0.0), ((), 0.4), ((0.0, 0.0), 0.4), ((-1.0, -2.0), 0.4)],
)
def test_floor_is_off(scores: tuple[float, ...], share: float) -> None:
    """SPEC 8.6: 0 = off; our choice: off as well when no score is positive."""
    curve = _curve(*scores)
    assert relevance_floor(curve, share=share) == (curve, (), None)


def test_the_best_always_stays() -> None:
    """SPEC 8.6: the floor drops a tail, never the head."""
    curve = _curve(5.0, 5.0, 4.999)
    assert relevance_floor(curve, share=1.0).kept == curve[:2]
