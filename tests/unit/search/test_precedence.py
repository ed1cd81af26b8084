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


def test_a_partial_match_is_as_good_as_its_own_score() -> None:
    """It is scaled for the order alone; what it is worth does not depend on complete ones."""
    kept = [Candidate("a", "t", 10.0), Candidate("b", "t", 8.0), Candidate("c", "t", 2.0)]
    ordered = complete_first(kept, [kept[2]], {"c"}, 9)
    assert [one.chunk_id for one in ordered.candidates] == ["c", "a", "b"]
    assert [round(ordered.unscaled(one.score), 6) for one in ordered.candidates] == [2.0, 10.0, 8.0]
