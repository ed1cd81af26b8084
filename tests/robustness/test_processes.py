"""Many processes use one index at once: some read, some write, others want to."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.robustness.crowd import SIZES, crowd
from tests.robustness.marks import sampled, torture
from tests.robustness.world import SECONDS, Outcome, World, document, outcome, path_of, word_of

fcntl = pytest.importorskip("fcntl", reason="the lock is held here as POSIX systems hold it")
FILES = 60


@pytest.fixture
def world(tmp_path: Path) -> World:
    """A project with an index."""
    world = World(tmp_path)
    world.fill(FILES)
    world.good("update")
    return world


def rewrite(world: World, number: int, version: int) -> None:
    """Give a document another content at once, as editors do that never show half a file."""
    world.write("draft.tmp", document(number, version=version))
    (world.folder / "draft.tmp").rename(world.folder / path_of(number))


@pytest.mark.parametrize("name", sampled(SIZES, "few"))
def test_searches_beside_writers_are_whole_and_no_change_is_lost(tmp_path: Path, name: str) -> None:
    """F4, SPEC 6.5 and 6.6: library, command and threads see one version of each document."""
    size = SIZES[name]
    found = crowd(World(tmp_path / "crowd"), size)
    assert found.wrong == []
    assert found.changes >= size.changes
    assert all(found.asked.values()), found.asked


def _is_all_there(world: World, version: int) -> None:
    found = world.answers(range(FILES))
    assert world.good("doctor").out.endswith("healthy\n")
    for number in range(FILES):
        text = found.contents.texts[f"docs:{path_of(number)}"]
        assert text == document(number, version=version).encode()
        assert len(found.words[word_of(number)][0]) == 4


def test_a_second_writer_waits_says_so_and_proceeds(world: World) -> None:
    """SPEC 6.6: the message names the process that is waited for."""
    rewrite(world, 1, 2)
    with (world.index / "writer.lock").open("r+b") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        held.truncate(0)
        held.write(b"4711")
        held.flush()
        process = world.start("update", "--json")
        assert process.stderr is not None
        assert b"waiting for another ra process (pid 4711)" in process.stderr.readline()
        assert process.poll() is None
    done = outcome(process)
    assert (done.code, done.json["trees"][0]["modified"]) == (0, 1)


def test_nobody_waits_for_a_process_that_was_killed(world: World) -> None:
    """SPEC 6.5: the lock dies with its holder, whatever the file says."""
    rewrite(world, 1, 2)
    killed = world.ra("before the flip", "1", "update", module="tests.robustness.faults")
    assert killed.code == -signal.SIGKILL
    done = world.ra("update", "--json")
    assert (done.code, done.err, done.json["recovered"]) == (0, "", 2)


def test_a_writer_that_waited_keeps_what_the_other_brought_in(world: World) -> None:
    """SPEC 6.6: a file that came after the first look is not taken for one that is gone."""
    with (world.index / "writer.lock").open("r+b") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        rewrite(world, 1, 2)
        process = world.start("update", "--json")
        assert process.stderr is not None
        process.stderr.readline()  # it has looked at the files, and waits
        world.write("late.md", "# Late\n\nzqlatex\n")
        _index_behind_the_lock(world, held.fileno())
        fcntl.flock(held, fcntl.LOCK_UN)
    done = outcome(process)
    assert done.code == 0, done
    assert done.json["trees"][0]["removed"] == 0
    assert world.good("get", "late.md", "--no-update").out.count("zqlatex") == 1


def _index_behind_the_lock(world: World, lock: int) -> None:
    """Update as the holder of the lock: the child has the same open file."""
    script = (
        "import sys; from ra.engine.embedded import lock; from contextlib import "
        "nullcontext; lock.only_writer = lambda *_: nullcontext(True); "
        "from ra.cli.main import main; sys.exit(main(['update']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=world.folder,
        env=world.env,
        capture_output=True,
        pass_fds=(lock,),
        check=False,
        timeout=SECONDS,
    )
    assert done.returncode == 0, done


def test_many_processes_may_make_the_index_at_once(tmp_path: Path) -> None:
    """SPEC 6.6: nobody finds half an index, and it is built once."""
    world = World(tmp_path)
    world.fill(FILES)
    done = [outcome(process) for process in [world.start("update", "--json") for _ in range(6)]]
    assert [one.code for one in done] == [0] * 6, done
    assert sum(one.json["trees"][0]["added"] for one in done) == FILES
    assert all(_only_waited(one) for one in done), done
    _is_all_there(world, 1)


def _only_waited(done: Outcome) -> bool:
    return all("waiting for another ra process" in line for line in done.err.splitlines())


@torture
def test_an_interrupted_update_ends_at_once_and_goes_on_later(tmp_path: Path) -> None:
    """SPEC 6.5: Ctrl-C is exit code 130, and what was committed is not done again."""
    world = World(tmp_path)
    world.fill(3000)
    process = world.start("update")
    while process.poll() is None and not (world.index / "writer.lock").exists():
        pass
    process.send_signal(signal.SIGINT)
    done = outcome(process)
    assert done.code in (130, -signal.SIGINT), done
    assert "Traceback" not in done.err
    again = world.good("update", "--json").json["trees"][0]
    assert again["added"] + again["unchanged"] == 3000
    assert len(world.answers(range(3000)).words[word_of(2999)][0]) == 4
