"""Threads that share one library: each program below does one thing to them, and must end well.

Run as `python -m tests.robustness.crew PROGRAM COUNT` in a project of so many notes. It prints a
JSON object: how often was asked, and what was wrong. A crash shows in the exit code.
"""

from __future__ import annotations

import faulthandler
import json
import os
import random
import signal
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from threading import Barrier, Event, Thread

import ra
from ra.library import Library
from tests.robustness.notes import note, report_of, shown, version_of
from tests.robustness.world import path_of

THREADS = 8
ROUNDS = 6
INTERRUPTS = 200
ASKED_EACH_ROUND = 12  # searches of each thread before the next thing happens


class Crew:
    """Eight threads that search with one library until they are told to stop."""

    def __init__(self, kb: Library, count: int) -> None:
        self.asked: Counter[int] = Counter()
        self.wrong: list[str] = []
        self._kb = kb
        self._count = count
        self._stop = Event()
        self._threads = [Thread(target=self._search, args=(n,)) for n in range(THREADS)]

    def __enter__(self) -> Crew:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join()

    def _search(self, thread: int) -> None:
        seen: dict[int, int] = {}
        while not self._stop.is_set():
            number = (thread * 5 + self.asked[thread] * 7) % self._count
            try:
                report = report_of(self._kb, number)
            except BaseException as error:  # noqa: BLE001 - whatever it is, it is wrong
                self.wrong.append(f"{type(error).__name__}: {error}")
            else:
                version = version_of(number, shown(report))
                if version < seen.get(number, 1) and not report.notes:
                    self.wrong.append(f"{number}: version {version} {sorted(shown(report))}")
                seen[number] = max(version, seen.get(number, 1))
            self.asked[thread] += 1

    def wait(self) -> None:
        """Until every thread has searched some more."""
        before = dict(self.asked)
        for number, thread in enumerate(self._threads):
            while self.asked[number] < before.get(number, 0) + ASKED_EACH_ROUND:
                thread.join(0.01)


def damaged(kb: Library, crew: Crew, count: int) -> None:
    """The list of segments disappears, again and again."""
    for _ in range(ROUNDS):
        _lose(kb, "meta.json")
        crew.wait()


def uncatalogued(kb: Library, crew: Crew, count: int) -> None:
    """The catalog disappears, again and again."""
    for _ in range(ROUNDS):
        _lose(kb, "catalog.sqlite")
        crew.wait()


def closed(kb: Library, crew: Crew, count: int) -> None:
    """The library is closed, again and again."""
    for _ in range(ROUNDS * 4):
        kb.release()
        crew.wait()


