"""Whoever repairs, recreates or removes an index: a library that is open beside it stays right."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ra.engine.embedded import generation, identity
from ra.library import Library
from tests.robustness.companion import Companion
from tests.robustness.faults import POINTS, Point
from tests.robustness.marks import sampled
from tests.robustness.notes import sections, write
from tests.robustness.world import SETTINGS, World, path_of, word_of

FILES = 60
GONE = 24
SEARCHING = "tests.robustness.searching"
REMOVED_AT = {
    **POINTS,
    "before the first file is made": Point(identity, "claim", True),
    "before the first catalog is made": Point(generation, "begin", True),
    "before the new index is current": Point(generation, "switch", False),
    "before the new index is opened": Point(generation, "switch", True),
}


@pytest.fixture
def world(tmp_path: Path) -> World:
    """Notes that came over time, so that their keys are not in the order of their paths."""
    world = World(tmp_path)
    for group in (3, 1, 0, 2):
        for number in range(group, FILES, 4):
            write(world, number, 1)
        world.good("update")
    return world


def expected(number: int) -> dict[str, str]:
    """What a search for the word of a document must find."""
    there = number < FILES
    return sections(number, 1) if there else {}


def lose_a_segment(world: World) -> None:
    """A segment file goes missing, and the next command repairs the index."""
    max(world.index.rglob("*.idx"), key=lambda path: path.stat().st_size).unlink()
    done = world.ra("search", word_of(1))
    assert "damaged" in done.err


def recreate(world: World) -> None:
    """Somebody removes the folder, and the next command makes a new index."""
    remove(world.index)
    world.good("update")


def build_again(world: World) -> None:
    """The whole index is built once more."""
    world.good("update", "--full")


def lose_files_and_recreate(world: World) -> None:
    """The index goes, and the first documents too, so that all others get other keys."""
    for number in range(GONE):
        (world.folder / path_of(number)).unlink()
    recreate(world)


def remove(folder: Path) -> None:
    """Remove a folder at once, as far as others can see."""
    trash = folder.with_name("trash")
    folder.rename(trash)
    shutil.rmtree(trash)


CHANGES = [lose_a_segment, recreate, build_again]


@pytest.mark.parametrize("change", CHANGES)
def test_a_library_finds_the_right_documents_after_another_process_built_the_index(
    world: World, change: Callable[[World], None]
) -> None:
    """F2: no search shows another document, whatever it had open before."""
    with Companion(world) as kb:
        assert kb.ask("search", 5) == expected(5)
        change(world)
        for number in range(FILES):
            assert kb.ask("search", number) == expected(number)
        assert kb.ask("update") == [[0, 0, 0, None]]
        assert kb.ask("together", *range(FILES)) == list(map(expected, range(FILES)))
        assert kb.ask("healthy") == []


def test_a_library_finds_the_right_documents_after_files_and_index_went(world: World) -> None:
    """F2, second variant: each remaining document is found, and none that is gone."""
    with Companion(world) as kb:
        assert kb.ask("search", 5) == expected(5)
        lose_files_and_recreate(world)
        for number in range(FILES):
            assert kb.ask("search", number) == ({} if number < GONE else expected(number))
        assert len(kb.ask("documents")) == FILES - GONE


def test_a_library_of_another_tenant_finds_the_right_documents(world: World) -> None:
    """F2 for `for_tenant`: it shares the engine, and what that has open."""
    more = '[tree.more]\npath = "part-3"\ntenant = "b"\n'
    world.write(".ra.toml", SETTINGS + more)
    world.good("update")
    numbers = [number for number in range(FILES) if path_of(number).startswith("part-3/")]
    with Companion(world) as kb:
        for change in CHANGES:
            for number in numbers:
                named = {name.replace("docs:part-3/", "more:") for name in expected(number)}
                assert kb.ask("of_tenant", "b", number).keys() == named
                assert kb.ask("search", number) == expected(number)
            change(world)


@pytest.mark.parametrize("change", sampled([*CHANGES, lose_files_and_recreate], recreate))
def test_each_answer_is_right_at_every_moment_of_a_change(
    world: World, tmp_path: Path, change: Callable[[World], None]
) -> None:
    """F2: two processes search all the time while a third one repairs, removes and builds."""
    stop = tmp_path / "stop"
    words = (str(stop), str(GONE), str(FILES))
    readers = [world.start(*words, module=SEARCHING) for _ in range(2)]
    for reader in readers:  # it has answered once
        assert reader.stdout is not None
        reader.stdout.readline()
    # Damage to an index that was repaired a moment ago is an error that a search reports.
    for _ in range(3 if change in (recreate, build_again) else 1):
        _meanwhile(world, change)
    stop.touch()
    for reader in readers:
        out, err = reader.communicate()
        assert (reader.returncode, out) == (0, b"[]\n"), err


def _meanwhile(world: World, change: Callable[[World], None]) -> None:
    """Change the index beside readers, who may be the first to repair it."""
    if change is lose_a_segment:
        max(world.index.rglob("*.idx"), key=lambda path: path.stat().st_size).unlink()
    elif change is build_again:
        assert world.ra("update", "--full").code == 0
    else:
        if change is lose_files_and_recreate:
            for number in range(GONE):
                (world.folder / path_of(number)).unlink()
        remove(world.index)
    assert world.ra("update").code == 0


@pytest.mark.parametrize("is_made_again", [False, True])
@pytest.mark.parametrize("point", sampled(REMOVED_AT, "before the new index is current"))
def test_an_index_that_goes_while_it_is_built_is_built_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, point: str, is_made_again: bool
) -> None:
    """F10: a search that builds the index meets three removals, each in the middle of a build.

    Another process that wants to build it, too, may have made its folder again at once.
    """
    world = World(tmp_path)
    write(world, 0, 1)
    owner, name, after = REMOVED_AT[point]
    inner, left = getattr(owner, name), [3]

    def passed(*args: Any, **kwargs: Any) -> Any:
        result = inner(*args, **kwargs) if after else None
        if left[0] and world.index.exists():
            left[0] -= 1
            remove(world.index)
            if is_made_again:
                world.index.mkdir(mode=0o700)
        return result if after else inner(*args, **kwargs)

    monkeypatch.setattr(owner, name, passed)
    with Library(world.settings, say=lambda _: None) as kb:
        assert len(kb.search(word_of(0)).results) == 1
    assert left == [0]


def test_an_index_that_was_removed_is_built_again(world: World) -> None:
    """F10: an open library never turns empty; it builds, or says that there is no index."""
    with Companion(world) as kb, Companion(world, "update=never") as strict:
        for each in (kb, strict):
            assert each.ask("search", 7) == expected(7)
        remove(world.index)
        for request in (("search", 7), ("documents",), ("together", 7)):
            assert strict.reply(*request)["error"].startswith("IndexMissing")
        assert kb.ask("search", 7) == expected(7)
        assert len(kb.ask("documents")) == FILES
        assert strict.ask("search", 7) == expected(7)


def test_a_cache_folder_that_was_removed_is_made_again(world: World) -> None:
    """F10: the same when everything that is cached is swept away."""
    with Companion(world) as kb:
        assert kb.ask("search", 7) == expected(7)
        shutil.rmtree(world.home / "cache")
        assert kb.ask("documents") == sorted(f"docs:{path_of(number)}" for number in range(FILES))
        assert kb.ask("search", 7) == expected(7)


def test_documents_that_were_removed_are_never_an_empty_answer(world: World) -> None:
    """F10: without the folder the index answers; without both the error says what is missing."""
    settings = world.folder.with_name("settings")
    settings.mkdir()
    (settings / ".ra.toml").write_text('[tree.docs]\npath = "docs"\n', encoding="utf-8")
    world.folder.rename(settings / "docs")
    world.folder = settings
    index = world.index
    with Companion(world) as kb:
        assert kb.ask("search", 7) == expected(7)
        shutil.rmtree(settings / "docs")
        assert kb.ask("search", 7) == expected(7)
        ((_, _, removed, problem),) = kb.ask("update")
        assert (removed, "docs" in problem) == (0, True)
        assert kb.ask("search", 7) == expected(7)
        remove(index)
        for request in (("search", 7), ("search", 7), ("documents",)):
            assert kb.reply(*request)["error"].startswith("TreeMissing")


def test_a_catalog_that_was_removed_is_noticed(world: World) -> None:
    """F10, own choice: a file that others cannot see is not written any more."""
    with Companion(world) as kb:
        assert kb.ask("search", 7) == expected(7)
        (catalog,) = world.index.rglob("catalog.sqlite")
        catalog.unlink()
        reply = kb.reply("search", 7)
        assert reply["value"] == expected(7)
        assert any("damaged" in text for text in reply["said"])
        assert world.good("doctor").out.endswith("healthy\n")


def test_an_open_library_follows_to_a_place_that_became_free(tmp_path: Path) -> None:
    """SPEC 6.6: what stood at the first place goes, so others build there; no stale answer."""
    world = World(tmp_path)
    write(world, 0, 1)
    world.index.mkdir(parents=True)
    (world.index / "letter.txt").write_text("not of ra", encoding="utf-8")
    with Library(world.settings, say=lambda _: None) as kb:
        assert len(kb.search(word_of(0)).results) == 1
        shutil.rmtree(world.index)
        (world.folder / path_of(0)).unlink()
        write(world, 54321, 1)
        world.good("update")
        assert [len(kb.search(word_of(number)).results) for number in (0, 54321)] == [0, 1]
