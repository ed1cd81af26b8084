"""Tests that every damaged page of the catalog is detected: right results or a message."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.robustness.complete import BUT_SLOW_ONES, answers, make_aged
from tests.robustness.damage import CATALOG
from tests.robustness.marks import sampled
from tests.robustness.pages import REPLACEMENTS, each_damaged, pages_of, root_of, write_page
from tests.robustness.world import World, copy_index

FILES = 110
TABLES = ("trees", "outbox", "documents", "chunks", "texts", "names", "key_sums")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> World:
    """A project with an index that was updated several times."""
    return make_aged(tmp_path_factory.mktemp("pages"), FILES)


@pytest.fixture
def world(built: World, tmp_path: Path) -> Iterator[World]:
    """The same project, whose index is healthy at first and at the end."""
    healthy = tmp_path / "healthy"
    copy_index(built.index, healthy)
    yield built
    copy_index(healthy, built.index)


def test_the_catalog_has_all_kinds_of_pages(world: World) -> None:
    """Own choice: inner pages, leaves of tables and of indexes, and pages that are spilled over."""
    pages = pages_of(world.generation / CATALOG)
    kinds = {pages.kind(number) for number in range(1, len(pages) + 1)}
    assert kinds == {0x00, 0x02, 0x05, 0x0A, 0x0D}
    assert len(list(world.generation.glob("postings/*/*.idx"))) > 2


@pytest.mark.parametrize(
    ("how", "every"), sampled([("zeroed", 6), *((how, 1) for how in REPLACEMENTS)])
)
def test_no_damaged_page_changes_an_answer_unnoticed(
    world: World, tmp_path: Path, how: str, every: int
) -> None:
    """Issue 12: each page in turn; complete answers, and `ra doctor` sees what they could show."""
    good = answers(world, BUT_SLOW_ONES)
    found = list(each_damaged(world, tmp_path / "healthy", how, good, every=every))
    assert [each for each in found if each.is_unsound] == []
    assert sum("damaged" in each.kinds.values() for each in found) > len(found) / 2


@pytest.mark.parametrize("table", sampled(TABLES, "chunks"))
def test_a_zeroed_page_is_named_by_doctor_and_repaired_by_a_reading_command(
    world: World, table: str
) -> None:
    """F5, SPEC 6.6: no page locks the user out, also not those that every command needs."""
    catalog = world.generation / CATALOG
    expected = world.good("search", "tall", "-o", "list").out
    write_page(catalog, root_of(catalog, table), bytes(pages_of(catalog).size))
    seen = world.ra("doctor")
    assert (seen.code, "damaged" in seen.out) == (2, True), seen
    assert CATALOG in seen.out
    found = world.ra("search", "tall", "-o", "list")
    assert (found.code, found.out) == (0, expected), found
    if "the index is damaged" not in found.err:  # a search does not read this table
        assert table in ("names", "key_sums")
        assert "the index is damaged" in world.ra("links", "docs:part-3/doc-3.md").err
    assert world.good("doctor").out.endswith("healthy\n")


@pytest.mark.parametrize("table", sampled(["trees", "outbox"]))
def test_a_zeroed_page_is_repaired_by_a_full_update(world: World, table: str) -> None:
    """F5: `ra update --full` is the way out that is always there."""
    catalog = world.generation / CATALOG
    write_page(catalog, root_of(catalog, table), bytes(pages_of(catalog).size))
    done = world.ra("update", "--full")
    assert done.code == 0, done
    assert f"the index is damaged ({catalog}" in done.err
    assert world.good("doctor").out.endswith("healthy\n")
