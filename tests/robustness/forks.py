"""Processes that fork while a library is open: each program below tells what was wrong.

Run as `python -m tests.robustness.forks PROGRAM COUNT` in a project of so many notes; it prints a
JSON list. A child that does not end by itself is ended after a while, and that is wrong, too.
"""

from __future__ import annotations

import faulthandler
import json
import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from pathlib import Path
from threading import Event, Thread

import ra
from ra.library import Library
from tests.robustness.notes import note, report_of, searched, shown, version_of
from tests.robustness.world import path_of

SECONDS = 60  # a safety net against a child that hangs, not a measure

Program = Callable[[Library, int], Iterator[str]]


def rewrite(numbers: range, version: int) -> None:
    """Change documents at once, as editors do."""
    for number in numbers:
        draft = Path(f"draft-{os.getpid()}.tmp")
        draft.write_text(note(number, version), encoding="utf-8")
        draft.rename(path_of(number))


def versions(kb: Library, numbers: range) -> set[int]:
    """The versions that a search shows; 0 for what is not whole."""
    return {version_of(number, searched(kb, number)) for number in numbers}


class Child:
    """A forked child; it does its work when it is told to, and ends as any process ends.

    What it does `first` is done when it is there for its parent.
    """

    def __init__(
        self, work: Callable[[], Iterator[str]], first: Callable[[], object] | None = None
    ) -> None:
        begin, self._begin = os.pipe()
        self._said, said = os.pipe()
        self.pid = os.fork()
        if not self.pid:
            os.close(self._begin)
            _in_child(work, first, begin, said)
        os.close(begin)
        os.close(said)
        os.read(self._said, 1)

    def begin(self) -> None:
        """Tell the child to begin."""
        if self._begin >= 0:
            os.write(self._begin, b".")
            os.close(self._begin)
            self._begin = -1

    def result(self) -> list[str]:
        """Tell the child to begin, if it has not; what it says was wrong."""
        self.begin()
        with open(self._said, encoding="utf-8") as file:  # noqa: PTH123 - a descriptor
            said = file.read()
        _, status = os.waitpid(self.pid, 0)
        ended = [] if status == 0 else [f"the child ended with {status}"]
        return ended + (json.loads(said) if said else ["the child said nothing"])


def _in_child(
    work: Callable[[], Iterator[str]], first: Callable[[], object] | None, begin: int, said: int
) -> None:
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(SECONDS)
    faulthandler.dump_traceback_later(SECONDS - 5)  # where it hangs, if it does
    try:
        if first is not None:
            first()
        os.write(said, b" ")
        os.read(begin, 1)
        wrong = list(work())
    except BaseException as error:  # noqa: BLE001 - whatever it is, it is wrong
        wrong = [f"{type(error).__name__}: {error}"]
    os.write(said, json.dumps(wrong).encode())
    os.close(said)
    sys.exit(0)  # all that a process does when it ends, not `os._exit`


def _command(*words: str) -> subprocess.CompletedProcess[str]:
    line = [sys.executable, "-m", "ra", *words]
    return subprocess.run(line, capture_output=True, text=True, check=False, timeout=SECONDS)


@contextmanager
def updating(kb: Library) -> Iterator[None]:
    """Another thread stands in the middle of an update, after its first documents."""
    inside, leave = Event(), Event()

    def wait(*_: object) -> None:
        inside.set()
        leave.wait()

    thread = Thread(target=kb.index.update, kwargs={"progress": wait})
    thread.start()
    inside.wait()
    try:
        yield
    finally:
        leave.set()
        thread.join()


def beside_an_update(kb: Library, count: int) -> Iterator[str]:
    """A child of a process that updates has no lock; both search and update."""
    rewrite(range(count), 2)

    def work() -> Iterator[str]:
        rewrite(range(count), 3)
        if versions(kb, range(count)) != {2}:
            yield "the child does not see what its parent has written"
        if kb.index.update().trees[0].modified != count or versions(kb, range(count)) != {3}:
            yield "the child could not update"

    with updating(kb):
        child = Child(work)
    done = _command("update")
    if (done.returncode, done.stderr) != (0, ""):
        yield f"another process had to wait: {done.stderr}"
    if versions(kb, range(count)) != {2}:
        yield "the parent has lost its update"
    yield from child.result()
    if versions(kb, range(count)) != {3}:
        yield "the parent does not see what its child has written"


