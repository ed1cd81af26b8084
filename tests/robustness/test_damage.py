"""Tests of a damaged index: it is reported, moved aside and rebuilt, and no result is lost."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ra.engine.contract.store import term
from ra.engine.query import Scope
from tests.cli.indexes import snapshot
from tests.robustness import damage
from tests.robustness.damage import DAMAGES, make_newer
from tests.robustness.marks import sampled
from tests.robustness.world import World, copy_index, flip, outcome, word_of

FILES = 120
NUMBERS = range(FILES)
WANTED = "docs:part-3/doc-3.md#section-1-of-version1"
SCOPE = Scope("default", ("docs",))


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> World:
    """A project with a healthy index."""
    world = World(tmp_path_factory.mktemp("damage"))
    world.fill(FILES)
    world.good("update")
    return world


@pytest.fixture
def world(built: World, tmp_path: Path) -> Iterator[World]:
    """The same project, whose index is healthy at first and whose files nobody may touch."""
    healthy, records = tmp_path / "healthy", tmp_path / "records"
    copy_index(built.index, healthy)
    copy_index(built.records, records)
    before = built.sources()
    yield built
    assert built.sources() == before
    copy_index(healthy, built.index)
    copy_index(records, built.records)


def is_repaired(world: World, healthy: Path) -> None:
    """The index says all that a fresh one says."""
    found = world.answers(NUMBERS)
    assert world.good("doctor").out.endswith("healthy\n")
    copy_index(healthy, world.index)
    assert found == world.answers(NUMBERS)


@pytest.mark.parametrize("name", sampled(DAMAGES, "half a catalog", "a term file truncated"))
def test_damage_is_said_moved_aside_and_repaired_by_whatever_comes_next(
    world: World, tmp_path: Path, name: str
) -> None:
    """SPEC 6.6: `ra doctor` names it, and a command that reads repairs it and answers."""
    DAMAGES[name](world.generation)
    found = world.ra("doctor")
    assert found.code == 2, found
    assert "damaged" in found.out
    got = world.ra("get", WANTED, "--no-update")
    assert (got.code, got.out.count(word_of(3))) == (0, 1), got
    with damage.library(world) as kb:  # a search, for what `get` does not need
        hits = kb._access.work(lambda engine: engine.lexical(term("text", word_of(3)), 10, SCOPE))
    assert len(hits) == 4
    if not (world.index / "damaged-1").exists():  # neither of both needed what is damaged
        assert name == "a catalog without its last page"
        assert "the index is damaged" in world.ra("update", "--full").err
    is_repaired(world, tmp_path / "healthy")


@pytest.mark.parametrize("words", [("update",), ("ls", "chunks"), ("ls", "docs")])
@pytest.mark.parametrize("name", sampled(["no postings", "an empty catalog", "half a catalog"]))
def test_every_command_repairs_or_ends_with_2(
    world: World, tmp_path: Path, name: str, words: tuple[str, ...]
) -> None:
    """SPEC 6.6: no command takes a damaged index for an empty one."""
    DAMAGES[name](world.generation)
    done = world.ra(*words)
    assert done.code == 0, done
    assert "the index is damaged" in done.err
    is_repaired(world, tmp_path / "healthy")


@pytest.mark.parametrize("name", sampled(["no postings", "an empty catalog", "half a catalog"]))
def test_status_says_the_damage_and_changes_nothing(world: World, name: str) -> None:
    """docs/tutorial.md: `ra status` never writes anything; exit code 2 and what to do."""
    DAMAGES[name](world.generation)
    before = snapshot(world.index)
    done = world.ra("status")
    assert (done.code, done.out) == (2, ""), done
    assert "the index is damaged (" in done.err
    assert "`ra doctor`" in done.err
    assert "`ra update`" in done.err
    assert snapshot(world.index) == before


def test_a_generation_that_is_gone_is_not_said_to_be_moved(world: World) -> None:
    """STYLE 7: a message is true; where nothing could be moved, none is named."""
    shutil.rmtree(world.generation)
    done = world.ra("update")
    assert done.code == 0, done
    assert "the index is damaged (" in done.err
    assert "rebuilding it" in done.err
    assert "moved" not in done.err
    assert not list(world.index.glob("damaged-*"))


def test_a_full_update_leaves_no_damaged_folder(world: World) -> None:
    """docs/guides/indexing.md: also none that it has found and moved aside itself."""
    DAMAGES["a catalog of garbage"](world.generation)
    assert "moved to" in world.ra("update", "--full").err
    assert not list(world.index.glob("damaged-*"))
    assert "damaged" not in world.good("status").out


def test_an_index_of_a_newer_ra_is_left_alone(world: World) -> None:
    """Issue 3: a clear message and exit code 2; nothing is moved or changed."""
    make_newer(world.generation)
    before = (world.generation / damage.CATALOG).read_bytes()
    for words in (("update",), ("ls", "docs"), ("get", WANTED), ("doctor",), ("status",)):
        done = world.ra(*words)
        assert (done.code, done.out) == (2, ""), done
        assert "newer ra" in done.err
    assert (world.generation / damage.CATALOG).read_bytes() == before
    assert not list(world.index.glob("damaged-*"))


def test_at_most_one_damaged_index_is_kept(world: World) -> None:
    """Own choice: the newest one, until the index is built again for another reason."""
    for number in (1, 2):
        DAMAGES["a catalog of garbage"](world.generation)
        assert f"damaged-{number}" in world.ra("update").err
        assert [path.name for path in world.index.glob("damaged-*")] == [f"damaged-{number}"]
    world.good("update", "--full")
    assert not list(world.index.glob("damaged-*"))


_NOT_WHOLE = ("being built", "not in the index yet", "no index for these documents yet")


def test_two_processes_that_find_the_damage_move_one_index_aside(
    world: World, tmp_path: Path
) -> None:
    """SPEC 6.6: who comes while it is built again waits for it, or is told that it is not whole.

    One that may not build and comes before the building begins is told that there is none.
    """
    DAMAGES["half a catalog"](world.generation)
    started = [world.start("get", WANTED, "--no-update") for _ in range(4)]
    done = [outcome(process) for process in started]
    assert any(one.code == 0 for one in done), done
    for one in done:
        told = any(each in one.err for each in _NOT_WHOLE)
        assert word_of(3) in one.out if one.code == 0 else told, done
    assert [path.name for path in world.index.glob("damaged-*")] == ["damaged-1"]
    is_repaired(world, tmp_path / "healthy")


def test_a_writer_that_waited_does_not_write_into_what_was_moved_aside(world: World) -> None:
    """SPEC 6.6: a library that was open while another process replaced the index goes on."""
    with damage.library(world) as early:
        assert len(early.index.documents()) == FILES
        DAMAGES["no postings of the tree"](world.generation)
        assert "the index is damaged" in world.ra("update").err
        world.write("new.md", "# New\n\nzqnewx\n")
        early.index.update()
        assert len(early.index.documents()) == FILES + 1
    (world.folder / "new.md").unlink()
    world.good("update")
    assert world.good("doctor").out.endswith("healthy\n")
    assert len(world.answers(NUMBERS).words[word_of(3)][0]) == 4


def test_a_file_in_the_place_of_the_postings_is_moved_aside(world: World, tmp_path: Path) -> None:
    """SPEC 6.6: what no ra has written is damage, too."""
    shutil.rmtree(world.generation / "postings")
    (world.generation / "postings").write_text("in the way", encoding="utf-8")
    done = world.ra("update")
    assert done.code == 0, done
    assert "the index is damaged" in done.err
    is_repaired(world, tmp_path / "healthy")


@pytest.mark.torture
def test_a_flip_in_the_log_of_a_killed_process_is_seen_or_harmless(
    world: World, tmp_path: Path
) -> None:
    """SPEC 6.5 and 6.6: SQLite forgets what follows a broken frame, so the rest must not mix."""
    expected = world.answers(NUMBERS)
    shutil.rmtree(world.index)
    point = ("before the seal", "1", "update")
    assert world.ra(*point, module="tests.robustness.faults").code < 0
    killed = tmp_path / "killed"
    copy_index(world.index, killed)
    (log,) = killed.glob("gen-*/catalog.sqlite-wal")
    assert log.stat().st_size > 0
    for part in range(12):
        copy_index(killed, world.index)
        place = world.index / log.relative_to(killed)
        flip(place, log.stat().st_size * 8 * (2 * part + 1) // 24)
        done = world.ra("update")
        assert done.code == 0, done
        assert world.answers(NUMBERS) == expected, part


def test_damage_to_what_was_just_built_is_an_error_and_no_loop(world: World) -> None:
    """Where the repair meets damage again, the command says so once, with exit code 2."""
    script = (
        "import sys; from ra.engine.embedded.engine import EmbeddedEngine; "
        "from ra.errors import IndexDamaged\n"
        "def broken(*_): raise IndexDamaged('the disk forgets what it is told')\n"
        "EmbeddedEngine.apply = broken\n"
        "from ra.cli.main import main; sys.exit(main(['update', '--full']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=world.folder,
        env=world.env,
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 2, done
    assert done.stderr.decode().splitlines()[-1] == "ra: the disk forgets what it is told"
    assert len(list(world.index.glob("damaged-*"))) <= 2
    world.good("get", WANTED)


def test_an_index_of_an_earlier_form_is_built_again_by_a_full_update(
    world: World, tmp_path: Path
) -> None:
    """SPEC 6.4: it is not damaged; `ra update --full` must not stop at looking for damage."""
    damage.pragma(world.generation, "PRAGMA user_version = 1")
    world.good("update", "--full")
    is_repaired(world, tmp_path / "healthy")
    damage.pragma(world.generation, "PRAGMA user_version = 1")
    world.good("search", word_of(3), "-o", "list")
