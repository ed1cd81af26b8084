"""Tests of `kill -9` during `ra update`: the next command repairs the index."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.robustness.faults import POINTS
from tests.robustness.kills import Stage, both_stages, kill_at_moment, kill_at_point
from tests.robustness.marks import sampled, torture
from tests.robustness.world import SETTINGS, Answers, World, copy_index, path_of, word_of

FILES = 1000
MOMENTS = (0.05, 0.35, 0.6, 0.85)
FAULTS = [
    ("before the postings are committed", 1),
    ("before the postings are committed", 3),
    ("before the flip", 2),
    ("inside the flip", 2),
    ("before the seal", 1),
    ("inside a batch", 5),
    ("between batch and postings", 5),
]

# Passed once by a rebuild of few files: what it begins with is written inside the declaration.
ONCE = {
    "inside the declaration",
    "between batch and postings",
    "after a batch",
    "inside the publication",
}


@pytest.fixture(scope="module", params=["full", "incremental"])
def prepared(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Stage:
    """A full build of 1 000 files, or an update after many of them changed."""
    full, incremental = both_stages(tmp_path_factory.mktemp("kills"), FILES)
    built = full()
    return built if request.param == "full" else incremental()


@pytest.fixture
def stage(prepared: Stage) -> Iterator[Stage]:
    """The same; source folders are byte-identical before and after (issue 3)."""
    before = prepared.world.sources()
    yield prepared
    assert prepared.world.sources() == before


@torture
@pytest.mark.parametrize("share", MOMENTS)
def test_a_kill_at_any_moment_is_made_good(stage: Stage, share: float) -> None:
    """SPEC 6.5: the next command sees old or new, finishes, and loses nothing committed."""
    kill_at_moment(stage, share)


@torture
@pytest.mark.parametrize(("point", "number"), FAULTS)
def test_a_kill_between_two_commits_is_made_good(stage: Stage, point: str, number: int) -> None:
    """SPEC 6.5, where SQLite and Tantivy differ: what is owed is paid, and only that."""
    killed = kill_at_point(stage, point, number)
    assert killed is not None, "the point is not passed so often"
    if point == "before the postings are committed":
        assert killed.owed


@torture
def test_a_second_kill_during_the_repair_is_made_good(stage: Stage) -> None:
    """SPEC 6.5: paying a debt can be interrupted as well."""
    stage.reset()
    for point in ("before the postings are committed", "before the flip", "inside the flip"):
        stage.world.ra(point, "1", "update", module="tests.robustness.faults")
    assert stage.world.ra("update").code == 0
    assert stage.world.answers(stage.numbers) == stage.expected


@pytest.mark.parametrize(
    ("point", "number"),
    sampled(
        [
            ("inside the declaration", "1"),
            ("around the declaration", "1"),
            ("around the declaration", "2"),
        ]
    ),
)
def test_a_kill_while_a_tree_is_declared_anew_is_made_good(
    tmp_path: Path, point: str, number: str
) -> None:
    """SPEC 6.4 and 6.5: killed between dropping the old tree and building it again."""
    full, _ = both_stages(tmp_path, 50)
    built = full()
    before = built.world.sources()
    for _ in range(2):
        killed = built.world.ra(point, number, "update", "--full", module="tests.robustness.faults")
        assert killed.code < 0
    assert built.world.ra("update").code == 0
    assert built.world.answers(built.numbers) == built.expected
    assert built.world.sources() == before
    assert len(list((built.world.generation / "postings").iterdir())) == 1, "the old ones are left"


@pytest.fixture(scope="module")
def rescued(tmp_path_factory: pytest.TempPathFactory) -> tuple[World, Path, Answers]:
    """A project with a stale file and another strategy, its old index, and what an update gives."""
    world = World(tmp_path_factory.mktemp("rescue"))
    world.fill(20)
    world.good("update")
    (world.folder / path_of(3)).write_bytes(b"\xff")
    world.write(".ra.toml", SETTINGS + '[chunking]\nstrategy = "none"\n')
    before = world.home.parent / "before"
    copy_index(world.index, before)
    assert world.ra("update").code == 0
    return world, before, world.answers(range(20))


@pytest.mark.parametrize(
    ("point", "number"),
    sampled(
        [*((point, 1) for point in POINTS), *((point, 2) for point in POINTS if point not in ONCE)],
        ("before the postings are committed", 1),
        ("inside the flip", 1),
    ),
)
def test_a_kill_loses_no_last_good_version(
    rescued: tuple[World, Path, Answers], point: str, number: int
) -> None:
    """SPEC 1.8 and 6.5: killed anywhere in a rebuild, a stale file keeps its document."""
    world, before, expected = rescued
    copy_index(before, world.index)
    killed = world.ra(point, str(number), "update", module="tests.robustness.faults")
    assert killed.code < 0, "the point is not passed so often"
    assert world.ra("update").code == 0
    assert world.answers(range(20)) == expected
    assert len(expected.words[word_of(3)][0]) == 1


def test_every_point_is_a_point_of_the_program() -> None:
    """A renamed function must not turn a kill into a run that nobody interrupted."""
    assert all(callable(getattr(point.owner, point.name)) for point in POINTS.values())
