"""Tests that the list is cut where relevance ends, with the right reason."""

from __future__ import annotations

import pytest

from ra.search.candidates import Candidate
from ra.search.elbow import CutReason, elbow


def _curve(*scores: float) -> list[Candidate]:
    return [Candidate(f"t:{number}.md", "t", score) for number, score in enumerate(scores)]


@pytest.mark.parametrize(
    ("scores", "ratio", "limit", "kept", "reason"),
    [
        ((), 0.3, 50, 0, "everything kept"),
        ((0.0,), 0.3, 50, 1, "everything kept"),
        ((9.0, 8.0, 7.0), 0.3, 50, 3, "everything kept"),
        ((9.0, 8.0, 1.0), 0.3, 50, 2, "steep drop"),
        ((9.0, 8.0, 0.0), 0.3, 50, 2, "no positive score"),
        ((0.0, 0.0), 0.3, 50, 0, "no positive score"),
        ((9.0, 8.0, 7.0), 0.3, 2, 2, "limit"),
        ((9.0, 8.0, 1.0), 0.3, 2, 2, "steep drop"),
        ((9.0, 1.0, 1.0), 0.3, 2, 1, "steep drop"),
        ((9.0, 0.1, 0.0), 0.0, 50, 3, "everything kept"),
        ((9.0, 0.1, 0.0), 0.0, 2, 2, "limit"),
    ],
)
def test_the_cut_says_why(
    scores: tuple[float, ...], ratio: float, limit: int, kept: int, reason: CutReason
) -> None:
    """SPEC 8.6 and STYLE 3: what is kept, what is dropped, and the reason, come together."""
    curve = tuple(_curve(*scores))
    assert elbow(curve, ratio=ratio, limit=limit) == (curve[:kept], curve[kept:], reason)


def test_whether_one_is_single_is_judged_before_the_limit() -> None:
    """Our choice: a limit of one does not save a worthless first hit that two would lose."""
    assert elbow(_curve(0.0, 0.0), ratio=0.3, limit=1).kept == ()
