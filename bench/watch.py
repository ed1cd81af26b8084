"""Measures `ra watch`: its memory over many changes, and what a search beside it costs on MDN."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench import corpora
from ra.library.access import settings_in
from ra.library.watched import is_current

CHANGES, QUICK_CHANGES, LINES = 100_000, 5_000, 20
SEARCHES = 9
_RA = (sys.executable, "-m", "ra")


def main(*, quick: bool) -> None:
    """Print the memory by the number of changes, then the CPU of searches."""
    with tempfile.TemporaryDirectory() as home, _user(Path(home)):
        _memory(Path(home, "notes"), QUICK_CHANGES if quick else CHANGES)
    _searches(corpora.folder("mdn"), 3 if quick else SEARCHES)


@contextmanager
def _user(home: Path) -> Iterator[None]:
    """Use the folders of a new user, here and in commands."""
    before = dict(os.environ)
    os.environ.update(
        HOME=str(home), XDG_CACHE_HOME=str(home / "c"), XDG_STATE_HOME=str(home / "s")
    )
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


@contextmanager
def _watcher(folder: Path) -> Iterator[int]:
    """A watcher that has brought the index up to date; yields its process id."""
    process = subprocess.Popen([*_RA, "watch"], cwd=folder, stdout=subprocess.DEVNULL)
    try:
        _wait(folder)
        yield process.pid
    finally:
        process.terminate()
        process.wait()


def _wait(folder: Path) -> float:
    """Wait until the index has every change; how long that took."""
    start, settings = time.monotonic(), settings_in(folder)
    while not is_current(settings):
        time.sleep(0.05)
    return time.monotonic() - start


def _memory(folder: Path, changes: int) -> None:
    """Creates, edits, renames and deletes in a folder of 400 notes."""
    for number in range(400):
        _write(folder / f"d{number % 20}" / f"n{number}.md", number)
    print("changes  memory of the watcher (MB)  seconds until the index had them")
    with _watcher(folder) as process:
        for number in range(changes):
            _change(folder, number)
            if (number + 1) % (changes // LINES) == 0:
                waited = _wait(folder)
                print(f"{number + 1:7}  {_resident(process):26.1f}  {waited:.1f}", flush=True)


def _change(folder: Path, number: int) -> None:
    some, more = number % 97, number % 89
    place = folder / f"d{some % 20}" / f"x{some}.md"
    other = folder / f"d{more % 20}" / f"y{more}.md"
    match number % 4:
        case 0 | 1:
            _write(place, number)
        case 2:
            if place.exists():
                place.replace(other)
            else:
                _write(place, number)
        case _:
            other.unlink(missing_ok=True)


def _write(path: Path, number: int) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    words = " ".join(f"word{number * step % 9973}" for step in range(1, 40))
    path.write_text(f"# Note {number}\n\n{words}\n\n## More\n\n{words}\n", encoding="utf-8")


def _resident(process: int) -> float:
    for line in Path(f"/proc/{process}/status").read_text(encoding="utf-8").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise AssertionError("no memory of a process that runs")


def _searches(folder: Path, rounds: int) -> None:
    """The CPU of a search without and beside a watcher, both in turn would disturb each other."""
    subprocess.run(
        [*_RA, "update", "--no-embed"], cwd=folder, stdout=subprocess.DEVNULL, check=True
    )
    print(f"CPU of a search in {folder.name}, seconds, sorted")
    print("without a watcher ", _cpu(folder, rounds))
    with _watcher(folder):
        print("beside a watcher  ", _cpu(folder, rounds))


def _cpu(folder: Path, rounds: int) -> str:
    times = []
    for _ in range(rounds):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        words = [*_RA, "search", "grid layout", "-o", "list"]
        subprocess.run(words, cwd=folder, stdout=subprocess.DEVNULL, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return " ".join(f"{each:.3f}" for each in sorted(times))
