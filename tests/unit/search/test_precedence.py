"""Tests of `ra.search.precedence`: complete matches first, the others below them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ra.search.candidates import Candidate
from ra.search.precedence import complete_first


def candidate(number: int, score: float) -> Candidate:
    """A candidate of one leg."""
    return Candidate(f"t:{number}", "t", score)


SCORES = st.lists(st.floats(-1, 9), min_size=0, max_size=8)


@given(SCORES, SCORES, st.integers(1, 9))
def test_complete_candidates_come_first(
    complete: list[float], partial: list[float], most: int
) -> None:
    """SPEC 8.1: those with all words, then the others in their order, no more than wanted."""
    first = [candidate(at, score) for at, score in enumerate(sorted(complete, reverse=True))]
    rest = [candidate(100 + at, score) for at, score in enumerate(sorted(partial, reverse=True))]
    kept = sorted([*first, *rest], key=lambda one: (-one.score, one.chunk_id))
    done = complete_first(kept, first, {one.chunk_id for one in first}, most)
    ids = [one.chunk_id for one in done.candidates]
    assert ids == [one.chunk_id for one in (*first, *rest)][:most]
    assert done.complete == min(len(first), most)
    positive = [one.score for one in done.candidates if one.score > 0]
    assert positive == sorted(positive, reverse=True)
