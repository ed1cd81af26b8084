"""Fusing legs into candidates, and the table of legs (SPEC 8.5, 8.6)."""

from __future__ import annotations

import pytest

from ra.engine.query import Hit
from ra.query import parse
from ra.search.analyzed import analyze
from ra.search.candidates import KeywordFacts, Leg, LegName, Legs, SemanticLeg
from ra.search.fuse import FusionWeights, divisor, fuse, mixed
from ra.search.legs import LEGS
from ra.typed import names_of


def leg(tree: str, *hits: tuple[str, float]) -> Leg:
    """A keyword leg with these hits."""
    query = parse("red")
    assert query is not None
    facts = KeywordFacts(analyze(query, "english"), {}, True, False, 0.0, {}, False)
    return Leg("keyword", tree, tuple(Hit(*hit) for hit in hits), 1.0, facts)


def test_one_leg_keeps_its_scores_and_tells_its_ranks() -> None:
    """Issue 13: identity with one leg; a candidate carries its rank and score in each leg."""
    legs = [leg("a", ("a:1", 3.0), ("a:2", 1.0)), leg("b", ("b:1", 2.0), ("b:0", 1.0))]
    assert [(one.chunk_id, one.tree, one.score, one.legs) for one in fuse(legs)] == [
        ("a:1", "a", 3.0, (("keyword", 1, 3.0),)),
        ("b:1", "b", 2.0, (("keyword", 1, 2.0),)),
        ("a:2", "a", 1.0, (("keyword", 2, 1.0),)),
        ("b:0", "b", 1.0, (("keyword", 2, 1.0),)),
    ]


def test_a_section_without_a_vector_has_the_average_cosine() -> None:
    """SPEC 8.5: an index that is embedded in part does not sink what has no vector yet."""
    words = leg("a", ("a:1", 1.0), ("a:2", 0.5))
    cosines = (Hit("a:1", 0.9), Hit("a:3", 0.3))
    meaning = SemanticLeg("semantic", "a", cosines, "m", 0.5, 0.6, 1, 2, 3)
    fused = mixed(Legs((words,), (meaning,)), FusionWeights(1.0, 2.0, 0.0, 60))
    scores = {one.chunk_id: one.score for one in fused.candidates}
    assert scores == pytest.approx({"a:1": 1.0 + 0.9, "a:2": 0.5 + 0.6, "a:3": 0.3})
    assert fused.bases == {"a": pytest.approx(0.6)}


def test_every_name_of_a_leg_is_in_the_table() -> None:
    """STYLE 4: one literal table; a name without a leg would be an error at run time."""
    assert tuple(LEGS) == names_of(LegName)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("red balloon", 10.0),  # the best possible score
        ("東京都の人口", 4.0),  # the best one reached
        ("red 東京都", 6.0),  # by the share of n-grams: two of three terms
    ],
)
def test_ngrams_are_compared_with_the_best_score(text: str, expected: float) -> None:
    """SPEC 8.5: a question in Thai or Japanese reaches a small part of the ideal score."""
    query = parse(text)
    assert query is not None
    facts = KeywordFacts(analyze(query, "english"), {}, True, False, 4.0, {}, False)
    assert divisor(Leg("keyword", "a", (), 10.0, facts)) == pytest.approx(expected)
