"""SPEC 8: the same files give the same answers, whatever the history of their index."""

from __future__ import annotations

from pathlib import Path

import pytest

from ra.library import Library
from tests.robustness.faults import POINTS
from tests.robustness.histories import answers, pages, queries, write
from tests.robustness.marks import sampled
from tests.robustness.world import World

SIZES = [(24, 40), (40, 60), (150, 500)]  # files, queries


@pytest.mark.parametrize(("files", "asked"), sampled(SIZES, SIZES[0]))
def test_histories_do_not_show(tmp_path: Path, files: int, asked: int) -> None:
    """In one go, file by file backwards, and with kills at every point of an update."""
    made, wanted = pages(files), queries(asked)
    at_once, one_by_one, killed = (World(tmp_path / name) for name in ("a", "b", "c"))
    for path, text in made.items():
        write(at_once, path, text)
    at_once.good("update")
    with Library(one_by_one.settings) as kb:
        for path, text in reversed(made.items()):
            write(one_by_one, path, text)
            kb.index.update()
    _with_kills(killed, made, every=max(1, files // 12))
    expected = list(answers(at_once, wanted))
    for world in (one_by_one, killed):
        for query, found, right in zip(wanted, answers(world, wanted), expected, strict=True):
            assert found == right, query


def test_edits_do_not_show(tmp_path: Path) -> None:
    """Versions that were replaced count in no score, where a tree is small enough to post again."""
    made, wanted = pages(24), queries(40)
    new, edited = World(tmp_path / "new"), World(tmp_path / "edited")
    for path, text in made.items():
        write(new, path, text)
        write(edited, path, text)
    new.good("update")
    with Library(edited.settings) as kb:
        kb.index.update()
        for path, text in [*made.items()][::5]:
            for version in (f"{text}\nlampel lamona\n", text):
                write(edited, path, version)
                kb.index.update()
    for query, found, right in zip(
        wanted, answers(edited, wanted), answers(new, wanted), strict=True
    ):
        assert found == right, query


@pytest.mark.parametrize("point", [name for name in POINTS if "postings" in name or "flip" in name])
def test_a_kill_while_what_stays_is_posted_again(tmp_path: Path, point: str) -> None:
    """The next command sees the old or the new version, and no other chunk is lost or doubled."""
    made, wanted = pages(24), queries(28)
    new, killed = World(tmp_path / "new"), World(tmp_path / "killed")
    for path, text in made.items():
        write(new, path, text)
        write(killed, path, text)
    edited, text = next(iter(made.items()))
    write(killed, edited, f"{text}\nlampel lamona\n")
    killed.good("update")
    write(killed, edited, text)
    killed.ra(point, "1", "update", module="tests.robustness.faults")
    new.good("update")
    killed.good("update")
    assert list(answers(killed, wanted)) == list(answers(new, wanted))


def _with_kills(world: World, made: dict[str, str], every: int) -> None:
    points = [point for point in POINTS if point.startswith(("before", "inside", "between"))]
    for number, (path, text) in enumerate(made.items()):
        write(world, path, text)
        if number % every == every - 1:
            point = points[number // every % len(points)]
            world.ra(point, "1", "update", module="tests.robustness.faults")
    world.good("update")