def updated(kb: Library, crew: Crew, count: int) -> None:
    """Two more threads bring changes in; a third one closes the library meanwhile."""
    for version in range(2, 2 + ROUNDS):
        for number in range(0, count, 2):
            _rewrite(number, version)
        threads = [
            Thread(target=kb.index.update),
            Thread(target=kb.index.update),
            Thread(target=kb.release),
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        crew.wait()
    if any(version_of(n, shown(report_of(kb, n))) != 1 + ROUNDS for n in range(0, count, 2)):
        crew.wrong.append("a change is not in the index")


def removed(kb: Library, crew: Crew, count: int) -> None:
    """The index is removed, again and again."""
    for number in range(ROUNDS):
        folder = kb.index.status().index_dir
        folder.rename(folder.with_name(f"trash-{number}"))
        crew.wait()


PROGRAMS: Mapping[str, Callable[[Library, Crew, int], None]] = {
    each.__name__: each for each in (damaged, uncatalogued, closed, updated, removed)
}


def opened_at_once(kb: Library, count: int) -> list[str]:
    """Eight threads use a library for the first time; when it is closed, nothing stays open."""
    for _ in range(ROUNDS):
        with ra.open(update="missing") as one:
            _all_at_once(partial(_after, Barrier(THREADS), one))
        if files := _open_files():
            return [f"{name} is open" for name in files]
    return []


def _after(barrier: Barrier, kb: Library) -> None:
    barrier.wait()
    report_of(kb, 1)


def many_threads(kb: Library, count: int) -> list[str]:
    """A hundred threads, one after the other, as a server has them: no file stays open for each."""
    report_of(kb, 1)
    before = len(_open_files())
    for number in range(100):
        thread = Thread(target=report_of, args=(kb, number % count))
        thread.start()
        thread.join()
    left = len(_open_files())
    return [] if left <= before + 6 else [f"{before} files were open, then {left}"]


def closed_inside(kb: Library, count: int) -> list[str]:
    """A thread closes the library while it holds a view, or while it writes: it never waits for
    itself, and what it does goes on.
    """

    def work() -> int:
        kb.release()
        return version_of(1, shown(report_of(kb, 1)))

    for number in range(count):
        _rewrite(number, 2)
    report = kb.index.update(progress=lambda *_: kb.release())
    problems = [] if report.trees[0].modified == count else [f"{report.trees}"]
    if kb.reading(work) != 2 or version_of(2, shown(report_of(kb, 2))) != 2:
        problems.append("the answer is wrong")
    return problems


def asked_inside(kb: Library, count: int) -> list[str]:
    """Whoever is told something may ask the library in turn, also while it writes."""
    found: list[int] = []
    for number in range(count):
        _rewrite(number, 2)
    kb.index.update(progress=lambda *_: found.append(version_of(1, shown(report_of(kb, 1)))))
    return [] if set(found) <= {1, 2} and found else [f"{found}"]


def followed(kb: Library, count: int) -> list[str]:
    """Eight threads share a library that follows the files, each edits documents of its own: a
    search shows what was saved before it began, whoever brings it in.
    """
    wrong: list[str] = []

    def edit(one: Library, thread: int) -> None:
        try:
            for version in range(2, 2 + ROUNDS):
                for number in range(thread, count, THREADS):
                    _rewrite(number, version)
                    found = version_of(number, shown(report_of(one, number)))
                    if found != version:
                        wrong.append(f"{number}: version {found} instead of {version}")
        except BaseException as error:  # noqa: BLE001 - whatever it is, it is wrong
            wrong.append(f"{type(error).__name__}: {error}")

    said: list[str] = []
    with ra.open(update="auto", say=said.append) as one:
        _all_at_once_each(partial(edit, one))
        wrong += [f"{number} is lost" for number in range(count) if not _is_last(one, number)]
    return wrong + [text for text in said if not text.startswith("waiting for another thread")]


def _is_last(kb: Library, number: int) -> bool:
    return version_of(number, shown(report_of(kb, number))) == 1 + ROUNDS


def interrupted(kb: Library, count: int) -> list[str]:
    """Ctrl-C at any point of a search or an update: the library can be used on, and closed."""
    chance = random.Random(7)

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    signal.signal(signal.SIGALRM, interrupt)
    wrong: list[str] = []
    for turn in range(INTERRUPTS):
        if turn % 10 == 0:
            _rewrite(turn % count, 2 + turn)
        try:
            # Once more after a while: Python drops what is raised where an object is destroyed.
            signal.setitimer(signal.ITIMER_REAL, 0.0002 + chance.random() * 0.006, 0.5)
            if turn % 10 == 0:
                kb.index.update()
            while True:
                report_of(kb, turn % count)
        except KeyboardInterrupt:
            signal.setitimer(signal.ITIMER_REAL, 0)
        if not version_of(turn % count, shown(report_of(kb, turn % count))):
            wrong.append(f"after interrupt {turn} an answer is wrong")
    kb.index.update()
    kb.release()
    return wrong + [f"{name} is open" for name in _open_files()]


ALONE: Mapping[str, Callable[[Library, int], Sequence[str]]] = {
    each.__name__: each
    for each in (opened_at_once, many_threads, closed_inside, asked_inside, followed, interrupted)
}


def _all_at_once(work: Callable[[], object]) -> None:
    _all_at_once_each(lambda _: work())


def _all_at_once_each(work: Callable[[int], object]) -> None:
    threads = [Thread(target=work, args=(number,)) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _open_files() -> list[str]:
    """The files of an index that this process has open."""
    links = [path for path in Path("/proc/self/fd").iterdir() if path.is_symlink()]
    names = [str(path.readlink()) for path in links if path.exists() or path.is_symlink()]
    return [name for name in names if "catalog.sqlite" in name]


def _lose(kb: Library, name: str) -> None:
    """Remove a file of the index in use, whatever the other threads remove meanwhile."""
    for folder, _, names in os.walk(kb.index.status().index_dir):
        if name in names and "gen-" in folder:
            (Path(folder) / name).unlink(missing_ok=True)


def _rewrite(number: int, version: int) -> None:
    draft = Path(f"draft-{number}.tmp")
    draft.write_text(note(number, version), encoding="utf-8")
    draft.rename(path_of(number))


def main(program: str, count: int) -> dict[str, object]:
    """Run one program."""
    with ra.open(update="missing", say=lambda _: None) as kb:
        if program in ALONE:
            return {"asked": count, "wrong": ALONE[program](kb, count)}
        with Crew(kb, count) as crew:
            crew.wait()
            PROGRAMS[program](kb, crew, count)
        return {"asked": crew.asked.total(), "wrong": crew.wrong[:10]}


if __name__ == "__main__":
    faulthandler.enable()
    print(json.dumps(main(sys.argv[1], int(sys.argv[2]))))
