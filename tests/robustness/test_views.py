"""All that a search shows is of one version of each document, whatever is written meanwhile."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from ra.engine.embedded.engine import EmbeddedEngine
from ra.library import Library
from tests.robustness.companion import Companion
from tests.robustness.faults import POINTS
from tests.robustness.marks import sampled
from tests.robustness.notes import (
    COMMAND,
    LINES,
    commanded,
    note,
    searched,
    version_of,
    version_of_lines,
    write,
)
from tests.robustness.pauses import paused
from tests.robustness.world import Outcome, World, path_of, word_of

CHANGED, GONE, SAME, NEW = range(4), 4, 5, 6
WRITTEN = [point for point in POINTS if not point.endswith(("declaration", "publication"))]


@pytest.fixture
def world(tmp_path: Path) -> World:
    """Six notes in the index; since then four were changed, one is gone, and one is new."""
    world = World(tmp_path)
    for number in (*CHANGED, GONE, SAME):
        write(world, number, 1)
    world.good("update")
    return world


def change(world: World) -> None:
    """What the paused update brings in."""
    for number in CHANGED:
        write(world, number, 2)
    (world.folder / path_of(GONE)).unlink()
    write(world, NEW, 1)


def state_of(found: Sequence[dict[str, str]]) -> str:
    """Whether seven answers are all of the old state or all of the new one."""
    versions = [version_of(number, each) for number, each in enumerate(found)]
    if versions == [1, 1, 1, 1, 1, 1, 0] and not found[NEW]:
        return "old"
    if versions == [2, 2, 2, 2, 0, 1, 1] and not found[GONE]:
        return "new"
    return f"{versions}: {found}"


@pytest.mark.parametrize("point", sampled(WRITTEN, "before the flip"))
def test_a_search_beside_a_writer_is_of_one_state(world: World, point: str) -> None:
    """F4, SPEC 6.5: a writer stands still anywhere; every search shows old or new, whole."""
    with Companion(world) as kb:
        assert state_of([kb.ask("search", number) for number in range(7)]) == "old"
        change(world)
        with paused(world, point, 1, "update") as done, Companion(world) as late:
            for each in (kb, late):
                found = [each.ask("search", number) for number in range(7)]
                assert state_of(found) in ("old", "new")
                assert state_of(each.ask("together", *range(7))) == state_of(found)
            found = [dict(commanded(_search(world, COMMAND, number))) for number in range(7)]
            assert state_of(found) in ("old", "new")
            assert version_of_lines(SAME, _search(world, LINES, SAME)) == 1
            assert version_of_lines(0, _search(world, LINES, 0)) in (1, 2)
        assert done[0].code == 0
        assert state_of([kb.ask("search", number) for number in range(7)]) == "new"


def _search(world: World, words: Sequence[str], number: int) -> Outcome:
    return world.ra(*words, "--no-update", word_of(number))


def test_an_update_does_not_end_before_what_another_process_writes_is_found(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SPEC 6.6: files are in the manifest before a search finds them, and look up to date."""
    change(world)
    for path in world.folder.rglob("*.md"):
        os.utime(path, (1, 1))  # changed long ago: the manifest decides
    inner = EmbeddedEngine.is_declared
    begun: list[list[Outcome]] = []
    with ExitStack() as stack, Library(world.settings, say=lambda _: None) as kb:

        def before_the_other_writes(*args: Any) -> bool:
            result = inner(*args)
            if not begun:
                other = paused(world, "before the postings are committed", 1, "update")
                begun.append(stack.enter_context(other))
            return result

        monkeypatch.setattr(EmbeddedEngine, "is_declared", before_the_other_writes)
        report = kb.index.update(wait=False)
        assert report.notes == (
            "another ra process is updating the index; its present state is read",
        )
        stack.close()
        assert begun[0][0].code == 0
        assert kb.index.update().trees[0].modified == 0
        assert state_of([dict(searched(kb, number)) for number in range(7)]) == "new"


def test_what_was_committed_without_the_flip_is_seen_whole(world: World) -> None:
    """F4: a writer was killed between the two commits; who reads next sees all of it."""
    change(world)
    killed = world.ra("before the flip", "1", "update", module="tests.robustness.faults")
    assert killed.code < 0
    with Companion(world) as kb:
        assert state_of(kb.ask("together", *range(7))) == "new"
        assert kb.ask("healthy") == []


def test_a_held_view_stays_as_it_is(world: World) -> None:
    """F4: what is asked inside `reading` is of one state, and after it of the next."""
    with Library(world.settings) as kb:

        def work() -> list[str]:
            before = [dict(searched(kb, number)) for number in range(7)]
            change(world)
            world.good("update")
            world.good("update", "--full")
            after = [dict(searched(kb, number)) for number in range(7)]
            text = kb.index.text(f"docs:{path_of(0)}")
            return [state_of(before), state_of(after), text]

        assert kb.reading(work) == ["old", "old", note(0, 1)]
        assert state_of([dict(searched(kb, number)) for number in range(7)]) == "new"


def test_all_topics_see_one_state(world: World) -> None:
    """Findings, code §6.7: the index changes between the searches of two queries of one command."""
    words = ("search", "-o", "matches", "-n", "2", "--fuzzy", "0", word_of(0), word_of(1))
    with paused(world, "between two queries", 1, *words) as done:
        change(world)
        world.good("update")
    for number in (0, 1):
        assert f"{word_of(number)} stands in version1 here." in done[0].out


def test_lines_are_those_of_the_text_that_is_shown(world: World) -> None:
    """F4 in the command: the index changes between the search and what is printed of it."""
    words = ("search", "-o", "list", "-n", "50", "title:tail")
    with paused(world, "between search and print", 1, *words) as done:
        change(world)
        world.good("update")
    for number in CHANGED:
        line = note(number, 1).split("\n").index("## Tail") + 1
        assert f"   {path_of(number)}:{line}\n" in done[0].out


def test_another_tenant_can_be_asked_inside_a_view(world: World) -> None:
    """Own choice: a view of some trees is not taken for one of others."""
    world.write(".ra.toml", '[tree.docs]\npath = "."\n[tree.b]\npath = "part-3"\ntenant = "b"\n')
    with Library(world.settings) as kb:
        kb.index.update(everyone=True)
        other = kb.for_tenant("b")
        inside = kb.reading(lambda: (searched(other, 3), searched(kb, 3), searched(other, 3)))
        assert [len(found) for found in inside] == [3, 3, 3]
        assert list(inside[1]) == [name.replace("b:", "docs:part-3/") for name in inside[0]]
