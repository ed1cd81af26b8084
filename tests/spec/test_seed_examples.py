"""Tests the worked examples of the seeds as written there.

Each example cites its place: the seed's number, the heading, and a line that stands there.
"""

from __future__ import annotations

import pytest

from ra.engine.query import Node
from ra.search.aggregate import AggregationRules, aggregate
from ra.search.candidates import Candidate
from ra.search.elbow import elbow
from ra.search.normalize import per_tree
from tests.shared import shared

CITED = [
    ("000", "### Phase 2: Elbow Cutoff", "Scores:  [8.0, 7.5, 7.0, 3.2, 3.0, 2.8, 0.9]"),
    ("000", "### Phase 2: Elbow Cutoff", "Result: first 3 candidates (scores 8.0, 7.5, 7.0)"),
    ("000", "### Phase 2: Elbow Cutoff", "1. If fewer than 2 candidates, return all."),
    ("000", "### Phase 2: Elbow Cutoff", "- Zero or negative scores: trigger immediate cutoff."),
    ("000", "### Phase 2: Elbow Cutoff", "- Ratio exactly at threshold: does **not** trigger"),
    ("000", "### Phase 3: Hierarchical Aggregation", "the maximum of the parent's direct score"),
    ("002", "#### Merge Algorithm", "merged_score = max(child_scores) * (1 + 0.1 * num_children)"),
    ("002", "#### Example", "- `docs:guide.md#error-handling` (score: 2.1 * 1.2 = 2.52)"),
    ("002", "#### Configurable Behavior", "max_merge_depth = 2"),
    (
        "004",
        "### Phase 3: Adaptive Aggregation",
        "- When an ancestor arrives after its",
    ),
    ("004", "### Elbow Detection Details", "← cutoff (3/12 = 0.25 < 0.3? yes, stop)"),
    ("004", "### Elbow Detection Details", "- **0.0**: Disabled; return up to `max_candidates`"),
    (
        "004",
        "### Multi-Tree Score Normalization",
        "800  ← cutoff   tree-a:doc2  0.71",
    ),
    ("004", "### Multi-Tree Score Normalization", "Single-tree searches use raw"),
]


@pytest.mark.parametrize(("seed", "heading", "line"), CITED)
def test_the_place_is_where_it_is_cited(seed: str, heading: str, line: str) -> None:
    """The worked examples of the seeds are tests that cite their place."""
    (path,) = shared("seeds").glob(f"{seed}_*.txt")
    _, found, after = path.read_text(encoding="utf-8").partition(f"\n{heading}")
    assert found, f"{path.name} has no heading {heading}"
    assert line in after.split(f"\n{heading.split()[0]} ")[0]


def _kept(*scores: float, ratio: float, limit: int) -> list[float]:
    candidates = [Candidate(f"t:{place}", "t", score) for place, score in enumerate(scores)]
    return [one.score for one in elbow(candidates, ratio=ratio, limit=limit).kept]


def test_elbow_of_seed_000() -> None:
    """Seed 000, Phase 2: Elbow Cutoff, Example: 3.2 / 7.0 = 0.46 is the first below 0.5."""
    scores = (8.0, 7.5, 7.0, 3.2, 3.0, 2.8, 0.9)
    assert _kept(*scores, ratio=0.5, limit=20) == [8.0, 7.5, 7.0]


def test_edge_cases_of_seed_000() -> None:
    """Seed 000, Phase 2: Elbow Cutoff, Algorithm 1 and Edge cases, in their order."""
    assert _kept(1.0, ratio=0.5, limit=20) == [1.0]
    assert _kept(9.0, 8.0, 7.0, 6.0, ratio=0.5, limit=3) == [9.0, 8.0, 7.0]
    assert _kept(9.0, 4.0, 4.0, ratio=0.5, limit=20) == [9.0]
    assert _kept(9.0, 0.0, ratio=0.5, limit=20) == [9.0]
    assert _kept(9.0, -1.0, ratio=0.5, limit=20) == [9.0]
    assert _kept(8.0, 4.0, ratio=0.5, limit=20) == [8.0, 4.0]


def test_score_curve_of_seed_004() -> None:
    """Seed 004, Elbow Detection Details: 15/40 goes on, 3/12 = 0.25 stops."""
    scores = (100.0, 80.0, 60.0, 40.0, 15.0, 12.0, 3.0)
    assert _kept(*scores, ratio=0.3, limit=50) == [100.0, 80.0, 60.0, 40.0, 15.0, 12.0]


