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
    report = here.library.search(['"hands"', "waits", "word"], aggregates=False)
    assert [one.id for one in report] == ["docs:pool.md#connection-pool", "docs:lone.md"]
    pool = report[0].match
    body = pool.chunk.body.encode()
    assert [body[start:end] for start, end in pool.ranges] == [b"hands", b"waits"]
    assert [piece.text for piece in pool.snippet if piece.is_match] == ["hands", "waits"]
    assert pool.score == max(each.results[0].score for each in report.searches[:2])
    assert report.topics is not None
    assert [each.name for each in report.topics.each] == ['"hands"', "waits", "word"]


def test_snippets_of_topics_are_joined(tmp_path: Path) -> None:
    """SPEC 8.8: snippets from two places of a chunk, with ` … ` between them."""
    page = f"# Top\nred start\n\n{'word of the middle. ' * 40}\n\nblue end\n"
    with world(tmp_path, {"docs": {"a.md": page}}) as here:
        (answer,) = here.library.search(["red", "blue"]).results
        text = "".join(piece.text for piece in answer.match.snippet)
        assert text.index("red start") < text.index(" … ") < text.index("blue end")


CROWD = {
    **{f"red-{number}.md": "# Red\n" + "red " * (9 - number) + "\n" for number in range(6)},
    **{f"blue-{number}.md": f"# Page\n{'filler ' * 40 * number}\nblue\n" for number in range(6)},
}


def test_every_topic_gets_its_share(tmp_path: Path) -> None:
    """SPEC 8.8, findings, user S5: by rank in turn, however much better one topic matches."""
    with world(tmp_path, {"docs": CROWD}) as here:
        for topics in (["red", "blue"], ["blue", "red"], ["red", "blue", "filler"]):
            alone = [here.search(topic, limit=6, cutoff_ratio=0.0) for topic in topics]
            wanted = dict.fromkeys(
                found[rank].id for rank in range(6) for found in alone if rank < len(found)
            )
            for limit in (1, 2, 5, 6):
                report = here.search(topics, limit=limit, cutoff_ratio=0.0)
                assert [one.id for one in report] == list(wanted)[:limit]
                assert report.limited == limit
                assert [one.match for one in report.searches[0]] == [
                    one.match for one in here.search(topics[0], limit=limit, cutoff_ratio=0.0)
                ]


def test_no_text_is_in_an_answer_twice(tmp_path: Path) -> None:
    """SPEC 8.8: a chunk that another topic's section shows is a part of that section."""
    page = "# Top\n\n## A\nblue\n## B\nblue green\n## C\nred\n"
    with world(tmp_path, {"docs": {"a.md": page, "b.md": "# Other\ngreen\n"}}) as here:
        for topics in (["blue", "green"], ["green", "blue"]):
            report = here.search(topics, relevance_floor=0.0, cutoff_ratio=0.0)
            assert sorted(one.id for one in report) == ["docs:a.md#top", "docs:b.md#other"]
            (top,) = [one for one in report if one.aggregated]
            assert {part.chunk.slug for part in top.constituents} == {"a", "b"}
            (part,) = [part for part in top.constituents if part.chunk.slug == "b"]
            assert [part.chunk.body.encode()[slice(*at)] for at in part.ranges] == [
                b"blue",
                b"green",
            ]


def test_equal_and_empty_topics_are_one(here: World) -> None:
    """Own choice: they have no share of their own."""
    several, one = (here.library.search(asked) for asked in (["pool", " ", "pool"], "pool"))
    assert [each.match for each in several] == [each.match for each in one]
    assert here.library.search(["pool", " ", "pool", '""']).topics is None
    assert len(here.library.search(["pool", "pool*"]).searches) == 2


def test_the_best_verdict_is_that_of_several_topics(here: World) -> None:
    """SPEC 8.8, 8.10: each topic has its own verdict too."""
    report = here.library.search(["lighthouse", "connection pool"])
    assert report.verdict.strength == "strong"
    assert [each.verdict.strength for each in report.searches] == ["none", "strong"]
    assert here.library.search(["lighthouse", "sailor"]).verdict.strength == "none"


def test_a_token_budget_holds_for_all_topics(tmp_path: Path) -> None:
    """SPEC 8.10: of all breadcrumbs and bodies together; in the order of the answer."""
    with world(tmp_path, {"docs": CROWD}) as here:
        whole = here.library.search(["red", "blue"])
        some = here.library.search(["red", "blue"], max_tokens=40)
        assert 0 < len(some) < len(whole)
        assert [one.id for one in some] == [one.id for one in whole][: len(some)]
        assert some.limited == whole.limited
        assert some.topics is not None
        assert some.topics.budget is not None
        assert some.topics.budget.tokens <= 40


def test_topics_unite_constituents(tmp_path: Path) -> None:
    """SPEC 8.8, 8.9: a section that one topic aggregates has no ranges of its own, its parts do."""
    page = "# Top\nred\n## A\nblue green\n## B\nblue green\n"
    with world(tmp_path, {"docs": {"a.md": page}}) as here:
        topics = here.library.search(["red", "blue", "green"])
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
            answers = here.library.search(topics).results
            (answer,) = answers
            (own,) = [match for match in answer.matches if match.chunk.slug == "top"]
            body = own.chunk.body.encode()
            assert [body[start:end] for start, end in own.ranges] == [b"red"]
            assert answer.own == own or answer.id == "docs:a.md"  # found by its name


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


def test_a_parsed_query_finds_what_its_text_finds(here: World) -> None:
    """SPEC 7: a query may be parsed before it is searched; None is the empty one."""
    text = "connection pool -nowhere"
    one, other = here.library.search(parse(text)), here.library.search(text)
    assert one.query == other.query
    assert [each.match for each in one.results] == [each.match for each in other.results]
    assert here.library.search(None).results == ()
