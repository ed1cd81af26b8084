"""Tests of the bonus for chunks that the query names (SPEC 8.2)."""

from __future__ import annotations

import pytest

from ra.engine.query import Hit
from ra.query import parse
from ra.search.analyzed import analyze
from ra.search.keyword import lookup_strength, with_bonus

IDF = {"array": 2.0, "map": 2.0, "other": 2.0}
WEIGHTS = (1.0, 0.5)


def strength(text: str) -> float:
    """How much a query is a name."""
    query = parse(text)
    assert query is not None
    return lookup_strength(analyze(query, "english").terms, frozenset({"the", "of"}))


def names(hits: list[Hit]) -> dict[str, frozenset[str]]:
    """The words of their titles and paths."""
    texts = {text for hit in hits for text in (hit.title, hit.path)}
    return {text: frozenset(text.split()) for text in texts if "array" in text.split()}


def test_a_name_or_a_sentence() -> None:
    """SPEC 8.2: for lookups; it falls with the share of stop words, to nothing at half."""
    assert strength("array map") == 1.0
    assert strength("the array") == 0.0
    assert 0 < strength("the array map") < 1
    assert strength("-array") == strength('"array"') == 0.0


def test_many_words_are_a_sentence_without_stop_words() -> None:
    """SPEC 8.2, finding of the review: up to six terms may be a name, in any language."""
    assert strength("one two three four five six") == 1.0
    assert strength("one two three four five six seven") == 0.0


def test_the_whole_title_counts_most() -> None:
    """SPEC 8.2: a bonus for matching the whole title or path, as a share of the best score."""
    hits = [
        Hit("far", 10.0, "x", "other"),
        Hit("part", 4.0, "x", "array map"),
        Hit("whole", 4.0, "x", "array"),
        Hit("path", 4.0, "array", "x"),
    ]
    found = with_bonus(hits, frozenset({"array"}), {**IDF, "x": 2.0}, names(hits), WEIGHTS)
    assert [(hit.chunk_id, hit.score) for hit in found] == [
        ("whole", 14.0),
        ("far", 10.0),
        ("part", 9.0),
        ("path", 9.0),
    ]


def test_nothing_to_raise() -> None:
    """Hits without names keep their scores; no hits stay none."""
    assert with_bonus([], frozenset({"array"}), IDF, {}, WEIGHTS) == []
    hits = [Hit("a", 1.0)]
    (hit,) = with_bonus(hits, frozenset({"array"}), IDF, names(hits), WEIGHTS)
    assert hit.score == pytest.approx(1.0)
