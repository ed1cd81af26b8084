"""The field `body` is prepared when a search asks for it; what it finds depends on nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ra.config.choices import Ranking
from ra.engine.embedded.catalog import Catalog
from ra.engine.embedded.rows import has_bodies
from ra.library import Library
from tests.robustness.world import World

PAGES = {
    "lamp.md": "# Oil lamp\nThe wick is cotton.\n\n## Wick\nTrim it to a hand's width.\n",
    "candle.md": "# Candle wick\nWax around a wick of cotton; the wick burns.\n",
    "shade.md": "# Shade\nNo flame here, only cotton.\n",
}
QUERIES = ("body:wick", "body:cotton", '"oil lamp" -body:wick', 'body:"wick burns"', "body:wi*")
RANKINGS: tuple[Ranking, ...] = ("ra", "fields", "classic")

Found = list[tuple[str, float]]


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    """A few pages, indexed."""
    world = World(tmp_path)
    for path, text in PAGES.items():
        world.write(path, text)
    with Library(world.settings) as library:
        library.index.update()
        yield library


def searched(library: Library) -> dict[tuple[str, str], Found]:
    """The results of all queries with all rankings."""
    params = library.settings.search
    return {
        (query, ranking): [
            (result.id, result.score)
            for result in library.search(query, params=params._replace(ranking=ranking))
        ]
        for query in (*QUERIES, "wick cotton")
        for ranking in RANKINGS
    }


def in_memory(library: Library) -> dict[tuple[str, str], Found]:
    """The same, inside a snapshot, where nothing can be written."""
    return library.reading(lambda: searched(library))


def are_posted(library: Library) -> bool:
    """Whether the postings have bodies."""
    engine = library._access.index().engine
    with engine.view(library._access.scope()) as view:  # type: ignore[attr-defined]
        return all(map(has_bodies, view.trees))


def test_prepared_or_in_memory_it_is_the_same(library: Library) -> None:
    """Ranges of scores, matches and exclusions do not depend on where bodies are posted."""
    before = in_memory(library)
    assert not are_posted(library)
    assert searched(library) == before
    assert are_posted(library)
    assert in_memory(library) == before
    assert [found[0] for found in before["body:wick", "ra"]] == [
        "docs:candle.md#candle-wick",
        "docs:lamp.md#oil-lamp",
    ]
    assert [found[0] for found in before['body:"wick burns"', "ra"]] == [
        "docs:candle.md#candle-wick"
    ]


def test_an_ordinary_search_prepares_nothing(library: Library) -> None:
    """Only `body:` and the rankings that weigh bodies need them."""
    library.search("wick cotton")
    library.search('"wick burns" title:candle')
    assert not are_posted(library)


def test_updates_keep_bodies(library: Library, tmp_path: Path) -> None:
    """Changed, new and removed documents are found by their present bodies."""
    library.search("body:wick")
    world = World(tmp_path)
    world.write("lamp.md", "# Oil lamp\nNo more.\n")
    world.write("match.md", "# Match\nIt lights a wick.\n")
    (world.folder / "shade.md").unlink()
    library.index.update()
    assert {result.id for result in library.search("body:wick")} == {
        "docs:candle.md#candle-wick",
        "docs:match.md#match",
    }
    assert are_posted(library)
    assert library.index.doctor().problems == ()


def test_an_interruption_loses_nothing(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    """After the commit of the postings and before the catalog notes it."""
    before = in_memory(library)

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(Catalog, "set_bodies", interrupted)
        library.search("body:wick")
    assert not are_posted(library)
    assert in_memory(library) == before
    assert library.index.doctor().problems == ()
    assert searched(library) == before
    assert are_posted(library)
