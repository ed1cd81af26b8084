"""Regression tests for damage that was found, each by whole commands.

With `RA_TEST_SOURCE=…/src` the commands run from another version of the code: there they fail.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.robustness.marks import sampled
from tests.robustness.pages import pages_of, root_of, write_page
from tests.robustness.world import Outcome, World, document, flip, outcome, path_of, word_of

FILES = 110


def _kept(world: World) -> Path:
    """Where the copy of a project is, from which each test begins."""
    place = world.folder.parent
    return place.with_name(f"{place.name}-kept")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> World:
    """A project with an index of two segments and a trained dictionary."""
    world = World(tmp_path_factory.mktemp("findings"))
    world.fill(FILES)
    assert world.ra("update").code == 0
    world.write("late.md", document(FILES))
    assert world.ra("update").code == 0
    shutil.copytree(world.folder.parent, _kept(world))
    return world


@pytest.fixture
def world(built: World) -> Iterator[World]:
    """The same project, as it was; where its index is depends on the version."""
    place = built.folder.parent
    shutil.rmtree(place)
    shutil.copytree(_kept(built), place)
    yield built
    assert not list(place.rglob("*.sqlite-journal"))


def catalog(world: World) -> Path:
    """The catalog in use."""
    found = world.folder.parent.rglob("catalog.sqlite")
    return next(path for path in found if "damaged" not in path.parent.name)


def segments(world: World, suffix: str) -> list[Path]:
    """The files of segments, the largest first."""
    found = catalog(world).parent.glob(f"postings/*/*{suffix}")
    return sorted(found, key=lambda path: path.stat().st_size, reverse=True)


def finds(world: World, number: int) -> Outcome:
    """A search finds the one document that has a word."""
    done = world.ra("search", word_of(number), "--json")
    assert done.code == 0, done
    assert {one["path"] for one in done.json["results"]} == {path_of(number)}
    return done


@pytest.mark.parametrize("table", sampled(["trees", "outbox"]))
def test_f5_a_zeroed_page_locks_nobody_out(world: World, table: str) -> None:
    """F5: doctor names the damage, a search repairs it, and so does `ra update --full`."""
    file = catalog(world)
    root, size = root_of(file, table), pages_of(file).size
    write_page(file, root, bytes(size))
    seen = world.ra("doctor")
    assert (seen.code, seen.err) == (2, ""), seen
    assert "damaged" in seen.out
    assert "the index is damaged" in finds(world, 5).err
    file = catalog(world)
    write_page(file, root_of(file, table), bytes(size))
    again = world.ra("update", "--full")
    assert again.code == 0, again
    assert finds(world, 5).err == ""


@pytest.mark.parametrize("share", sampled([0.5, 0.7, 0.9]))
def test_f6_a_damaged_dictionary_is_noticed_by_who_reads_a_text(world: World, share: float) -> None:
    """F6: every text is compressed with it; none is shown that was expanded with a wrong one."""
    expected = world.ra("get", path_of(4)).out
    file = catalog(world)
    pages = pages_of(file)
    data = _dictionary(file)
    start = int(share * len(data))
    number = pages.data.index(data[start : start + 200]) // pages.size + 1
    write_page(file, number, bytes(pages.size))
    got = world.ra("get", path_of(4))
    assert (got.code, got.out) == (0, expected), got
    assert "the index is damaged" in got.err


def _dictionary(file: Path) -> bytes:
    db = sqlite3.connect(file)
    (data,) = db.execute("SELECT data FROM dictionaries").fetchone()
    db.close()
    return bytes(data)


@pytest.mark.parametrize("text", sampled(["alias-7", "part-4/doc-4.md", "Section 1 of version1"]))
def test_f6_a_flipped_bit_in_a_row_is_noticed_by_who_reads_it(world: World, text: str) -> None:
    """F6: names, paths and titles, wherever they stand; what is shown is right or said."""
    questions = (("ls", "docs", "--json"), ("get", path_of(4)), ("ls", "chunks", "--json"))
    expected = [world.ra(*words, "--no-update").out for words in questions]
    file = catalog(world)
    healthy, start, found = file.read_bytes(), 0, 0
    while (start := healthy.find(text.encode(), start + 1)) > 0 and found < 6:
        found += 1
        file = catalog(world)
        file.write_bytes(healthy)
        flip(file, 8 * start + 8 * len(text) - 8)
        for words, right in zip(questions, expected, strict=True):
            done = world.ra(*words, "--no-update")
            assert (done.code, done.out) == (0, right), (text, found, done)
        shutil.rmtree(world.folder.parent)
        shutil.copytree(_kept(world), world.folder.parent)
    assert found


SEARCHES = """
import os, sys
import ra
kb = ra.open(".", update="missing")
found = lambda: [result.id for result in kb.search(sys.argv[1])]
before = found()
os.truncate(sys.argv[2], int(sys.argv[3]))
assert before
assert before == found() == found()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="an open file cannot be cut there")
@pytest.mark.parametrize("suffix", sampled([".idx", ".term"]))
def test_f13_a_segment_that_is_cut_under_a_running_process_is_no_signal(
    world: World, suffix: str
) -> None:
    """F13: the process has searched before; it repairs the index and answers."""
    file = segments(world, suffix)[0]
    done = python(world, SEARCHES, word_of(5), str(file), "0")
    assert done.code == 0, done


