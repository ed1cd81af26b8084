"""Tests that every flipped bit that changes a result is detected, by a read or by doctor."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.robustness.complete import QUICK, Answers, answers, make_aged
from tests.robustness.damage import CATALOG, flips, segment_files
from tests.robustness.marks import sampled, torture
from tests.robustness.world import World

FILES = 110
QUESTIONS = (*QUICK, "phrase and field")


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    """A project with an index that was updated several times."""
    return make_aged(tmp_path_factory.mktemp("flips"), FILES)


@pytest.fixture(scope="module")
def good(world: World) -> Answers:
    """What is right."""
    return answers(world, QUESTIONS)


@torture
def test_no_flipped_bit_of_the_catalog_changes_an_answer(world: World, good: Answers) -> None:
    """F6: rows, texts and the dictionary are checked when they are read, whatever the times say."""
    found = list(flips(world, [world.generation / CATALOG], 160, good, keeps_times=True))
    assert [each for each in found if each.is_silent or each.is_unseen] == []
    assert sum("damaged" in each.kinds.values() for each in found) > len(found) / 5


@pytest.mark.parametrize("count", sampled([30, 120]))
def test_no_flipped_bit_that_a_program_wrote_changes_an_answer(
    world: World, good: Answers, count: int
) -> None:
    """F6, F15: segments that were written to are read whole before they are used."""
    found = list(flips(world, segment_files(world), count, good, keeps_times=False))
    assert [each for each in found if each.is_silent or each.is_unseen] == []
    assert all(set(each.kinds.values()) == {"damaged"} for each in found)


def test_no_flipped_bit_of_small_segments_changes_an_answer(world: World, good: Answers) -> None:
    """F6: small files are always read whole, whatever their times say."""
    files = segment_files(world)
    assert sum(file.stat().st_size for file in files) < 2**20
    found = list(flips(world, files, 40, good, keeps_times=True))
    assert [each for each in found if each.is_silent or not each.seen] == []


def test_doctor_sees_each_flipped_bit_of_a_large_segment(tmp_path: Path) -> None:
    """Issue 12: what a disk forgot in a large file shows at the latest when all of it is read."""
    world = World(tmp_path)
    words = (f"{number:x}" for number in range(300_000))
    world.write("large.md", "# Large\n\n" + " ".join(words))
    world.good("update")
    large = max(segment_files(world), key=lambda file: file.stat().st_size)
    assert large.stat().st_size > 2**20
    found = list(flips(world, [large], 3, {}, keeps_times=True))
    assert all(each.seen for each in found)
    found = list(flips(world, [large], 3, {"trees": None}, keeps_times=False))
    assert all(each.kinds["trees"] == "damaged" for each in found)
