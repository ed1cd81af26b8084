"""Tests of the order of stages, and of their entries in the report."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from itertools import count
from pathlib import Path

import pytest

from ra.query import parse
from ra.search.pipeline import SearchJob, search
from tests.worlds import RAW, World, world

PAGE = "# Guide\nlamp\n## One\nlamp here\n## Two\nlamp there\n## Three\nnothing\n"


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """A page whose sections aggregate, and one more tree."""
    trees = {"docs": {"a.md": PAGE}, "more": {"b.md": "a lamp\n", "c.md": "none\n"}}
    with world(tmp_path_factory.mktemp("here"), trees) as made:
        yield made


def test_every_stage_leaves_its_trace(here: World) -> None:
    """What each stage was given is what the one before it gave."""
    report = here.search("lamp")
    trace = report.trace
    hits = {hit.chunk_id for each in trace.legs for hit in each.hits}
    assert [each.tree for each in trace.legs] == ["docs", "more"]
    assert {one.chunk_id for one in trace.normalized.candidates} == hits
    assert set(trace.normalized.best) == {"docs", "more"}
    assert {one.chunk_id for one in trace.localized.candidates} == hits
    assert trace.elbow.kept + trace.elbow.dropped == trace.localized.candidates
    assert trace.floor.kept + trace.floor.dropped == trace.elbow.kept
    assert report.trees == ("docs", "more")


def test_seconds_come_from_the_clock(here: World) -> None:
    """STYLE: the clock is handed in."""
    ticks = count()
    library = here.library
    engine = library._access.index().engine
    job = SearchJob(
        engine,
        library.trees.select(),
        here.params(),
        date(2024, 1, 1),
        True,
        0,
        lambda: next(ticks),
    )
    assert search(parse("lamp"), job).seconds == {"retrieve": 1, "rank": 1, "show": 1}


@pytest.mark.parametrize("aggregates", [True, False])
def test_a_file_that_goes_meanwhile(tmp_path: Path, aggregates: bool) -> None:
    """SPEC 8.7: a hit that is no longer there when its place is asked for is left out."""
    with world(tmp_path, {"docs": {"a.md": PAGE, "b.md": "a lamp\n"}}) as here:
        library, ticks = here.library, count()

        def clock() -> float:
            tick = next(ticks)
            if tick == 1:  # the hits are known, their places are not
                (tmp_path / "docs" / "b.md").unlink()
                library.index.update()
            return tick

        engine, trees = library._access.index().engine, library.trees.select()
        job = SearchJob(engine, trees, here.params(**RAW), date(2024, 1, 1), aggregates, 0, clock)
        report = search(parse("lamp"), job)
        hits = [hit.path for each in report.trace.legs for hit in each.hits]
        assert "b.md" in hits
        assert {answer.match.chunk.path for answer in report.results} == {"a.md"}


def test_no_floor_with_other_rankings(here: World) -> None:
    """SPEC 8.6: 0.4 of the best with `ranking = "ra"`, off with the others."""
    assert here.search("lamp").trace.floor.floor is not None
    assert here.search("lamp", ranking="fields").trace.floor.floor is None
    assert here.search("lamp", relevance_floor=0.0).trace.floor.floor is None


def test_aggregation_can_be_turned_off(here: World) -> None:
    """`--no-aggregation`: every hit stands for itself."""
    report = here.library.search("lamp", aggregates=False)
    assert not any(answer.aggregated for answer in report.results)
    assert len(report.results) == len(report.trace.floor.kept)


def test_a_parent_too_large_is_not_formed(here: World) -> None:
    """SPEC 8.7: `max_aggregate_tokens`."""
    params = {"min_siblings": 2, "cutoff_ratio": 0.0, "relevance_floor": 0.0}
    small = here.search("path:a body:(here OR there)", **params)
    assert any(answer.aggregated for answer in small.results)
    large = here.search("path:a body:(here OR there)", max_aggregate_tokens=1, **params)
    assert not any(answer.aggregated for answer in large.results)
    assert "too large" in large.trace.aggregated.refused.values()


def test_the_cap_follows_the_limit(tmp_path_factory: pytest.TempPathFactory) -> None:
    """SPEC 8.6: `max_candidates`, or `limit` if that is larger, is a hard cap."""
    pages = {f"{number}.md": "lamp\n" for number in range(30)}
    with world(tmp_path_factory.mktemp("cap"), {"docs": pages}) as many:
        report = many.search("lamp", max_candidates=5, limit=3)
        assert (len(report.trace.elbow.kept), len(report.results)) == (5, 3)
        assert report.trace.elbow.reason == "limit"
        assert len(many.search("lamp", max_candidates=5, limit=20).results) == 20


def test_results_not_worth_their_text_make_room_for_those_after(tmp_path: Path) -> None:
    """SPEC 8.6: the limit counts what is shown, not what is left out for its length."""
    filler = "other words that are many and say little about it " * 8
    pages = {
        "best.md": "lamp owl heron heron\n",
        "long.md": f"lamp owl lamp owl {filler}\n",
        "short.md": "lamp beside more words of other things here\n",
        "none.md": "nothing\n",
    }
    with world(tmp_path, {"docs": pages}) as here:
        query, free = (
            "what is a lamp or owl or heron",
            {"relevance_floor": 0.0, "cutoff_ratio": 0.0},
        )
        every = here.search(query, limit=3, token_target=0, **free)
        assert [one.match.chunk.path for one in every.results] == ["best.md", "long.md", "short.md"]
        report = here.search(query, limit=2, token_target=60, **free)
        assert [one.match.chunk.path for one in report.results] == ["best.md", "short.md"]
        assert (report.trace.economy.dropped, report.trace.limited) == (1, 2)
