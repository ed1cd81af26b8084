"""Measures `ra watch`: its memory over many changes, a storm, and a search beside it on MDN."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import ra
from bench import corpora
from bench.measure import whole_process
from bench.project import project
from ra.library.access import settings_in
from ra.library.watched import is_current

CHANGES, QUICK_CHANGES, LINES = 100_000, 4_000, 20
BETWEEN = 50  # changes between two moments at which the index must have all of them
STORM = 2_000
SEARCHES = 9
_RA = (sys.executable, "-m", "ra")
_SEARCH = (*_RA, "search", "grid layout", "-o", "list")


def main(*, quick: bool) -> None:
    """Print the memory by the number of changes, the end of a storm, and the cost of searches."""
    with _user() as home:
        _memory(home / "notes", QUICK_CHANGES if quick else CHANGES)
    with _user() as home:
        _storm(home / "notes")
    _searches(corpora.folder("mdn"), 3 if quick else SEARCHES)


@contextmanager
def _user() -> Iterator[Path]:
    """Use the folders of a new user, here and in commands; yields the home folder."""
    before = dict(os.environ)
    with tempfile.TemporaryDirectory() as name:
        home = Path(name)
        own = {"HOME": home, "XDG_CACHE_HOME": home / "c", "XDG_STATE_HOME": home / "s"}
        os.environ.update({key: str(path) for key, path in own.items()})
        try:
            yield home
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
    """Wait until the index has every change; return the seconds that took."""
    start, settings = time.monotonic(), settings_in(folder)
    while not is_current(settings):
        time.sleep(0.02)
    return time.monotonic() - start


def _memory(folder: Path, changes: int) -> None:
    """Creates, edits, renames and deletes in a folder of 400 notes."""
    _fill(folder)
    print("changes  updates  memory of the watcher (MB)")
    with _watcher(folder) as process:
        for number in range(changes + 1):
            _change(folder, number)
            if number % BETWEEN == 0:
                _wait(folder)
            if number % (changes // LINES) == 0:
                row = f"{number:7}  {number // BETWEEN:7}  {_resident(process):26.1f}"
                print(row, flush=True)


def _storm(folder: Path) -> None:
    """Changes as fast as they can be made; then the index must equal one built afresh."""
    _fill(folder)
    with _watcher(folder):
        start = time.monotonic()
        for number in range(STORM):
            _change(folder, number)
        made = time.monotonic() - start
        waited = _wait(folder)
        with ra.open(folder, update="never") as kb:
            watched = list(kb.index.chunks())
    os.environ["XDG_CACHE_HOME"] += "-fresh"
    with ra.open(folder) as kb:
        is_equal = list(kb.index.chunks()) == watched
    print(f"a storm of {STORM} changes in {made:.1f} s: the index had them {waited:.1f} s later,")
    how = "equal to" if is_equal else "NOT EQUAL TO"
    print(f"{len(watched)} chunks, {how} those of a new index", flush=True)


def _fill(folder: Path) -> None:
    for number in range(400):
        _write(folder / f"d{number % 20}" / f"n{number}.md", number)


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


def _searches(root: Path, rounds: int) -> None:
    """The cost of a search without and beside a watcher; in turn they would disturb each other."""
    with project(root) as folder:
        subprocess.run([*_RA, "update"], cwd=folder, stdout=subprocess.DEVNULL, check=True)
        print(f"a search in {root.name}: CPU seconds, sorted; instructions")
        print("without a watcher ", _cpu(folder, rounds), "", _instructions(folder), flush=True)
        with _watcher(folder):
            print("beside a watcher  ", _cpu(folder, rounds), "", _instructions(folder))


def _cpu(folder: Path, rounds: int) -> str:
    costs = [whole_process(_SEARCH, folder, "grid", project=folder) for _ in range(rounds)]
    return " ".join(f"{each:.3f}" for each in sorted(cost.cpu for cost in costs))


def _instructions(folder: Path) -> str:
    """Counted by valgrind, which other load does not change."""
    if shutil.which("valgrind") is None:
        return "(no valgrind)"
    tool = ("valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null")
    env = {**os.environ, "PYTHONHASHSEED": "0"}
    done = subprocess.run(
        [*tool, *_SEARCH], cwd=folder, env=env, capture_output=True, encoding="utf-8", check=True
    )
    count = int(done.stderr.partition("Collected :")[2].split()[0])
    return f"{count / 1e6:.0f} M"
