"""Tests of the stages after retrieval for every outline and every score."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from ra.engine.query import Node
from ra.search.aggregate import AggregationRules, aggregate
from ra.search.candidates import Candidate
from ra.search.elbow import elbow
from ra.search.floor import relevance_floor
from ra.search.locality import prefer_local
from ra.search.normalize import per_tree

TREES = ("a", "b", "c")
ROOT = Path(__file__).parents[2]

# Few different scores: ties are where order goes wrong.
scores = st.one_of(st.integers(-2, 9).map(float), st.floats(-1, 100))
ratios = st.one_of(st.just(0.0), st.floats(0, 1))


@st.composite
def lists(draw: st.DrawFn) -> list[Candidate]:
    """Candidates of several trees as retrieval leaves them: by score, then id."""
    pairs = draw(st.lists(st.tuples(st.sampled_from(TREES), scores), max_size=20))
    found = [
        Candidate(f"{tree}:{place}.md", tree, score) for place, (tree, score) in enumerate(pairs)
    ]
    return sorted(found, key=lambda one: (-one.score, one.chunk_id))


class World(NamedTuple):
    """Outlines, the hits in them and the rules."""

    nodes: Mapping[str, Node]
    hits: list[Candidate]
    rules: AggregationRules
    sizes: Mapping[str, int]


@st.composite
def worlds(draw: st.DrawFn) -> World:
    """A forest, drawn as the parent of each chunk (itself: a document), and hits in it."""
    drawn = [draw(st.integers(0, place)) for place in range(draw(st.integers(1, 25)))]
    parents = [None if parent == place else parent for place, parent in enumerate(drawn)]
    names = [f"a:{number}" for number in draw(st.permutations(range(len(parents))))]
    counts = Counter(parents)
    nodes: dict[str, Node] = {}
    for name, parent in zip(names, parents, strict=True):
        if parent is None:
            nodes[name] = Node(None, 0, 1)
        else:
            above = nodes[names[parent]]
            nodes[name] = Node(names[parent], above.depth + 1, counts[parent])
    chosen = draw(st.lists(st.sampled_from(names), unique=True))
    hits = [Candidate(name, "a", draw(scores)) for name in chosen]
    sizes = {name: draw(st.integers(1, 10)) for name in names}
    return World(nodes, hits, draw(rules()), sizes)


@st.composite
def rules(draw: st.DrawFn) -> AggregationRules:
    """Any allowed set of rules, the defaults among them."""
    return AggregationRules(
        aggregation_threshold=draw(st.sampled_from([0.0, 0.3, 0.5, 0.75, 1.0])),
        min_siblings=draw(st.integers(1, 3)),
        aggregate_score=draw(st.sampled_from(["max", "bonus"])),
        max_merge_depth=draw(st.integers(0, 2)),
        max_aggregate_tokens=draw(st.sampled_from([0, 0, 5])),
    )


def _ancestors(chunk_id: str, nodes: Mapping[str, Node]) -> Iterator[str]:
    parent = nodes[chunk_id].parent_id
    while parent is not None:
        yield parent
        parent = nodes[parent].parent_id


@given(lists(), st.sets(st.sampled_from(TREES)), st.floats(1, 3))
def test_sorted_stages_stay_sorted_and_lose_nothing(
    candidates: list[Candidate], local: set[str], boost: float
) -> None:
    """SPEC 8.6: normalization and locality re-sort stably; they neither add nor drop a hit."""
    normalized = per_tree(candidates, TREES).candidates
    localized = prefer_local(normalized, local, boost).candidates
    for before, after in ((candidates, normalized), (normalized, localized)):
        place = {one.chunk_id: number for number, one in enumerate(before)}
        assert {one.chunk_id for one in after} == set(place)
        keys = [(-one.score, place[one.chunk_id]) for one in after]
        assert keys == sorted(keys)


@given(lists())
def test_normalized_trees_compare(candidates: list[Candidate]) -> None:
    """SPEC 8.6: the best of each tree with a positive score is 1; a tree keeps its order."""
    normalized = per_tree(candidates, TREES).candidates
    for tree in TREES:
        raw = [one for one in candidates if one.tree == tree]
        scaled = [one for one in normalized if one.tree == tree]
        assert [one.chunk_id for one in scaled] == [one.chunk_id for one in raw]
        if raw and raw[0].score > 0:
            assert scaled[0].score == 1


@given(lists(), ratios, st.integers(0, 25))
def test_the_elbow_keeps_a_head_without_a_drop(
    candidates: list[Candidate], ratio: float, limit: int
) -> None:
    """SPEC 8.6: no kept score is ≤ 0 or below the ratio of the one before; never over the cap."""
    cut = elbow(candidates, ratio=ratio, limit=limit)
    assert [*cut.kept, *cut.dropped] == candidates
    assert len(cut.kept) <= limit
    if ratio > 0 and len(candidates) > 1:
        assert all(one.score > 0 for one in cut.kept)
        assert all(two.score >= ratio * one.score for one, two in pairwise(cut.kept))
    if cut.reason == "everything kept":
        assert cut.dropped == ()
    else:
        assert cut.dropped


@given(lists(), ratios, st.integers(0, 25), st.integers(0, 25))
def test_a_larger_limit_only_appends(
    candidates: list[Candidate], ratio: float, limit: int, more: int
) -> None:
    """Raising the limit only appends."""
    few = elbow(candidates, ratio=ratio, limit=limit).kept
    many = elbow(candidates, ratio=ratio, limit=limit + more).kept
    assert many[: len(few)] == few


@given(lists(), ratios)
def test_the_floor_drops_only_a_tail(candidates: list[Candidate], share: float) -> None:
    """SPEC 8.6: what stays is at or above the share of the best, and the best stays."""
    floored = relevance_floor(candidates, share=share)
    assert [*floored.kept, *floored.dropped] == candidates
    assert floored.kept[:1] == tuple(candidates[:1])
    if floored.floor is not None:
        assert all(one.score >= floored.floor for one in floored.kept)
        assert all(one.score < floored.floor for one in floored.dropped)


@given(worlds())
def test_results_are_sorted_and_stand_apart(world: World) -> None:
    """Results are sorted by score, then id; no result is an ancestor of another."""
    results = aggregate(world.hits, world.nodes, world.rules, world.sizes).results
    keys = [(-one.score, one.chunk_id) for one in results]
    assert keys == sorted(keys)
    shown = {one.chunk_id for one in results}
    assert len(shown) == len(results)
    if not world.rules.max_aggregate_tokens:  # else an ancestor shows its own text only
        assert not any(shown & set(_ancestors(one, world.nodes)) for one in shown)


@given(worlds())
def test_every_hit_has_its_place(world: World) -> None:
    """Each hit that passed the elbow is a result, a constituent, or named as covered."""
    found = aggregate(world.hits, world.nodes, world.rules, world.sizes)
    own = [one.hit for one in found.results if one.hit]
    parts = [part for one in found.results for part in one.constituents]
    places = Counter([hit.chunk_id for hit in (*own, *parts)] + list(found.covered))
    assert places == Counter(hit.chunk_id for hit in world.hits)
    assert {*own, *parts} <= set(world.hits)
    shown = {one.chunk_id for one in found.results}
    for hit, by in found.covered.items():
        assert by in shown
        assert by in _ancestors(hit, world.nodes)


@given(worlds())
def test_results_stand_for_hits_below_them(world: World) -> None:
    """SPEC 8.7: constituents lie below their result; its score is the best of what it holds."""
    for one in aggregate(world.hits, world.nodes, world.rules, world.sizes).results:
        assert one.hit or one.constituents
        for part in one.constituents:
            assert one.chunk_id in _ancestors(part.chunk_id, world.nodes)
        best = max(hit.score for hit in (one.hit, *one.constituents) if hit)
        bonus = 0.1 * len(one.constituents) if world.rules.aggregate_score == "bonus" else 0
        assert one.score == best * (1 + bonus)


@given(worlds())
def test_parents_are_formed_exactly_when_allowed(world: World) -> None:
    """SPEC 8.7: at the end no parent is missing that the rules ask for, and none is too many."""
    nodes, limits = world.nodes, world.rules
    found = aggregate(world.hits, nodes, limits, world.sizes)
    families = Counter(nodes[one.chunk_id].parent_id for one in found.results)
    for one in found.results:
        parent, _, siblings, _ = nodes[one.chunk_id]
        if parent and siblings > 1 and families[parent] >= limits.min_siblings:
            enough = families[parent] / siblings >= limits.aggregation_threshold
            assert enough == (parent in found.refused)
        if not one.hit:
            assert nodes[one.chunk_id].depth >= limits.max_merge_depth
            assert not 0 < limits.max_aggregate_tokens < world.sizes[one.chunk_id]
            assert len(one.constituents) >= limits.min_siblings


@given(worlds())
def test_nothing_changes_when_hits_are_unrelated(world: World) -> None:
    """SPEC 8.7: only documents hit: every hit is a result as it is."""
    documents = [hit for hit in world.hits if world.nodes[hit.chunk_id].depth == 0]
    found = aggregate(documents, world.nodes, world.rules, world.sizes)
    assert sorted(one.hit for one in found.results if one.hit) == sorted(documents)
    assert not any(one.aggregated for one in found.results)


@given(st.data(), worlds())
def test_order_of_input_matters_only_for_equal_scores(data: st.DataObject, world: World) -> None:
    """STYLE: same input, same output; hits are taken in score order, however they come."""
    hits = [hit._replace(score=float(place)) for place, hit in enumerate(world.hits, start=1)]
    shuffled = data.draw(st.permutations(hits))
    nodes = dict(data.draw(st.permutations(list(world.nodes.items()))))
    assert aggregate(shuffled, nodes, world.rules, world.sizes) == aggregate(
        hits, world.nodes, world.rules, world.sizes
    )


PROGRAM = """
from ra.engine.query import Node
from ra.search.aggregate import AggregationRules, aggregate
from ra.search.locality import prefer_local
from ra.search.normalize import per_tree
from ra.search.candidates import Candidate

names = [f"{tree}:{number}.md" for tree in "abc" for number in range(6)]
nodes = {name: Node(None, 0, 1) for name in names}
nodes |= {f"{name}#{part}": Node(name, 1, 3) for name in names for part in "xyz"}
hits = [Candidate(name, name[0], 1.0 + place % 3) for place, name in enumerate(nodes)]
ranked = per_tree(sorted(hits, key=lambda hit: -hit.score), set("abc"))
local = prefer_local(ranked.candidates, set("ca"), 1.5)
print(ranked, local, aggregate(local.candidates, nodes, AggregationRules()))
"""


def test_results_do_not_depend_on_the_order_of_hashes() -> None:
    """STYLE: no order of sets in a stage; three seeds of the hash function, one output."""
    outputs = set()
    for seed in ("0", "1", "4242"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT / "src")}
        command = [sys.executable, "-c", PROGRAM]
        done = subprocess.run(
            command, capture_output=True, encoding="utf-8", env=environment, timeout=60, check=True
        )
        outputs.add(done.stdout)
    assert len(outputs) == 1
