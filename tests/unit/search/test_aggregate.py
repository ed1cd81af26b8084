"""Tests that aggregation reports where every hit went (the golden file has the results)."""

from __future__ import annotations

import pytest

from ra.engine.query import Node
from ra.search.aggregate import AggregationRules, Ranked, aggregate, separate
from ra.search.candidates import Candidate

NODES = {
    "d": Node(None, 0, 1),
    "d#s": Node("d", 1, 2),
    "d#s1": Node("d#s", 2, 2),
    "d#s2": Node("d#s", 2, 2),
    "d#t": Node("d", 1, 2),
}


def _hit(chunk_id: str, score: float) -> Candidate:
    return Candidate(chunk_id, "k", score)


def test_a_result_carries_its_hits() -> None:
    """SPEC 8.7: an aggregated result has the hits themselves, best first, and no own match."""
    low, high = _hit("d#s1", 2.0), _hit("d#s2", 3.0)
    found = aggregate([low, high], NODES, AggregationRules())
    assert found.results == (Ranked("d#s", "k", 3.0, (high, low), None),)
    assert found.results[0].aggregated


def test_a_parent_that_also_matched_keeps_its_own_match() -> None:
    """SPEC 8.7: a parent is not its own constituent, but its match is not lost."""
    hits = [_hit("d#s1", 3.0), _hit("d#s2", 2.0), _hit("d#s", 1.0)]
    found = aggregate(hits, NODES, AggregationRules())
    assert found.results == (Ranked("d#s", "k", 3.0, (hits[0], hits[1]), hits[2]),)
    assert found.covered == {}


def test_the_trace_names_what_a_direct_hit_covers() -> None:
    """SPEC 8.7: one that matched by itself stays as it is, and the trace names what it covers."""
    hits = [_hit("d#s", 3.0), _hit("d#s1", 2.0), _hit("d#s2", 1.0)]
    found = aggregate(hits, NODES, AggregationRules())
    assert found.results == (Ranked("d#s", "k", 3.0, (), hits[0]),)
    assert found.covered == {"d#s1": "d#s", "d#s2": "d#s"}


def test_covered_hits_follow_when_their_result_is_taken_in() -> None:
    """Our choice: the trace names the result that shows a hit, not one that is gone."""
    hits = [_hit("d#s", 3.0), _hit("d#s1", 2.0), _hit("d#t", 1.0)]
    found = aggregate(hits, NODES, AggregationRules())
    assert [one.chunk_id for one in found.results] == ["d"]
    assert found.results[0].constituents == (hits[0], hits[2])
    assert found.covered == {"d#s1": "d"}


@pytest.mark.parametrize("first", [("d#s1", "d#s2"), ("d#s1",)], ids=["formed", "subsumed"])
def test_a_parent_match_that_is_taken_in_is_named(first: tuple[str, ...]) -> None:
    """SPEC 8.7: constituents are never parents; the parent's own match is named as covered."""
    order = [*first, "d#s", "d#t"]
    hits = [_hit(chunk_id, 9.0 - place) for place, chunk_id in enumerate(order)]
    found = aggregate(hits, NODES, AggregationRules())
    assert [one.chunk_id for one in found.results] == ["d"]
    assert [one.chunk_id for one in found.results[0].constituents] == [*first, "d#t"]
    assert found.covered == {"d#s": "d"}


def test_the_trace_names_parents_that_were_refused() -> None:
    """SPEC 8.7: too shallow for `max_merge_depth`, or larger than `max_aggregate_tokens`."""
    hits = [_hit("d#s1", 4.0), _hit("d#s2", 3.0)]
    shallow = aggregate(hits, NODES, AggregationRules(max_merge_depth=2))
    assert shallow.refused == {"d#s": "too shallow"}
    assert len(shallow.results) == 2
    large = aggregate(hits, NODES, AggregationRules(max_aggregate_tokens=10), {"d": 90, "d#s": 11})
    assert large.refused == {"d#s": "too large"}
    assert len(large.results) == 2
    assert aggregate(hits, NODES, AggregationRules()).refused == {}


def test_a_page_and_its_only_section_are_one_result() -> None:
    """SPEC 8.7: a page that matched by itself subsumes a section formed below it later."""
    nodes = {**NODES, "d#s": Node("d", 1, 1)}
    hits = [_hit("d", 4.0), _hit("d#s1", 3.0), _hit("d#s2", 2.0)]
    rules = AggregationRules(max_aggregate_tokens=10)
    found = aggregate(hits, nodes, rules, {"d": 9, "d#s": 8})
    assert found.results == (Ranked("d", "k", 4.0, (hits[1], hits[2]), hits[0]),)
    large = aggregate(hits, nodes, rules, {"d": 11, "d#s": 8})
    assert [one.chunk_id for one in large.results] == ["d", "d#s"]
    two = aggregate(hits, NODES, rules, {"d": 9, "d#s": 8})
    assert [one.chunk_id for one in two.results] == ["d", "d#s"]


def test_a_limit_without_sizes_is_a_mistake() -> None:
    """Our choice: a size that is not known does not silently count as small."""
    hits = [_hit("d#s1", 4.0), _hit("d#s2", 3.0)]
    with pytest.raises(KeyError):
        aggregate(hits, NODES, AggregationRules(max_aggregate_tokens=10))


def test_hits_can_stay_separate() -> None:
    """`--no-aggregation`: each hit is a result, sorted by score, then id."""
    hits = [_hit("d#t", 1.0), _hit("d#s", 1.0), _hit("d#s1", 2.0)]
    found = separate(hits)
    assert [one.chunk_id for one in found.results] == ["d#s1", "d#s", "d#t"]
    assert [one.hit for one in found.results] == [hits[2], hits[1], hits[0]]
    assert not any(one.aggregated for one in found.results)
    assert (found.covered, found.refused) == ({}, {})