REMOVES = """
import shutil, sys
import ra
kb = ra.open(".", update="missing")
found = lambda: (len(kb.search(sys.argv[2]).results), len(kb.index.documents()))
before = found()
shutil.rmtree(sys.argv[1])
after = []
for _ in range(3):
    try:
        after.append(found())
    except ra.RaError as error:
        print(error)
assert after == [before] * len(after), after
assert after
"""


@pytest.mark.skipif(sys.platform == "win32", reason="an open file cannot be removed there")
def test_f10_an_index_that_is_removed_under_a_running_process_is_never_empty(world: World) -> None:
    """F10: the library builds it again, or says that it is gone."""
    index = next(each for each in catalog(world).parents if (each / "writer.lock").exists())
    done = python(world, REMOVES, str(index), word_of(5))
    assert done.code == 0, done


@pytest.mark.parametrize("suffix", sampled([".term", ".idx", ".pos", ".fast", ".fieldnorm"]))
def test_f15_swapped_files_of_two_segments_are_seen(world: World, suffix: str) -> None:
    """F15: by doctor, and by a search, which repairs them."""
    first, *_, last = segments(world, suffix)
    one, other = first.read_bytes(), last.read_bytes()
    assert one != other
    first.write_bytes(other)
    last.write_bytes(one)
    seen = world.ra("doctor")
    assert (seen.code, "damaged" in seen.out) == (2, True), seen
    assert "the index is damaged" in finds(world, 5).err


@pytest.mark.skipif(os.name != "posix", reason="there are no such rights there")
@pytest.mark.parametrize("umask", sampled([0o000, 0o022]))
@pytest.mark.parametrize("place", sampled(['[index]\nplace = ".ra"\n', ""]))
def test_f12_only_the_user_can_read_an_index(tmp_path: Path, place: str, umask: int) -> None:
    """F12, SPEC 1.9: built, updated, merged, rebuilt, repaired: folders 0700, files 0600."""
    world = World(tmp_path)
    world.write(".ra.toml", f'{place}[tree.docs]\npath = "."\n')
    world.fill(12)
    if place:
        assert masked(world, umask, "trust").code == 0
    for number in range(9):  # from eight segments on they are merged
        world.write(f"new-{number}.md", document(100 + number))
        assert masked(world, umask, "update").code == 0
        _is_private(world)
    assert masked(world, umask, "update", "--full").code == 0
    _is_private(world)
    write_page(catalog(world), 1, bytes(pages_of(catalog(world)).size))
    repaired = masked(world, umask, "search", word_of(100))
    assert (repaired.code, "the index is damaged" in repaired.err) == (0, True), repaired
    _is_private(world)


def _is_private(world: World) -> None:
    """Nothing that ra has made can be read by others."""
    made = [world.folder / ".ra"] if (world.folder / ".ra").exists() else []
    made += [world.home / "cache" / "ra", world.home / "state" / "ra"]
    places = [each for top in made if top.exists() for each in (top, *top.rglob("*"))]
    assert len(places) > 10
    modes = {each: stat.S_IMODE(each.lstat().st_mode) for each in places}
    wrong = {each: oct(mode) for each, mode in modes.items() if mode != _mode(each)}
    assert wrong == {}


def _mode(place: Path) -> int:
    return 0o700 if place.is_dir() else 0o600


def masked(world: World, umask: int, *words: str) -> Outcome:
    """Run `ra` with a umask."""
    return outcome(
        subprocess.Popen(
            [sys.executable, "-m", "ra", *words],
            cwd=world.folder,
            env=world.env,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            umask=umask,
        )
    )


def python(world: World, script: str, *words: str) -> Outcome:
    """Run a script that uses the library."""
    return outcome(
        subprocess.Popen(
            [sys.executable, "-c", script, *words],
            cwd=world.folder,
            env=world.env,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
    )
