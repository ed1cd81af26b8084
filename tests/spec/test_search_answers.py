"""SPEC 8.8 to 8.10, sentence by sentence: topics, snippets and verdicts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ra.errors import ConfigError, UsageError
from ra.query import parse
from tests.spec.pages import PAGES
from tests.worlds import World, world


def test_topics_are_searched_alone_and_united(here: World) -> None:
    """SPEC 8.8: one entry per chunk, highest score, ranges united, snippets joined."""
    topics = here.library.search_topics(['"hands"', "waits", "word"])
    found = {one.match.chunk.id: one.match for one in topics.results}
    assert sorted(found) == ["docs:lone.md", "docs:pool.md#connection-pool"]
    assert len(topics.results) == 2
    pool = found["docs:pool.md#connection-pool"]
    body = pool.chunk.body.encode()
    assert [body[start:end] for start, end in pool.ranges] == [b"hands", b"waits"]
    assert any(piece.text == " … " for piece in pool.snippet)
    alone = [report.results[0].match.score for report in topics.reports[:2]]
    assert pool.score == max(alone)
    order = [(-one.match.score, one.match.chunk.id) for one in topics.results]
    assert order == sorted(order)


def test_topics_unite_constituents(tmp_path: Path) -> None:
    """SPEC 8.8, 8.9: a section that one topic aggregates has no ranges of its own, its parts do."""
    page = "# Top\nred\n## A\nblue green\n## B\nblue green\n"
    with world(tmp_path, {"docs": {"a.md": page}}) as here:
        topics = here.library.search_topics(["red", "blue", "green"])
        (answer,) = [one for one in topics.results if one.match.chunk.slug == "top"]
        assert answer.aggregated
        assert answer.match.ranges == ()
        assert "## B" in answer.body
        for part in answer.constituents:
            body = part.chunk.body.encode()
            assert [body[start:end] for start, end in part.ranges] == [b"blue", b"green"]


def test_topics_keep_a_section_s_own_match(tmp_path: Path) -> None:
    """SPEC 8.8: what one topic finds in a section itself is not lost where another takes it in."""
    page = "# Top\nred\n## A\nblue\n## B\nblue\n"
    with world(tmp_path, {"docs": {"a.md": page}}) as here:
        for topics in (["red", "blue"], ["blue", "red"], ["red", "blue", "red OR blue", "top"]):
            answers = here.library.search_topics(topics).results
            (answer,) = [one for one in answers if one.aggregated]
            assert answer.own is not None
            body = answer.own.chunk.body.encode()
            assert [body[start:end] for start, end in answer.own.ranges] == [b"red"]


def test_verdicts(here: World) -> None:
    """SPEC 8.10: strong or weak from the share of the best possible score; none for nothing."""
    assert here.search("connection pool").verdict.strength == "strong"
    weak = "which lighthouse keeper sailed a wooden ship around some pool yesterday"
    assert here.search(weak).verdict.strength == "weak"
    assert here.search("lighthouse").verdict.strength == "none"


def test_the_verdict_does_not_depend_on_the_token_budget(here: World) -> None:
    """SPEC 8.10: what does not fit was found all the same."""
    report = here.library.search("connection pool", max_tokens=1)
    assert report.results == ()
    assert report.verdict.strength == "strong"


def test_lines_are_those_of_the_file(here: World) -> None:
    """SPEC 8.10: each result says where it stands."""
    (answer,) = here.search("doc:guides/start.md begin").results
    lines = answer.match.lines
    first, last = lines.start, lines.end
    text = PAGES["guides/start.md"].splitlines()
    assert "Begin with a folder." in text[first - 1 : last]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"limit": 0}, "'search.limit' must be at least 1, not 0"),
        ({"limit": -1}, "'search.limit' must be at least 1"),
        ({"match": "some"}, "'search.match' must be"),
        ({"ranking": "best"}, "'search.ranking' must be"),
        ({"cutoff_ratio": float("nan")}, "'search.cutoff_ratio' must be a number"),
        ({"fuzzy_distance": 7}, "'search.fuzzy_distance' must be at most 1"),
    ],
)
def test_impossible_values_are_refused(here: World, change: dict[str, Any], said: str) -> None:
    """SPEC 12: inputs are bounded, with clear errors, for a program as for a settings file."""
    with pytest.raises(ConfigError, match=said):
        here.search("pool", **change)
    with pytest.raises(UsageError, match="max_tokens must be at least 0"):
        here.library.search("pool", max_tokens=-1)


def test_one_topic_is_no_list_of_letters(here: World) -> None:
    """SPEC 8.8: a single text is one topic."""
    assert len(here.library.search_topics("pool").reports) == 1


def test_topics_take_the_settings_of_a_search(tmp_path: Path) -> None:
    """SPEC 8.8: the limit holds for each topic, as for a search alone."""
    pages = {f"{number}.md": "red blue\n" for number in range(4)}
    with world(tmp_path, {"docs": pages}) as here:
        for limit in (1, 3):
            found = here.library.search_topics(["red", "blue"], params=here.params(limit=limit))
            assert [len(report.results) for report in found.reports] == [limit, limit]


def test_a_parsed_query_finds_what_its_text_finds(here: World) -> None:
    """SPEC 7: a query may be parsed before it is searched; None is the empty one."""
    text = "connection pool -nowhere"
    one, other = here.library.search(parse(text)), here.library.search(text)
    assert one.query == other.query
    assert [each.match for each in one.results] == [each.match for each in other.results]
    assert here.library.search(None).results == ()
