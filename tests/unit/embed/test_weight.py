"""Tests that the weight of an untuned model follows from the spread of its cosines."""

from __future__ import annotations

import pytest

from ra.embed.weight import spread, weight_of


@pytest.mark.parametrize(
    ("deviation", "best"), [(0.10, 0.4), (0.055, 0.73), (0.053, 0.75), (0.07, 0.57)]
)
def test_a_narrow_spread_needs_a_larger_weight(deviation: float, best: float) -> None:
    """0.04 / spread, of the median query."""
    assert weight_of([deviation, 0.0, deviation * 9, deviation]) == pytest.approx(best, abs=0.01)


def test_without_cosines_there_is_no_weight() -> None:
    """And one that says nothing gets none without bound."""
    assert weight_of([]) == 0.0
    assert spread([0.5]) == 0.0
    assert spread([0.2, 0.4]) == pytest.approx(0.1)
    assert weight_of([1e-9]) == 4.0