@contextmanager
def busy(kb: Library, numbers: range) -> Iterator[None]:
    """Threads that search all the time, and one that brings in new versions of documents."""
    stop = Event()

    def search() -> None:
        while not stop.is_set():
            versions(kb, range(4))

    def write() -> None:
        version = 2
        while not stop.is_set():
            rewrite(numbers, version)
            kb.index.update()
            version += 1

    threads = [Thread(target=search), Thread(target=search), Thread(target=write)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        stop.set()
        for thread in threads:
            thread.join()


def beside_searches(kb: Library, count: int) -> Iterator[str]:
    """Children of a process whose threads search and write all the time."""
    half = count // 2

    def work() -> Iterator[str]:
        if 0 in versions(kb, range(count)):
            yield "the child sees a mix"
        rewrite(range(half, count), 2)
        kb.index.update()
        if versions(kb, range(half, count)) != {2}:
            yield "the child could not update"

    with busy(kb, range(half)):
        for _ in range(8):
            yield from Child(work).result()


def beside_imports(_: Library, count: int) -> Iterator[str]:
    """Children of a process of which a thread imports a module can import it, too."""
    sys.path.insert(0, str(Path.cwd()))
    reads = "from pathlib import Path\nfor _ in range(300):\n    Path(__file__).read_bytes()\n"
    for name in [f"lazy{number}" for number in range(2 * count)]:
        Path(f"{name}.py").write_text(reads, encoding="utf-8")  # others run while it reads
        thread = Thread(target=import_module, args=(name,))
        thread.start()
        wrong = Child(partial(_imported, name)).result()
        thread.join()
        if wrong:
            yield from wrong
            return


def _imported(name: str) -> Iterator[str]:
    import_module(name)
    yield from ()


def after_the_parent_closed(kb: Library, count: int) -> Iterator[str]:
    """A parent that closes its library takes nothing away from its child."""

    def work() -> Iterator[str]:
        params = kb.settings.search._replace(fuzzy_distance=0)
        if not kb.search("version3", params=params).results:
            yield "the child does not see what others have written"

    rewrite(range(count), 2)
    kb.index.update()
    child = Child(work, first=lambda: versions(kb, range(count)))
    kb.close()
    rewrite(range(1), 3)  # so little that the segments which the child has open stay
    if _command("update").returncode:
        yield "the command could not update"
    yield from child.result()


def inside_a_view(kb: Library, count: int) -> Iterator[str]:
    """A child that is made while its own thread holds a view goes on with one of its own."""
    found: list[str] = []

    def work() -> Iterator[str]:
        if versions(kb, range(count)) != {2}:
            yield "the child sees what its parent holds"

    def fork() -> set[int]:
        before = versions(kb, range(count))
        child = Child(work)
        rewrite(range(count), 2)
        _command("update")
        found.extend(child.result())
        return before | versions(kb, range(count))

    if kb.reading(fork) != {1}:
        yield "the view of the parent has changed"
    yield from found
    if versions(kb, range(count)) != {2}:
        yield "the parent does not see what was written"


def inside_an_update(kb: Library, count: int) -> Iterator[str]:
    """A child that is made in the middle of an update leaves the rest of it to its parent."""
    rewrite(range(count), 2)
    children: list[Child] = []

    def fork(*_: object) -> None:
        if not children:
            children.append(
                Child(lambda: iter(() if versions(kb, range(count)) == {2} else ("no",)))
            )

    if kb.index.update(progress=fork).trees[0].modified != count:
        yield "the parent has lost its update"
    yield from children[0].result()
    if versions(kb, range(count)) != {2}:
        yield "the parent does not see its update"


def following(kb: Library, count: int) -> Iterator[str]:
    """Forked children and their parent each see at once what was saved before they ask."""
    third = count // 3
    with ra.open(update="auto", say=lambda _: None) as one:
        versions(one, range(count))

        def edits(numbers: range) -> Iterator[str]:
            for version in (2, 3, 4):
                rewrite(numbers, version)
                if (found := versions(one, numbers)) != {version}:
                    yield f"versions {found} instead of {version}"

        children = [
            Child(lambda: edits(range(third))),
            Child(lambda: edits(range(third, 2 * third))),
        ]
        for child in children:
            child.begin()
        yield from edits(range(2 * third, count))
        for child in children:
            yield from child.result()
        if (found := versions(one, range(count))) != {4}:
            yield f"in the end versions {found}"


_inherited: list[Library] = []


def _in_worker(number: int) -> int:
    if not _inherited:  # nothing comes with a process that was not forked
        _inherited.append(ra.open(update="missing"))
    kb = _inherited[0]
    kb.index.update()
    return version_of(number, shown(report_of(kb, number)))


def _in_pool(method: str, kb: Library, count: int) -> Iterator[str]:
    _inherited.append(kb)
    versions(kb, range(count))
    rewrite(range(count), 2)
    with multiprocessing.get_context(method).Pool(3) as pool:
        found = set(pool.map(_in_worker, range(count)))
        if found != {2}:
            yield f"workers see versions {found}"
    if versions(kb, range(count)) != {2}:
        yield "the parent does not see what its workers have written"


def in_a_forked_pool(kb: Library, count: int) -> Iterator[str]:
    """Workers of `multiprocessing` use the library that they inherit."""
    return _in_pool("fork", kb, count)


def in_a_spawned_pool(kb: Library, count: int) -> Iterator[str]:
    """Workers that are started anew open their own."""
    return _in_pool("spawn", kb, count)


PROGRAMS: Mapping[str, Program] = {
    each.__name__: each
    for each in (
        beside_an_update,
        beside_searches,
        beside_imports,
        after_the_parent_closed,
        inside_a_view,
        inside_an_update,
        following,
        in_a_forked_pool,
        in_a_spawned_pool,
    )
}


if __name__ == "__main__":
    with ra.open(update="missing", say=lambda _: None) as library:
        print(json.dumps(list(PROGRAMS[sys.argv[1]](library, int(sys.argv[2])))))
