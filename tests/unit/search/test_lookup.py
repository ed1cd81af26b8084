"""Tests of the bonus for chunks that the query names (SPEC 8.2)."""

from __future__ import annotations

from collections.abc import Collection

import pytest

from ra.config.schema import Weights
from ra.engine.query import Hit
from ra.query import parse
from ra.search.analyzed import analyze
from ra.search.name_bonus import LookupName, SpokenName, lookup_strength, with_bonus

IDF = {"array": 2.0, "map": 2.0, "other": 2.0}
_SOME = Weights(0.2, 0.2, 0.1, 0.2, 0.3, lookup_title=1.0, lookup_page=1.2, lookup_path=0.5)


def strength(text: str) -> float:
    """How much a query is a name."""
    query = parse(text)
    assert query is not None
    return lookup_strength(analyze(query, "english").terms, frozenset({"the", "of"}))


def names(hits: list[Hit]) -> dict[str, frozenset[str]]:
    """The words of their titles and paths."""
    texts = {text for hit in hits for text in (hit.title, hit.path)}
    return {text: frozenset(text.split()) for text in texts if "array" in text.split()}


def raised(hits: list[Hit], exact: Collection[str] = (), alike: int = 1) -> dict[str, float]:
    """The scores of hits for the query `array`, best first."""
    idf = {**IDF, "x": 2.0}
    asked = LookupName(
        "array", 1.0, [SpokenName(frozenset({"array"}), idf, names(hits))], exact, alike
    )
    return {hit.chunk_id: hit.score for hit in with_bonus(hits, asked, _SOME)}


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


def test_a_part_of_a_name_counts_by_what_it_shares() -> None:
    """SPEC 8.2: a bonus for matching the title or path, as a share of the best score."""
    hits = [
        Hit("far", 10.0, "x", "other"),
        Hit("part", 4.0, "x", "array map"),
        Hit("whole", 4.0, "x", "array"),
        Hit("path", 4.0, "array", "x"),
    ]
    assert raised(hits) == {"whole": 14.0, "far": 10.0, "part": 9.0, "path": 9.0}


def test_a_whole_name_starts_from_the_best_score() -> None:
    """SPEC 8.2: a page of that name comes first, then a section; both before better texts."""
    hits = [
        Hit("t:x.md#far", 10.0, "x.md", "array map"),
        Hit("t:x.md#array", 3.0, "x.md", "Array"),
        Hit("t:array.md", 1.0, "array.md", "Array"),
    ]
    found = raised(hits, exact={"t:x.md#array", "t:array.md"})
    assert list(found) == ["t:array.md", "t:x.md#array", "t:x.md#far"]


def test_a_heading_of_many_sections_says_little() -> None:
    """SPEC 8.2: headings that occur in dozens of documents count less than titles."""
    hits = [Hit("far", 10.0, "x", "other"), Hit("t:x#array", 1.0, "x", "Array")]
    few = raised(hits, exact={"t:x#array"}, alike=2)
    many = raised(hits, exact={"t:x#array"}, alike=500)
    assert list(few) == ["t:x#array", "far"]
    assert list(many) == ["far", "t:x#array"]


def test_a_title_says_more_than_a_file_name() -> None:
    """SPEC 8.2: of two pages of that name the one with that title comes first."""
    hits = [
        Hit("t:a/array.md", 2.0, "a/array.md", "Lists"),
        Hit("t:b/x.md", 1.0, "b/x.md", "Array"),
    ]
    assert list(raised(hits, exact={"t:a/array.md", "t:b/x.md"})) == ["t:b/x.md", "t:a/array.md"]


def test_nothing_to_raise() -> None:
    """Hits without names keep their scores; no hits stay none."""
    assert raised([]) == {}
    assert raised([Hit("a", 1.0)]) == {"a": pytest.approx(1.0)}


def test_a_page_comes_before_a_section_with_an_equally_good_name() -> None:
    """SPEC 8.2: of two names that share as much with the query, that of a page says more."""
    section = Hit("t:guide#array-other", 10.0, "guide", "array other")
    page = Hit("t:page", 10.0, "page", "array map")
    assert list(raised([section, page])) == ["t:page", "t:guide#array-other"]
