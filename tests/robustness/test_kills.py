"""What does `kill -9` of `ra update` leave? Nothing that the next command does not put right."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.robustness.faults import POINTS
from tests.robustness.kills import Stage, both_stages, kill_at_moment, kill_at_point

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


@pytest.mark.parametrize("share", MOMENTS)
def test_a_kill_at_any_moment_is_made_good(stage: Stage, share: float) -> None:
    """SPEC 6.5: the next command sees old or new, finishes, and loses nothing committed."""
    kill_at_moment(stage, share)


@pytest.mark.parametrize(("point", "number"), FAULTS)
def test_a_kill_between_two_commits_is_made_good(stage: Stage, point: str, number: int) -> None:
    """SPEC 6.5, where SQLite and Tantivy differ: what is owed is paid, and only that."""
    killed = kill_at_point(stage, point, number)
    assert killed is not None, "the point is not passed so often"
    if point == "before the postings are committed":
        assert killed.owed


def test_a_second_kill_during_the_repair_is_made_good(stage: Stage) -> None:
    """SPEC 6.5: paying a debt can be interrupted as well."""
    stage.reset()
    for point in ("before the postings are committed", "before the flip", "inside the flip"):
        stage.world.ra(point, "1", "update", module="tests.robustness.faults")
    assert stage.world.ra("update").code == 0
    assert stage.world.answers(stage.numbers) == stage.expected


def test_a_kill_while_a_tree_is_declared_anew_is_made_good(tmp_path: Path) -> None:
    """SPEC 6.4 and 6.5: killed between dropping the old tree and building it again."""
    full, _ = both_stages(tmp_path, 50)
    built = full()
    before = built.world.sources()
    for _ in range(2):
        killed = built.world.ra(
            "inside the declaration", "1", "update", "--full", module="tests.robustness.faults"
        )
        assert killed.code < 0
    assert built.world.ra("update").code == 0
    assert built.world.answers(built.numbers) == built.expected
    assert built.world.sources() == before


def test_every_point_is_a_point_of_the_program() -> None:
    """A renamed function must not turn a kill into a run that nobody interrupted."""
    assert all(callable(getattr(point.owner, point.name)) for point in POINTS.values())
