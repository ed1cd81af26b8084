"""Tests that hits of different trees compare fairly, and the trace has the divisors."""

from __future__ import annotations

from ra.search.candidates import Candidate
from ra.search.normalize import per_tree

HITS = (Candidate("a:1", "a", 8.0), Candidate("a:2", "a", 2.0), Candidate("b:1", "b", 0.5))


def test_each_tree_is_divided_by_its_best() -> None:
    """SPEC 8.6: several trees searched: scores divided by the tree's best; the trace names it."""
    normalized = per_tree(HITS, ("a", "b"))
    assert [(one.chunk_id, one.score) for one in normalized.candidates] == [
        ("a:1", 1.0),
        ("b:1", 1.0),
        ("a:2", 0.25),
    ]
    assert normalized.best == {"a": 8.0, "b": 0.5}


def test_one_tree_searched_is_raw() -> None:
    """SPEC 8.6: one tree searched: raw scores, and nothing was divided."""
    assert per_tree(HITS[:2], ["a"]) == (HITS[:2], {})


def test_the_trees_searched_decide_not_the_trees_with_hits() -> None:
    """SPEC 8.6: several trees searched, also if only one of them has hits."""
    normalized = per_tree(HITS[:2], {"a", "b"})
    assert [one.score for one in normalized.candidates] == [1.0, 0.25]
    assert normalized.best == {"a": 8.0}


def test_a_tree_without_a_positive_score_is_left_alone() -> None:
    """Our choice: a best score ≤ 0 divides nothing, so order holds and no miss becomes a 1."""
    hits = (Candidate("a:1", "a", 4.0), Candidate("b:1", "b", -1.0), Candidate("b:2", "b", -2.0))
    normalized = per_tree(hits, ("a", "b"))
    assert [one.score for one in normalized.candidates] == [1.0, -1.0, -2.0]
    assert normalized.best == {"a": 4.0}


def test_equal_scores_keep_their_order() -> None:
    """SPEC 8.6: re-sorting is stable, whatever the ids are."""
    hits = (Candidate("b:z", "b", 3.0), Candidate("a:y", "a", 2.0), Candidate("c:x", "c", 1.0))
    assert [one.chunk_id for one in per_tree(hits, "abc").candidates] == ["b:z", "a:y", "c:x"]
