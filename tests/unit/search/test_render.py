"""Tests of the shown parts of each result (SPEC 8.9, 8.10)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ra.search.results import Result
from ra.text.counter import count
from tests.worlds import World, world

PAGES = {
    "a.md": "---\ntags: [shade]\n---\n# Lamps\nA reading lamp.\n\n## Bulbs\nLED\nlast line\n",
    "b.md": "intro\n# Top\n## One\nbulb one\n## Two\nbulb two\n",
    "c.md": "getElementById and 日本語 é lamp\r\n",
}


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """A few pages."""
    with world(tmp_path_factory.mktemp("here"), {"docs": PAGES}) as made:
        yield made


def marked(here: World, query: str) -> list[bytes]:
    """The words that are marked in the best result."""
    found = here.search(query).results[0].match
    body = found.chunk.body.encode()
    return [body[start:end] for start, end in found.ranges]


def test_marks_are_bytes_of_the_body(here: World) -> None:
    """SPEC 8.9: UTF-8 byte ranges of whole tokens; camelCase is marked whole."""
    assert marked(here, "body:é") == ["é".encode()]
    assert marked(here, "element") == [b"getElementById"]
    assert marked(here, "日") == ["日本".encode()]
    assert marked(here, '"reading lamp"') == [b"reading", b"lamp"]
    assert marked(here, "read* -nothing") == [b"reading"]


def test_parts_of_a_split_word_are_marked_where_words_are_optional(here: World) -> None:
    """SPEC 8.9, finding of the review: `reading-glass` is two terms, and one of them matched."""
    report = here.search("reading-glass lamp", match="any")
    matches = [match for one in report.results for match in one.matches]
    (match,) = [one for one in matches if one.chunk.slug == "lamps"]
    body = match.chunk.body.encode()
    assert [body[start:end] for start, end in match.ranges] == [b"reading", b"lamp"]


def test_an_aggregated_result_shows_all_that_is_under_it(here: World) -> None:
    """SPEC 8.7, 8.9: its whole text; constituents with ranges of their own, it has none."""
    (answer,) = [one for one in here.search("path:b body:bulb").results if one.aggregated]
    assert answer.body.count("bulb") == 2
    assert "## Two" in answer.body
    assert answer.match.ranges == ()
    assert all(part.ranges for part in answer.constituents)


def test_lines(here: World) -> None:
    """SPEC 8.10: from the heading to the last line, counted from one, and the first match."""
    (answer,) = here.search("body:LED").results
    lines = answer.match.lines
    assert (lines.start, lines.end, lines.opens, lines.match) == (7, 9, 7, 8)


def test_missing_words_count_names(here: World) -> None:
    """SPEC 8.1: a word that is in the breadcrumb, the tags or the path is not missing."""
    report = here.search("body:led lamps shade ship", fuzzy_distance=0)
    assert report.partial
    assert [answer.match.missing for answer in report.results] == [("ship",)]
    assert here.search("lamps led -x").results[0].match.missing == ()


@pytest.mark.parametrize("budget", [1, 5, 10, 20, 1000])
def test_the_budget_bounds_breadcrumbs_and_bodies(here: World, budget: int) -> None:
    """SPEC 8.10: `--max-tokens N`; what is cut is marked and keeps its ranges inside."""
    whole = here.library.search("lamp OR bulb OR led").results
    answers = here.library.search("lamp OR bulb OR led", max_tokens=budget).results
    assert sum(map(_tokens, answers)) <= budget
    for answer in answers:
        assert all(end <= len(answer.body.encode()) for _, end in answer.match.ranges)
    is_cut = any(one.cut for one in answers) or len(answers) < len(whole)
    assert is_cut == (sum(map(_tokens, whole)) > budget)


def _tokens(answer: Result) -> int:
    return count(f"> {' › '.join(answer.match.chunk.breadcrumb)}") + count(answer.body)
