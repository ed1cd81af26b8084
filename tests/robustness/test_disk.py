"""Tests of an index that cannot be written: a clear message, exit code 2, and no damage."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from threading import Event, Thread

import pytest

from tests.cli.indexes import snapshot
from tests.robustness.marks import sampled, torture
from tests.robustness.world import NOBODY, Outcome, World, document, path_of, word_of

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
    place = world.index.parent
    place.mkdir(parents=True)
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
    shutil.copytree(world.folder, other.folder)
    other.good("update")
    return other.answers(NUMBERS)


@linux_only
@pytest.mark.parametrize("leave", sampled([0, 40_000, 200_000, 600_000], 200_000))
def test_a_disk_that_fills_up_is_said_and_the_next_command_is_right(
    world: World, small_disk: Path, tmp_path: Path, leave: int
) -> None:
    """Issue 3: at the first byte or in the midst of building; after making room all is well."""
    ballast = fill_up(small_disk, leave)
    is_clear(world.ra("update"), "cannot ", "free disk space")
    ballast.unlink()
    subprocess.run(["mount", "-o", "remount,size=64m", str(small_disk)], check=True)
    world.good("update")
    assert not list(world.index.glob("damaged-*"))
    assert world.answers(NUMBERS) == expected(world, tmp_path)


@linux_only
@torture
@pytest.mark.parametrize("leave", [0, 250_000, 1_300_000])
def test_a_disk_that_fills_up_later_keeps_what_was_there(
    world: World, small_disk: Path, tmp_path: Path, leave: int
) -> None:
    """F7: an update without room fails, in the catalog or in the postings; all is still found."""
    subprocess.run(["mount", "-o", "remount,size=16m", str(small_disk)], check=True)
    world.good("update")
    originals = {number: (world.folder / path_of(number)) for number in NUMBERS}
    kept = {number: place.read_bytes() for number, place in originals.items()}
    times = {number: place.stat().st_mtime_ns for number, place in originals.items()}
    for number in NUMBERS:
        world.write(path_of(number), document(number, version=2, sections=12))
    ballast = fill_up(small_disk, leave)
    is_clear(world.ra("update"), "free disk space")
    _reads_what_was_there(world)
    ballast.unlink()
    subprocess.run(["mount", "-o", "remount,size=64m", str(small_disk)], check=True)
    got = world.ra("get", f"docs:{path_of(5)}", "--no-update")
    assert (got.code, word_of(5) in got.out) == (0, True), got
    world.good("update")
    assert not list(world.index.glob("damaged-*"))
    assert world.answers(NUMBERS) == expected(world, tmp_path)
    for number, place in originals.items():
        place.write_bytes(kept[number])
        os.utime(place, ns=(times[number], times[number]))


def _reads_what_was_there(world: World) -> None:
    """SPEC 6.6: a failed write is not damage; what was searchable stays so on a full disk."""
    for words in (("--no-update",), ()):
        for number in (0, 200, 399):
            found = world.ra("search", word_of(number), "--json", *words)
            assert found.code == 0, found
            assert {one["path"] for one in found.json["results"]} == {path_of(number)}, words
            assert words or "results come from the index without these changes" in found.err
        got = world.ra("get", f"docs:{path_of(5)}", *words)
        assert (got.code, word_of(5) in got.out) == (0, True), got
    assert not list(world.index.glob("damaged-*"))


@pytest.fixture
def foreign() -> Iterator[World]:
    """A small project of a user without rights, who has something to bring in."""
    if os.name != "posix" or os.geteuid():
        pytest.skip("only root can become another user")
    with tempfile.TemporaryDirectory() as place:
        Path(place).chmod(0o755)
        world = World(Path(place) / "open")
        world.fill(10)
        world.give_to(NOBODY)
        assert as_nobody(world, "update").code == 0
        world.write(path_of(0), document(0, version=2))
        before = world.sources()
        yield world
        assert world.sources() == before


def as_nobody(world: World, *words: str) -> Outcome:
    """Run `ra` as a user without rights."""
    return world.ra(*words, user=NOBODY)


def _read_only(folder: Path) -> None:
    for place in (folder, *folder.rglob("*")):
        place.chmod(0o555 if place.is_dir() else 0o444)


def _writable(folder: Path) -> None:
    for place in (folder, *folder.rglob("*")):
        place.chmod(0o700 if place.is_dir() else 0o600)


def test_no_permission_to_make_the_index(foreign: World) -> None:
    """SPEC 6.6: a cache folder that cannot be written."""
    shutil.rmtree(foreign.index)
    foreign.index.parent.chmod(0o555)
    is_clear(as_nobody(foreign, "update"), "cannot ", "permission")
    is_clear(as_nobody(foreign, "search", "x"), "cannot ", "permission")
    foreign.index.parent.chmod(0o755)
    assert not foreign.index.exists()


def test_an_index_that_may_not_be_changed_is_not_half_forgotten(foreign: World) -> None:
    """Own choice: if `current` cannot go, nothing goes, and the line says what to do."""
    before = sorted(snapshot(foreign.index))
    foreign.index.chmod(0o500)
    done = as_nobody(foreign, "forget")
    is_clear(done, "current: cannot be removed: permission denied", "fix the permissions, then run")
    assert sorted(snapshot(foreign.index)) == before
    foreign.index.chmod(0o700)
    assert as_nobody(foreign, "forget").code == 0
    assert not foreign.index.exists()


def test_an_index_that_may_not_be_written_can_be_read(foreign: World) -> None:
    """SPEC 6.6: reading never needs to write; only `ra update` fails, and nothing is moved."""
    _read_only(foreign.index)
    is_clear(as_nobody(foreign, "update"), str(foreign.index), "permission")
    for words in (("--no-update",), ()):
        found = as_nobody(foreign, "search", word_of(3), "--json", *words)
        assert (found.code, len(found.json["results"])) == (0, 1), found
        assert bool(words) or "results come from the index without these changes" in found.err
        old = as_nobody(foreign, "get", f"docs:{path_of(0)}", *words)
        assert (old.code, "version1" in old.out) == (0, True), old
        assert as_nobody(foreign, "ls", "docs", *words).out.count("\n") == 10
    assert as_nobody(foreign, "doctor").out.endswith("healthy\n")
    _writable(foreign.index)
    assert as_nobody(foreign, "update").code == 0
    assert "version2" in as_nobody(foreign, "get", f"docs:{path_of(0)}").out
    assert not list(foreign.index.glob("damaged-*"))


@linux_only
def test_a_read_only_file_system_can_be_read(small_disk: Path, world: World) -> None:
    """SPEC 6.6: an index on a medium that is read only, with a log that nobody merged."""
    subprocess.run(["mount", "-o", "remount,size=64m", str(small_disk)], check=True)
    world.good("update")
    path = world.folder / path_of(5)
    kept, when = path.read_bytes(), path.stat().st_mtime_ns
    world.write(path_of(5), document(5, version=2))
    killed = world.ra("inside a batch", "1", "update", module="tests.robustness.faults")
    assert killed.code < 0
    for log in world.index.rglob("*-shm"):
        log.unlink()
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    try:
        found = world.ra("search", word_of(7), "--no-update", "--json")
        assert (found.code, len(found.json["results"])) == (0, 1), found
        got = world.ra("get", f"docs:{path_of(5)}", "--no-update")
        assert (got.code, "version1" in got.out) == (0, True), got
        assert "read-only" in world.ra("update").err.lower()
    finally:
        subprocess.run(["mount", "-o", "remount,rw", str(small_disk)], check=True)
    world.good("update")
    assert "version2" in world.good("get", f"docs:{path_of(5)}").out
    path.write_bytes(kept)
    os.utime(path, ns=(when, when))


@pytest.fixture
def read_only_home(world: World) -> Iterator[World]:
    """A project with its index on a mount that cannot be written, as in a container."""
    world.good("update")
    mounted = subprocess.run(
        ["mount", "--bind", str(world.home), str(world.home)], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip(f"nothing may be mounted here: {mounted.stderr.decode().strip()}")
    subprocess.run(["mount", "-o", "remount,ro,bind", str(world.home)], check=True)
    yield world
    subprocess.run(["umount", str(world.home)], check=True)


@linux_only
def test_all_that_reads_works_on_a_read_only_mount(read_only_home: World) -> None:
    """SPEC 6.6: reading never needs to write, neither to the index nor to the state folder."""
    world = read_only_home
    found = world.good("search", word_of(7), "--json").json["results"]
    assert [one["path"] for one in found] == [path_of(7)]
    assert word_of(5) in world.good("get", path_of(5)).out
    assert world.good("ls", "docs").out.count("\n") == FILES
    assert "400 documents" in world.good("status").out
    assert world.good("doctor").out.endswith("healthy\n")
    assert "doc-7.md" in world.good("links", path_of(6)).out
    world.write("new.md", document(FILES))
    done = world.ra("search", word_of(7), "--json")
    (world.folder / "new.md").unlink()
    assert (done.code, len(done.json["results"])) == (0, 1), done
    assert "results come from the index without these changes" in done.err


@linux_only
def test_a_file_that_appears_beside_links_to_segments_is_no_damage(
    read_only_home: World, tmp_path: Path
) -> None:
    """Segments that cannot be locked are read by links in a private folder, where Tantivy's own
    thread may make a lock while the folder is removed.
    """
    world, private, done = read_only_home, tmp_path / "private", Event()
    private.mkdir()
    env = {**world.env, "TMPDIR": str(private)}

    def litter() -> None:
        for number in count():
            if done.is_set():
                return
            for folder in private.iterdir():
                with suppress(OSError):
                    (folder / f"litter-{number}").touch()

    littering = Thread(target=litter)
    littering.start()
    try:
        for _ in range(3):
            command = [sys.executable, "-m", "ra", "doctor"]
            found = subprocess.run(command, cwd=world.folder, env=env, capture_output=True)
            assert (found.returncode, found.stderr) == (0, b""), found
    finally:
        done.set()
        littering.join()


def test_a_file_where_the_index_should_be(world: World) -> None:
    """SPEC 1.9: the file is not ours: it is named and stays, and the index goes beside it."""
    world.index.parent.mkdir(parents=True)
    world.index.write_text("mine", encoding="utf-8")
    done = world.ra("update")
    assert done.code == 0, done
    assert f"{world.index}: is not a folder; it is left alone" in done.err
    assert world.index.read_text(encoding="utf-8") == "mine"
    assert world.good("search", word_of(5), "-o", "list").out
    world.index.unlink()


def test_an_index_beside_the_documents_moves_with_them(tmp_path: Path) -> None:
    """SPEC 1.3, 6.3: `[index] place`, trusted; no absolute path is stored, so nothing is read."""
    world = World(tmp_path)
    world.fill(20)
    world.write(".ra.toml", '[index]\nplace = ".ra"\n[tree.docs]\npath = "."\n')
    assert world.ra("trust").code == 0
    world.good("update")
    assert (world.folder / ".ra" / ".gitignore").read_text(encoding="utf-8") == "*\n"
    old = world.folder
    world.folder = tmp_path / "elsewhere" / "named otherwise"
    world.folder.parent.mkdir()
    shutil.move(old, world.folder)
    assert world.ra("trust").code == 0
    report = world.good("update", "--json").json["trees"][0]
    assert (report["unchanged"] + report["touched"], report["rebuilt"]) == (20, False)
    assert report["added"] == report["modified"] == report["removed"] == 0
    assert world.good("search", word_of(5), "-o", "list").out
    assert world.good("doctor").out.endswith("healthy\n")


def test_an_index_that_may_not_be_removed_stays_whole_and_ours(foreign: World) -> None:
    """SPEC 1.3: `ra forget` says which file it could not remove; later it can be done."""
    for place in (foreign.generation / "postings", foreign.index):
        place.chmod(0o500)
        done = as_nobody(foreign, "forget")
        assert (done.code, done.out) == (2, ""), done
        assert str(place) in done.err
        assert "permission denied" in done.err
        place.chmod(0o700)
        assert as_nobody(foreign, "status", "--indexes", "--json").json[0]["problem"] is None
    assert as_nobody(foreign, "forget").code == 0
    assert not foreign.index.exists()


@linux_only
def test_room_is_made_on_a_full_disk(world: World, small_disk: Path) -> None:
    """SPEC 1.3: removing an index needs no room."""
    subprocess.run(["mount", "-o", "remount,size=16m", str(small_disk)], check=True)
    world.good("update")
    ballast = fill_up(small_disk, 0)
    world.good("status", "--indexes")
    assert world.good("forget").out.startswith("removed the index of ")
    assert list(small_disk.iterdir()) == [ballast]
