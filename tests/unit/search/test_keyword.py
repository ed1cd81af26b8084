"""Tests of the matches and scores of one tree (SPEC 8.1, 8.2, 8.6)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest

from ra.query import parse
from ra.search.analyzed import analyze
from ra.search.candidates import Leg
from ra.search.keyword import Target, retrieve
from tests.worlds import World, world

PAGES = {f"{number:02}.md": f"lamp number{number}\n" for number in range(80)}
PAGES["red.md"] = "# Red lamp\nlight\n"


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """Many pages with the same word."""
    with world(tmp_path_factory.mktemp("here"), {"docs": PAGES}) as made:
        yield made


def retrieved(here: World, text: str, **changes: Any) -> Leg:
    """What one tree answers."""
    query = parse(text)
    assert query is not None
    library = here.library
    params = here.params(**changes)
    (tree,) = library.trees.select()
    target = Target(tree, analyze(query, tree.language))
    (leg,) = retrieve([target], library._access.index().engine, params, date(2024, 1, 1))
    return leg


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, 50),
        ({"limit": 12}, 60),
        ({"limit": 1, "max_candidates": 20}, 20),
        ({"limit": 7, "max_candidates": 20}, 35),
        ({"candidate_limit": 3}, 3),
    ],
)
def test_how_many_are_taken(here: World, changes: dict[str, Any], expected: int) -> None:
    """SPEC 8.6: `candidate_limit`, by default five times the limit, at least `max_candidates`."""
    assert len(retrieved(here, "lamp", **changes).hits) == expected


def test_hits_are_sorted(here: World) -> None:
    """SPEC 8.7: by score, then id, with and without the bonus for names."""
    for ranking in ("ra", "fields", "classic"):
        hits = retrieved(here, "red lamp", match="any", ranking=ranking).hits
        assert list(hits) == sorted(hits, key=lambda hit: (-hit.score, hit.chunk_id))


def test_bound_and_partial(here: World) -> None:
    """SPEC 8.1: a lookup takes hits with all words and with some; operators bind while that has
    hits.
    """
    whole = retrieved(here, "red lamp")
    assert whole.facts.complete == frozenset({"docs:red.md", "docs:red.md#red-lamp"})
    assert len(whole.hits) > 2
    loose = retrieved(here, "red ship")
    assert (loose.facts.bound, loose.facts.complete) == (False, frozenset())
    assert loose.hits
    bound = retrieved(here, "red AND lamp")
    assert (bound.facts.bound, bound.facts.complete, len(bound.hits)) == (True, None, 2)
    assert retrieved(here, "red AND ship").facts.partial
    assert not retrieved(here, "red AND ship", match="all").hits
    sentence = retrieved(here, "which ship has a red light and many lamps on board")
    assert not sentence.facts.bound
    assert not sentence.facts.partial


@pytest.mark.parametrize("text", ['"ship"', "-lamp AND ship", "doc:x.md", "ship*"])
def test_one_thing_has_no_part(here: World, text: str) -> None:
    """SPEC 8.1: a query of one phrase or filter is found or not."""
    leg = retrieved(here, text)
    assert not leg.facts.partial
    assert not leg.hits


@pytest.mark.parametrize(("text", "count"), [("light", 1), ("red ship", 2), ("ligt", 2)])
def test_the_same_is_not_asked_again(
    here: World, monkeypatch: pytest.MonkeyPatch, text: str, count: int
) -> None:
    """SPEC 8.1: the second attempt at one word without expansions has the hits of the first."""
    engine = type(here.library._access.index().engine)
    asked: list[object] = []
    lexical = engine.lexical

    def counted(self: Any, query: Any, *others: Any) -> Any:
        asked.append(query)
        return lexical(self, query, *others)

    monkeypatch.setattr(engine, "lexical", counted)
    leg = retrieved(here, text)
    assert "docs:red.md#red-lamp" in [hit.chunk_id for hit in leg.hits]
    assert len(asked) == count


def test_evidence_for_the_verdict(here: World) -> None:
    """SPEC 8.10: what was reached is a keyword score without bonus, below the best possible."""
    named = retrieved(here, "red lamp")
    assert 0 < named.facts.reached <= named.ideal * 1.5
    assert named.facts.reached < named.hits[0].score
    assert retrieved(here, "ship").facts.reached == 0.0
    assert retrieved(here, '"red lamp"').ideal == 0.0
