"""Tests of the documents that a filter matches (SPEC 7)."""

from __future__ import annotations

from datetime import date

import pytest

from ra.engine.query import Among, BoolQuery, BoostQuery, Dated, Everything, Query, Under, day_of
from ra.search.engine_query import filters

TODAY = date(2024, 6, 10)


def meant(name: str, value: str) -> Query:
    """What a filter of the tree `docs` means on the tenth of June."""
    return filters("docs", TODAY)(name, value)


@pytest.mark.parametrize("value", ["guides/b", "/guides/b", "./guides/b"])
def test_a_path_starts_at_the_root_of_the_tree(value: str) -> None:
    """SPEC 7: a `path:` value with `/` is a path prefix."""
    assert meant("path", value) == Under("guides/b")


@pytest.mark.parametrize(
    ("value", "day"),
    [
        ("2024-05-31", date(2024, 5, 31)),
        ("10d", date(2024, 5, 31)),
        ("2m", date(2024, 4, 10)),
        ("1y", date(2023, 6, 10)),
    ],
)
def test_days(value: str, day: date) -> None:
    """SPEC 7: on this day or later; before it; so long ago."""
    assert meant("after", value) == Dated(day.toordinal(), None)
    assert meant("before", value) == Dated(None, day.toordinal())


def test_a_document_by_its_id_or_path() -> None:
    """SPEC 7: `doc:` is one document of the tree."""
    assert meant("doc", "a.md") == Among(frozenset({"a.md", "docs:a.md"}))


def test_a_tree_is_all_or_nothing() -> None:
    """SPEC 7: `tree:` is exact, and adds nothing to a score."""
    assert meant("tree", "docs") == BoostQuery(Everything(), 0.0)
    assert meant("tree", "doc") == BoolQuery()


@pytest.mark.parametrize(
    ("updated", "day"),
    [
        ("2024-05-31", date(2024, 5, 31)),
        ("2024-05-31T23:59:59+09:00", date(2024, 5, 31)),
        (None, date(1970, 1, 2)),
        ("someday", date(1970, 1, 2)),
        ("", date(1970, 1, 2)),
    ],
)
def test_the_day_of_a_document(updated: str | None, day: date) -> None:
    """SPEC 8.5: what the front matter says, else the mtime, in UTC."""
    assert day_of(updated, 90_000_000_000_000) == day.toordinal()
