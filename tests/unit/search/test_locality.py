"""Tests that local trees come first among equals, and the trace names them."""

from __future__ import annotations

from ra.search.candidates import Candidate
from ra.search.locality import prefer_local

FAR = Candidate("far:1", "far", 1.0)
NEAR = Candidate("near:1", "near", 0.8)
LOW = Candidate("near:2", "near", 0.5)


def test_local_trees_are_multiplied_and_sorted_again() -> None:
    """SPEC 8.6: local trees × `local_boost`."""
    localized = prefer_local((FAR, NEAR, LOW), {"near"}, 1.5)
    assert [one.chunk_id for one in localized.candidates] == ["near:1", "far:1", "near:2"]
    assert [one.score for one in localized.candidates] == [0.8 * 1.5, 1.0, 0.75]
    assert localized.boosted == ("near",)


def test_equal_scores_keep_their_order() -> None:
    """SPEC 8.6: re-sorting is stable."""
    localized = prefer_local((FAR, LOW), ["near"], 2.0)
    assert [one.chunk_id for one in localized.candidates] == ["far:1", "near:2"]


def test_nothing_is_boosted_without_local_hits_or_with_boost_one() -> None:
    """SPEC 8.6: the trace names only trees whose scores changed."""
    assert prefer_local((FAR, NEAR), {"other"}, 1.5)[:2] == ((FAR, NEAR), ())
    assert prefer_local((FAR, NEAR), {"near"}, 1.0)[:2] == ((FAR, NEAR), ())
    assert prefer_local((), {"near"}, 1.5)[:2] == ((), ())


def test_boosted_trees_are_named_in_order() -> None:
    """STYLE: no order of sets in a stage."""
    hits = [Candidate(f"{tree}:1", tree, 1.0) for tree in "dbca"]
    assert prefer_local(hits, frozenset("abcd"), 1.5).boosted == ("a", "b", "c", "d")
