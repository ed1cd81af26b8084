"""Whole searches beside writers: many processes and threads, until enough changes are in.

Run as `python -m tests.robustness.crowd ROLE STOP COUNT` it is one of them, in a project of so many
notes: `library` and `command` search, `threads` do so eight at a time with one library; `writer`
and `updater` bring changes in, by the library and by the command. Each prints a line of JSON when
it has done something: `changes` of a writer, `asked` and `wrong` of a reader.
"""

from __future__ import annotations

import json
import os
import selectors
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from threading import Lock, Thread
from typing import NamedTuple

import ra
from ra.library import Library
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
from tests.robustness.world import SECONDS, Outcome, World, path_of, word_of

THREADS = 8
FILES = 40
_EACH_WAVE = 20  # documents that change whenever a writer has done something
_REOPENED = 200  # searches after which a reader opens the index anew, as commands do


class Seen:
    """What one reader has seen: no document may get older, or be seen in part."""

    def __init__(self) -> None:
        self._versions: dict[int, int] = {}
        self._lock = Lock()

    def wrong(self, number: int, version: int, shown: object) -> list[str]:
        """What is wrong with an answer that is of this version, 0 if it is not of one, whole."""
        with self._lock:
            known = self._versions.get(number, 1)
            self._versions[number] = max(known, version)
        return [] if version >= known else [f"{number}: version {version} after {known}: {shown}"]


def library(stop: Path, count: int) -> Iterator[Mapping[str, object]]:
    """Search, get and list with a library."""
    seen, asked = Seen(), 0
    while not stop.exists():
        with ra.open(update="missing") as kb:
            for _ in range(_REOPENED):
                number = asked * 7 % count
                wrong = _searched(kb, seen, number)
                if asked % 5 == 0:
                    wrong += _got(kb, seen, number)
                if asked % 50 == 0:
                    wrong += _listed(kb, count)
                asked += 1
                yield {"asked": 1, "wrong": wrong}
                if stop.exists():
                    break


def _searched(kb: Library, seen: Seen, number: int) -> list[str]:
    found = searched(kb, number)
    return seen.wrong(number, version_of(number, found), sorted(found))


def _got(kb: Library, seen: Seen, number: int) -> list[str]:
    """Record and text of a document are of one version."""
    got = kb.get(f"docs:{path_of(number)}")
    version = int(got.document.title.rpartition("version")[2])
    is_whole = got.text.strip() == note(number, version).strip()
    return seen.wrong(number, version if is_whole else 0, got.text)


def _listed(kb: Library, count: int) -> list[str]:
    """Every document is there at any time, once."""
    ids = [document.id for document in kb.index.documents()]
    is_all = ids == sorted(f"docs:{path_of(number)}" for number in range(count))
    return [] if is_all else [f"listed {len(ids)} documents"]


def command(stop: Path, count: int) -> Iterator[Mapping[str, object]]:
    """Search with the command, in two of its forms."""
    seen, asked = Seen(), 0
    while not stop.exists():
        number = asked * 7 % count
        words = LINES if asked % 2 else COMMAND
        done = _ra(*words, "--no-update", word_of(number))
        if done.code or done.err:
            wrong = [f"{done.code}: {done.err}"]
        elif asked % 2:
            wrong = seen.wrong(number, version_of_lines(number, done), done.out)
        else:
            wrong = seen.wrong(number, version_of(number, commanded(done)), done.out)
        asked += 1
        yield {"asked": 1, "wrong": wrong}


def threads(stop: Path, count: int) -> Iterator[Mapping[str, object]]:
    """Eight threads search with one library, which is closed now and then."""
    wrong: list[str] = []
    asked: list[int] = []

    def search(kb: Library, seen: Seen) -> None:
        is_last = False
        while not is_last:
            is_last = stop.exists()
            wrong.extend(_searched(kb, seen, len(asked) * 7 % count))
            asked.append(1)
            if len(asked) % _REOPENED == 0:
                kb.release()

    with ra.open(update="missing") as kb:
        crew = [Thread(target=search, args=(kb, Seen())) for _ in range(THREADS)]
        for thread in crew:
            thread.start()
        for thread in crew:
            thread.join()
    yield {"asked": len(asked), "wrong": wrong}


def writer(stop: Path, _: int) -> Iterator[Mapping[str, object]]:
    """Bring changes in with a library, which stays open or is opened anew."""
    while not stop.exists():
        with ra.open(update="missing", say=lambda _: None) as kb:
            for _ in range(5):
                (tree,) = kb.index.update().trees
                yield {"changes": tree.modified, "wrong": _only_modified(tree._asdict())}


def updater(stop: Path, _: int) -> Iterator[Mapping[str, object]]:
    """Bring changes in with the command."""
    while not stop.exists():
        done = _ra("update", "--json")
        if done.code:
            yield {"wrong": [f"{done.code}: {done.err}"]}
            return
        (tree,) = done.json["trees"]
        yield {"changes": tree["modified"], "wrong": _only_modified(tree)}


