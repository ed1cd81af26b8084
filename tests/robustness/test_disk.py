"""What if the index cannot be written? A clear message, exit code 2, and no harm to anything."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.robustness.world import INDEX, Outcome, World, document, path_of, word_of

FILES = 400
NUMBERS = range(FILES)
linux_only = pytest.mark.skipif(sys.platform != "linux", reason="tmpfs is a thing of Linux")


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """A project whose files nobody may touch."""
    world = World(tmp_path)
    world.fill(FILES)
    before = world.sources()
    yield world
    assert world.sources() == before


def is_clear(done: Outcome, *words: str) -> None:
    """Exit code 2 and one message that says what, where and what to do."""
    assert done.code == 2, done
    assert done.out == ""
    assert len(done.err.splitlines()) == 1, done.err
    assert "unexpected" not in done.err
    assert all(word in done.err for word in words), done.err


@pytest.fixture
def small_disk(world: World) -> Iterator[Path]:
    """A file system of two megabytes where the index will be; its root."""
    place = world.folder / INDEX
    place.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=2m,mode=777", "tmpfs", str(place)],
        capture_output=True,
        check=False,
    )
    if mounted.returncode:
        place.rmdir()
        pytest.skip(f"no tmpfs may be mounted here: {mounted.stderr.decode().strip()}")
    yield place
    subprocess.run(["umount", str(place)], check=True)


def fill_up(place: Path, leave: int) -> Path:
    """Use all room but so many bytes; returns the file to remove."""
    ballast = place / "ballast"
    free = os.statvfs(place).f_bavail * os.statvfs(place).f_frsize
    ballast.write_bytes(bytes(max(0, free - leave)))
    return ballast


def expected(world: World, tmp_path: Path) -> object:
    """What an index of the same files says that had all the room it wanted."""
    other = World(tmp_path / "other")
    shutil.rmtree(other.folder)
    shutil.copytree(world.folder, other.folder, ignore=shutil.ignore_patterns(INDEX))
    other.good("update")
    return other.answers(NUMBERS)


@linux_only
@pytest.mark.parametrize("leave", [0, 40_000, 200_000, 600_000])
def test_a_disk_that_fills_up_is_said_and_the_next_command_is_right(
    world: World, small_disk: Path, tmp_path: Path, leave: int
) -> None:
    """Issue 3: at the first byte or in the midst of building; after making room all is well."""
    ballast = fill_up(small_disk, leave)
    is_clear(world.ra("update"), "cannot be", "make room")
    ballast.unlink()
    subprocess.run(["mount", "-o", "remount,size=64m", str(small_disk)], check=True)
    world.good("update")
    assert not list(small_disk.glob("damaged-*"))
    assert world.answers(NUMBERS) == expected(world, tmp_path)


@linux_only
@pytest.mark.parametrize("leave", [0, 100_000, 250_000])
def test_a_disk_that_fills_up_later_keeps_what_was_there(
    world: World, small_disk: Path, tmp_path: Path, leave: int
) -> None:
    """Issue 3: an update without room fails; what was indexed before is still found."""
    subprocess.run(["mount", "-o", "remount,size=16m", str(small_disk)], check=True)
    world.good("update")
    originals = {number: (world.folder / path_of(number)) for number in NUMBERS}
    kept = {number: place.read_bytes() for number, place in originals.items()}
    times = {number: place.stat().st_mtime_ns for number, place in originals.items()}
    for number in NUMBERS:
        world.write(path_of(number), document(number, version=2, sections=12))
    ballast = fill_up(small_disk, leave)
    is_clear(world.ra("update"), "make room")
    ballast.unlink()
    subprocess.run(["mount", "-o", "remount,size=64m", str(small_disk)], check=True)
    got = world.ra("get", f"docs:{path_of(5)}", "--no-update")
    assert (got.code, word_of(5) in got.out) == (0, True), got
    world.good("update")
    assert not list(small_disk.glob("damaged-*"))
    assert world.answers(NUMBERS) == expected(world, tmp_path)
    for number, place in originals.items():
        place.write_bytes(kept[number])
        os.utime(place, ns=(times[number], times[number]))


@pytest.fixture
def readable() -> Iterator[World]:
    """A small project where all may look, which is not so in a folder of the tests."""
    with tempfile.TemporaryDirectory() as place:
        world = World(Path(place) / "open")
        world.fill(10)
        world.good("update")
        world.write(path_of(0), document(0, version=2))  # so that there is something to write
        before = world.sources()
        for each in (Path(place), world.folder.parent):
            each.chmod(0o755)
        yield world
        assert world.sources() == before


def as_nobody(world: World, *words: str) -> Outcome:
    """Run `ra` as a user without rights."""
    if os.name != "posix":
        pytest.skip("there are no users to change to on this system")
    return world.ra(*words, module="tests.robustness.nobody")


def test_no_permission_to_make_the_index(readable: World) -> None:
    """Issue 3: a project folder that cannot be written."""
    shutil.rmtree(readable.index)
    readable.folder.chmod(0o555)
    is_clear(as_nobody(readable, "update"), "cannot be made", "permission")
    readable.folder.chmod(0o755)
    assert not readable.index.exists()


@pytest.mark.parametrize("words", [("update",), ("ls", "docs"), ("get", "doc-1.md"), ("doctor",)])
def test_an_index_that_may_not_be_written_is_said(
    readable: World, tmp_path: Path, words: tuple[str, ...]
) -> None:
    """Issue 3: a read-only folder; a clear message, exit code 2 and nothing moved aside."""
    places = [readable.index, *readable.index.rglob("*")]
    for place in places:
        place.chmod(0o555 if place.is_dir() else 0o444)
    is_clear(as_nobody(readable, *words), str(readable.index), "permission")
    for place in places:
        place.chmod(0o755 if place.is_dir() else 0o644)
    readable.good("update")
    assert not list(readable.index.glob("damaged-*"))
    assert readable.answers(NUMBERS) == expected(readable, tmp_path)


def test_a_file_where_the_index_should_be(world: World) -> None:
    """The file is not ours: it is named and stays."""
    world.index.write_text("mine", encoding="utf-8")
    is_clear(world.ra("update"), str(world.index), "cannot be made")
    assert world.index.read_text(encoding="utf-8") == "mine"
    world.index.unlink()


def test_a_project_that_moves_keeps_its_index(world: World, tmp_path: Path) -> None:
    """SPEC 6.3: no absolute path is stored, so no file is read again."""
    world.good("update")
    before = world.answers(NUMBERS)
    old = world.folder
    world.folder = tmp_path / "elsewhere" / "named otherwise"
    world.folder.parent.mkdir()
    shutil.move(old, world.folder)
    report = world.good("update", "--json").json["trees"][0]
    assert (report["unchanged"], report["rebuilt"]) == (FILES, False)
    assert report["added"] == report["modified"] == report["touched"] == report["removed"] == 0
    assert world.answers(NUMBERS) == before
    assert world.good("doctor").out.endswith("healthy\n")
