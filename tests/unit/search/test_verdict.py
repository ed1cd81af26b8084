"""Is the answer in here? (SPEC 8.10)"""

from __future__ import annotations

import pytest

from ra.search.verdict import STRONG_SHARE, Verdict, judge


def test_nothing_found_is_none() -> None:
    """SPEC 8.10: only then; words alone cannot prove absence."""
    assert judge([(5.0, 5.0)], found=False) == Verdict("none", 0.0)
    assert judge([], found=False).strength == "none"


@pytest.mark.parametrize(
    ("evidence", "strength", "share"),
    [
        ([(STRONG_SHARE * 10, 10.0)], "strong", STRONG_SHARE),
        ([(STRONG_SHARE * 10 - 0.1, 10.0)], "weak", STRONG_SHARE - 0.01),
        ([(1.0, 10.0), (9.0, 10.0)], "strong", 0.9),  # the best tree decides
        ([(30.0, 10.0)], "strong", 1.0),
        ([(3.0, 0.0)], "strong", 1.0),  # phrases and filters only: met
    ],
)
def test_share_of_the_best_possible_score(
    evidence: list[tuple[float, float]], strength: str, share: float
) -> None:
    """SPEC 8.10: by the share of the query's best possible keyword score."""
    found = judge(evidence, found=True)
    assert found.strength == strength
    assert found.share == pytest.approx(share)
