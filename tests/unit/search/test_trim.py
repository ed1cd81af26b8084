"""Tests of the results that remain within a token budget (SPEC 8.10)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ra.text.counter import count
from tests.worlds import World, marked, world

PAGES = {
    "a.md": "# Lamps\n\n## One\n\nbulb one is here\n\n## Two\n\nbulb two is there\n",
    "b.md": f"Some words before a lamp, {'and then some more, ' * 40}and a lamp.\n",
}


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """Two pages."""
    with world(tmp_path_factory.mktemp("here"), {"docs": PAGES}) as made:
        yield made


def test_nothing_is_shown_from_behind_the_cut(here: World) -> None:
    """SPEC 8.10: neither in the text nor in snippets and marks of parts."""
    (answer,) = here.library.search("bulb", max_tokens=14).results
    first, second = answer.constituents
    assert answer.cut and "two" not in answer.body
    assert marked(first.snippet) == "bulb one is here" and first.ranges
    assert (second.snippet, second.ranges) == ((), ())


def test_a_snippet_is_of_what_is_left(here: World) -> None:
    """SPEC 8.9: around the matches of the text that is shown."""
    (answer,) = here.library.search("path:b body:lamp", max_tokens=30).results
    assert answer.cut
    assert marked(answer.match.snippet).rstrip("…") in answer.body
    assert len(answer.match.ranges) == 1


def test_the_breadcrumb_counts_as_it_is_printed(here: World) -> None:
    """SPEC 8.10: all printed breadcrumbs and bodies together."""
    (answer,) = here.library.search("path:b body:lamp", max_tokens=9).results
    printed = f"> {' › '.join(answer.match.chunk.breadcrumb)}"
    assert count(printed) + count(answer.body) <= 9


def test_what_does_not_fit_is_told(here: World) -> None:
    """Issue 4: every stage leaves its trace in the report."""
    everything = here.params(relevance_floor=0.0, cutoff_ratio=0.0)
    report = here.library.search("lamp OR bulb", params=everything, max_tokens=1)
    assert report.results == ()
    assert report.trace.limited == 2
    assert report.trace.budget is not None
    assert [one.state for one in report.trace.budget.results] == ["dropped"] * 2
    assert here.library.search("lamp").trace.budget is None
