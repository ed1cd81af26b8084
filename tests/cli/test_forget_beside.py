"""Tests of `ra forget` beside processes that use the index, and of a removal that is killed."""

from __future__ import annotations

import shutil
import subprocess
import sys

import pytest

from tests.cli.command import COMMAND, SECONDS, Sandbox
from tests.cli.indexes import is_posix, listed, records, snapshot
from tests.robustness.marks import sampled


@is_posix
def test_a_writer_is_waited_for(built: Sandbox) -> None:
    """SPEC 6.6: a second writer waits with a message, and then proceeds."""
    import fcntl

    index = built.built
    before = snapshot(index)
    with (index / "writer.lock").open("r+b") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        process = subprocess.Popen(
            [*COMMAND, "forget"],
            cwd=built.folder,
            env=built.env(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert process.stderr
        assert b"waiting for another ra process" in process.stderr.readline()
        assert snapshot(index) == before
    out, err = process.communicate(timeout=SECONDS)
    assert (process.returncode, err) == (0, b"")
    assert out.startswith(b"removed the index of ")
    assert not index.exists()


@is_posix
def test_two_that_forget_the_same_index_leave_nothing(built: Sandbox) -> None:
    """Own choice: the second finds it gone, and makes no folder again."""
    import fcntl

    with (built.built / "writer.lock").open("r+b") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        started = [
            subprocess.Popen(
                [*COMMAND, "forget"], cwd=built.folder, env=built.env(), stderr=subprocess.PIPE
            )
            for _ in range(3)
        ]
        for process in started:
            assert process.stderr
            assert b"waiting for" in process.stderr.readline()
    errors = [process.communicate(timeout=SECONDS)[1].splitlines() for process in started]
    others = [line for lines in errors for line in lines if b"waiting for" not in line]
    assert others == []  # they wait for each other
    assert [process.returncode for process in started] == [0] * 3
    assert (list(built.indexes.iterdir()), records(built)) == ([], [])


# Asks when it is told to, and prints what it found or which error it met.
READER = """
import sys, ra
from ra.engine.query import Scope, TermQuery
said, scope = [], Scope("default", ("notes",))
kb = ra.open(".", say=said.append, update="missing" if sys.argv[1] == "build" else "never")
def found():
    try:
        return [result.match.chunk.id for result in kb.search("warm").results]
    except ra.RaError as error:
        return type(error).__name__
def told():
    with kb._access.index().engine.reading(scope):
        print("holds a view", flush=True)
        sys.stdin.readline()
        engine = kb._access.index().engine
        hits = [hit.chunk_id for hit in engine.lexical(TermQuery("text", "warm"), 9, scope)]
        ids = [document.id for document in engine.documents(scope)]
        return hits, ids, sorted(engine.texts(ids, scope)), len(kb.get("pot.md").text)
for line in sys.stdin:
    print(found() if line == "search\\n" else told(), said, flush=True)
"""


class Reader:
    """A process that reads an index for long, one answer at a time."""

    def __init__(self, box: Sandbox, *words: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", READER, *words],
            cwd=box.folder,
            env=box.env(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
        )

    def ask(self, line: str) -> str:
        """What it prints after it was told this."""
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(f"{line}\n".encode())
        return self._process.stdout.readline().decode().rstrip("\n")

    def end(self) -> int:
        """Let it end; its exit code."""
        self._process.communicate(timeout=SECONDS)
        return self._process.returncode


FOUND = "['notes:pot.md#the-pot'] []"


def test_a_process_that_reads_builds_it_again(built: Sandbox) -> None:
    """Issue 12: an index removed by another process is built or said, never an empty answer."""
    reader = Reader(built, "build")
    for _ in range(3):
        assert reader.ask("search") == FOUND
        assert built.ra("forget").code == 0
    assert reader.ask("search") == FOUND
    assert reader.end() == 0
    assert [one["problem"] for one in listed(built)] == [None]


def test_a_process_that_may_not_build_says_that_it_is_missing(built: Sandbox) -> None:
    """Issue 12: `IndexMissing`, until another process has built it."""
    reader = Reader(built, "read")
    assert reader.ask("search") == FOUND
    assert built.ra("forget").code == 0
    assert reader.ask("search") == "IndexMissing []"
    assert built.ra("update").code == 0
    assert reader.ask("search") == FOUND
    assert reader.end() == 0


@is_posix
def test_a_view_that_is_held_is_read_to_its_end(built: Sandbox) -> None:
    """Issue 12: what is removed meanwhile still answers those who hold it open."""
    reader = Reader(built, "build")
    assert reader.ask("hold") == "holds a view"
    expected = reader.ask("")
    assert "'notes:pot.md', 'notes:tea.md'" in expected
    assert reader.ask("hold") == "holds a view"
    assert built.ra("forget").code == 0
    assert list(built.indexes.iterdir()) == []
    assert reader.ask("") == expected
    assert reader.end() == 0


@is_posix
@pytest.mark.parametrize("times", sampled([1, 8]))
def test_commands_beside_one_that_forgets_answer_or_say(built: Sandbox, times: int) -> None:
    """Issue 12: whatever the moment, each search answers rightly or says what is missing."""
    for _ in range(times):
        started = [
            subprocess.Popen(
                [*COMMAND, *words],
                cwd=built.folder,
                env=built.env(),
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
            )
            for words in (["search", "warm"], ["forget"], ["search", "warm"], ["get", "pot.md"])
        ]
        done = [process.communicate(timeout=SECONDS) for process in started]
        codes = [process.returncode for process in started]
        for (out, err), code in zip((done[0], *done[2:]), (codes[0], *codes[2:]), strict=True):
            is_answer = code == 0 and b"Warm it" in out
            assert is_answer or b"is being built" in err or b"no index" in err, (code, out, err)
        assert b"unexpected" not in b"".join(err for _, err in done)
        assert codes[1] in (0, 1)
    assert built.ra("search", "warm").code == 0
    assert [path.name[:5] for path in built.indexes.iterdir()] == ["proje"]


# Interrupted

# Runs the command, and is killed when it removes the file or folder of this number.
_KILLED = """
import os, sys
left = int(sys.argv.pop(1))
def kill(event, words):
    global left
    if event in ("os.remove", "os.rmdir"):
        left -= 1
        if left < 0:
            os._exit(99)
sys.addaudithook(kill)
from ra.cli.main import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize("every", sampled([6, 1]))
def test_a_removal_that_was_killed_is_finished_by_the_next(built: Sandbox, every: int) -> None:
    """SPEC 6.5: at every moment the index is ours or gone: a search builds it, `forget` ends it."""
    saved = built.home.with_name("saved")
    built.home.rename(saved)
    for number in range(0, 40, every):
        shutil.rmtree(built.home, ignore_errors=True)
        shutil.copytree(saved, built.home)
        words = [sys.executable, "-c", _KILLED, str(number), "forget"]
        done = subprocess.run(
            words, cwd=built.folder, env=built.env(), timeout=SECONDS, check=False
        )
        if done.returncode == 0:
            break
        assert done.returncode == 99
        if number % 3 == 0:
            found = built.ra("search", "warm")
            assert (found.code, found.err) == (0, ""), number
            assert "notes:pot.md" in found.out
            assert len(list(built.indexes.iterdir())) == 1
        again = built.ra("forget")
        assert (again.code, again.err) == (0, ""), number
        assert records(built) == []
        assert {path.name for path in built.indexes.glob("*/*")} <= {"writer.lock"}
    assert 10 < number < 40


@pytest.mark.parametrize("name", ["identity.0123456789ab.new", ".gitignore", "writer.lock"])
def test_a_build_that_was_killed_at_its_first_file_leaves_the_place_free(
    built: Sandbox, name: str
) -> None:
    """SPEC 6.5: the next build is in the same place, and `forget` removes what is left there."""
    index = built.built
    built.ra("forget")
    index.mkdir()
    (index / name).write_text("", encoding="utf-8")
    assert built.ra("search", "warm").code == 0
    assert built.built == index
    done = built.ra("forget")
    assert (done.code, done.err) == (0, "")
    assert list(built.indexes.iterdir()) == []
