"""The recency stage: a factor by age, off with a bias of 0 (SPEC 8.5)."""

from __future__ import annotations

from datetime import date

import pytest

from ra.search.candidates import Candidate
from ra.search.recency import prefer_recent

TODAY = date(2024, 6, 10)
OLD = Candidate("t:old", "t", 1.0)
NEW = Candidate("t:new", "t", 0.9)


def day(age: int) -> int:
    """The day so many days before today."""
    return TODAY.toordinal() - age


@pytest.mark.parametrize(
    ("age", "factor"), [(0, 1.2), (7, 1.2), (8, 1.1), (30, 1.1), (31, 1.0), (-1, 1.2)]
)
def test_factors_by_age(age: int, factor: float) -> None:
    """SPEC 8.5: 1.2 up to 7 days, 1.1 up to 30 days, 1 if older."""
    (one,) = prefer_recent([OLD], {"t:old": day(age)}, TODAY, bias=1.0).candidates
    assert one.score == pytest.approx(factor)


def test_the_bias_scales_the_factor() -> None:
    """SPEC 8.5: 1 + `recency_bias` x (factor - 1); a candidate without a day keeps its score."""
    recent = prefer_recent([OLD, NEW], {"t:new": day(1)}, TODAY, bias=2.0)
    assert [one.chunk_id for one in recent.candidates] == ["t:new", "t:old"]
    assert recent.candidates[0].score == pytest.approx(0.9 * 1.4)
    assert recent.factors == {"t:new": pytest.approx(1.4)}
    factor, stage = recent.factor(NEW), recent.stage()
    assert factor is not None and factor.note == "x 1.4 (recent)"
    assert stage is not None and stage.facts == {"raised": 1}


def test_a_bias_of_zero_does_nothing() -> None:
    """Issue 13: a stage that does nothing yet leaves scores, order and trace as they are."""
    recent = prefer_recent([OLD, NEW], {"t:new": day(1)}, TODAY, bias=0.0)
    assert recent.candidates == (OLD, NEW)
    assert (recent.factor(NEW), recent.stage()) == (None, None)