def test_tuning_of_seed_004() -> None:
    """Seed 004, tuning guidance: 0.5 is aggressive, 0.1 permissive, 0.0 leaves only the cap."""
    scores = (100.0, 80.0, 60.0, 40.0, 15.0, 12.0, 3.0)
    assert len(_kept(*scores, ratio=0.5, limit=50)) == 4
    assert len(_kept(*scores, ratio=0.1, limit=50)) == 7
    assert len(_kept(*scores, 0.001, ratio=0.0, limit=50)) == 8
    assert len(_kept(*scores, 0.001, ratio=0.0, limit=5)) == 5


TREES = [
    Candidate("tree-a:doc1", "tree-a", 4500),
    Candidate("tree-a:doc2", "tree-a", 3200),
    Candidate("tree-a:doc3", "tree-a", 3000),
    Candidate("tree-b:doc1", "tree-b", 800),
    Candidate("tree-b:doc2", "tree-b", 600),
]


def test_normalization_of_seed_004() -> None:
    """Seed 004, Multi-Tree Score Normalization: the table's right side."""
    normalized = per_tree(TREES, ("tree-a", "tree-b")).candidates
    assert [(one.chunk_id, round(one.score, 2)) for one in normalized] == [
        ("tree-a:doc1", 1.00),
        ("tree-b:doc1", 1.00),
        ("tree-b:doc2", 0.75),
        ("tree-a:doc2", 0.71),
        ("tree-a:doc3", 0.67),
    ]


def test_cutoff_before_and_after_normalization_of_seed_004() -> None:
    """Seed 004, Multi-Tree Score Normalization: raw, the cut falls before tree-b; then nowhere."""
    raw = elbow(TREES, ratio=0.3, limit=50)
    assert [one.chunk_id for one in raw.dropped] == ["tree-b:doc1", "tree-b:doc2"]
    normalized = per_tree(TREES, ("tree-a", "tree-b")).candidates
    assert elbow(normalized, ratio=0.3, limit=50).dropped == ()


def test_single_tree_of_seed_004() -> None:
    """Seed 004, Multi-Tree Score Normalization: single-tree searches use raw scores."""
    assert list(per_tree(TREES[:3], ("tree-a",)).candidates) == TREES[:3]


GUIDE = {
    "docs:guide.md": Node(None, 0, 1),
    "docs:guide.md#error-handling": Node("docs:guide.md", 1, 1),
    "docs:guide.md#result-type": Node("docs:guide.md#error-handling", 2, 2),
    "docs:guide.md#option-type": Node("docs:guide.md#error-handling", 2, 2),
    "docs:api.md": Node(None, 0, 1),
    "docs:api.md#error-codes": Node("docs:api.md", 1, 1),
}
ERRORS = [
    Candidate("docs:api.md#error-codes", "docs", 3.2),
    Candidate("docs:guide.md#result-type", "docs", 2.1),
    Candidate("docs:guide.md#option-type", "docs", 1.8),
]


def test_parent_score_of_seed_002() -> None:
    """Seed 002, Chunk Hierarchy, Example: 2.1 * 1.2 = 2.52 (which it lists first, unsorted)."""
    found = aggregate(
        ERRORS, GUIDE, AggregationRules(aggregate_score="bonus", merge_bonus=0.1)
    ).results
    assert [(one.chunk_id, round(one.score, 9)) for one in found] == [
        ("docs:api.md#error-codes", 3.2),
        ("docs:guide.md#error-handling", 2.52),
    ]
    assert [one.chunk_id for one in found[1].constituents] == [
        "docs:guide.md#result-type",
        "docs:guide.md#option-type",
    ]


def test_parent_with_one_part_of_seed_002() -> None:
    """Seed 002, Merge threshold: a child match and a parent match come together as the parent."""
    hits = [ERRORS[1], Candidate("docs:guide.md#error-handling", "docs", 1.0)]
    (found,) = aggregate(hits, GUIDE, AggregationRules()).results
    assert (found.chunk_id, found.constituents) == ("docs:guide.md#error-handling", (ERRORS[1],))


def test_depth_limit_of_seed_002() -> None:
    """Seed 002, Configurable Behavior: with `max_merge_depth = 2` nothing above depth 2 forms."""
    found = aggregate(ERRORS, GUIDE, AggregationRules(max_merge_depth=2))
    assert [one.hit for one in found.results] == ERRORS
    assert found.refused == {"docs:guide.md#error-handling": "too shallow"}


def test_parent_score_of_seed_000() -> None:
    """Seed 000, Score calculation: the maximum, also of the parent's direct score."""
    late = Candidate("docs:guide.md#error-handling", "docs", 1.5)
    early = late._replace(score=9.0)
    assert aggregate([*ERRORS, late], GUIDE, AggregationRules()).results[1].score == 2.1
    assert aggregate([*ERRORS, early], GUIDE, AggregationRules()).results[0].score == 9.0