def _only_modified(tree: Mapping[str, object]) -> list[str]:
    odd = {name: tree[name] for name in ("added", "removed", "failed") if tree[name]}
    return [f"an update has {odd}"] if odd else []


def _ra(*words: str) -> Outcome:
    line = [sys.executable, "-m", "ra", *words]
    done = subprocess.run(line, capture_output=True, text=True, check=False, timeout=SECONDS)
    return Outcome(done.returncode, done.stdout, done.stderr)


ROLES: Mapping[str, Callable[[Path, int], Iterator[Mapping[str, object]]]] = {
    each.__name__: each for each in (library, command, threads, writer, updater)
}


class Size(NamedTuple):
    """How many there are of each role, and how many changes must come in."""

    changes: int
    library: int
    command: int
    threads: int
    writer: int
    updater: int


MANY = Size(2000, library=8, command=4, threads=1, writer=2, updater=2)
SIZES = {
    "few": Size(50, library=1, command=1, threads=1, writer=1, updater=1),
    "some": Size(150, library=3, command=1, threads=1, writer=1, updater=1),
}


class Result(NamedTuple):
    """What came of it."""

    changes: int
    asked: Mapping[str, int]
    wrong: list[str]


def crowd(world: World, size: Size) -> Result:
    """Let all of them work on an index, and change its documents, until enough is done."""
    versions = dict.fromkeys(range(FILES), 1)
    for number in versions:
        write(world, number, 1)
    world.good("update")
    stop = world.home / "stop"
    words = (str(stop), str(FILES))
    module = "tests.robustness.crowd"
    processes = {
        world.start(role, *words, module=module): role
        for role in ROLES
        for _ in range(getattr(size, role))
    }
    lines = _Lines(processes)
    while (lines.changes < size.changes or lines.are_missing()) and not lines.wrong:
        if lines.read():
            for number in sorted(versions, key=lambda one: (versions[one], one))[:_EACH_WAVE]:
                versions[number] += 1
                write(world, number, versions[number])
    stop.touch()
    while lines.read() is not None:
        pass
    wrong = [*lines.wrong, *lines.ended(), *_end(world, versions)]
    return Result(lines.changes, lines.asked, wrong)


class _Stream(NamedTuple):
    """What a process is, and the line that it has begun to print."""

    role: str
    begun: bytes


class _Lines:
    """The lines that many processes print, added up."""

    def __init__(self, processes: Mapping[subprocess.Popen[bytes], str]) -> None:
        self.changes = 0
        self.asked = dict.fromkeys(processes.values(), 0)
        self.wrong: list[str] = []
        self._processes = processes
        self._selector = selectors.DefaultSelector()
        for process, role in processes.items():
            assert process.stdout is not None
            self._selector.register(process.stdout, selectors.EVENT_READ, _Stream(role, b""))

    def read(self) -> bool | None:
        """Take in what was printed; whether a writer has done something, None at the end."""
        if not self._selector.get_map():
            return None
        is_written = False
        for key, _ in self._selector.select(SECONDS):
            role, begun = key.data
            data = os.read(key.fd, 1 << 16)
            if not data:
                self._selector.unregister(key.fileobj)
            *lines, rest = (begun + data).split(b"\n")
            if data:
                self._selector.modify(key.fileobj, selectors.EVENT_READ, _Stream(role, rest))
            for said in map(json.loads, lines):
                is_written = is_written or "changes" in said
                self.changes += said.get("changes", 0)
                self.asked[role] += said.get("asked", 1)
                self.wrong += [f"{role}: {text}" for text in said["wrong"]]
        return is_written

    def are_missing(self) -> bool:
        """Whether a role that works has said nothing yet; threads speak at the end."""
        working = {key.data.role for key in self._selector.get_map().values()} - {"threads"}
        return not all(self.asked[role] for role in working)

    def ended(self) -> list[str]:
        """What processes say that did not end well."""
        found = []
        for process, role in self._processes.items():
            _, err = process.communicate(timeout=SECONDS)
            if process.returncode or err:
                found.append(f"{role}: {process.returncode} {err.decode()[-2000:]}")
        return found


def _end(world: World, versions: Mapping[int, int]) -> list[str]:
    """All changes are in, and the index is sound."""
    last = world.ra("update")
    wrong = [] if last.code == 0 else [f"{last}"]
    with Library(world.settings) as kb:
        for number, version in versions.items():
            found = searched(kb, number)
            if version_of(number, found) != version:
                wrong.append(f"{number}: version {version} is not there, but {sorted(found)}")
    checked = world.ra("doctor")
    return wrong if checked.out.endswith("healthy\n") else [*wrong, f"{checked}"]


if __name__ == "__main__":
    for report in ROLES[sys.argv[1]](Path(sys.argv[2]), int(sys.argv[3])):
        print(json.dumps(report), flush=True)
