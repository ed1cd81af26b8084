"""Compares the cost of two checkouts, or of this version with another, task by task, in turn.

Both run in their own environments (`.venv`) on copies of the same documents, with a home folder
each. CPU time is the median of several rounds; its ratio holds only as well as the machine is
idle, which the ratio of an empty Python process shows. Instruction counts need valgrind and hold
on a busy machine, too. `--settings 'search.match = "all"'` gives both versions these settings, so
that they do the same work where their defaults differ. Nothing here fails by the clock.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from bench.corpora import PROJECT, resized, shown_files
from bench.measure import environment, whole_process
from bench.project import change, evenly
from bench.questions import questions

SMALL = 450
WARM_UP, ASKED = 100, 200
FEWER_WARM_UP, FEWER_ASKED = 20, 40  # where instructions are counted: fifty times as slow
WORD = "search"
KINDS = ("one", "three", "sentence", "fifty")
_COLLECTED = re.compile(r"Collected : (\d+)")
_COUNT = ("valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null")


class Arm(NamedTuple):
    """One version: its environment, its copy of the documents and its home."""

    checkout: Path
    folder: Path

    @property
    def python(self) -> str:
        """Its interpreter."""
        return str(self.checkout / ".venv" / "bin" / "python")

    @property
    def documents(self) -> Path:
        """Its copy of the documents."""
        return self.folder / "documents"

    def run(self, words: Sequence[str], *, counted: bool) -> float:
        """CPU seconds of a whole process, or its instructions."""
        command = (self.python, *words)
        if counted:
            return _instructions(command, self)
        return whole_process(command, self.documents, project=self.folder).cpu


class Task(NamedTuple):
    """What both versions do: a preparation, and what is measured."""

    label: str
    measured: Callable[[Arm, bool], float]
    prepare: Callable[[Arm], None] = lambda _: None
    rounds: int = 9


class Ratio(NamedTuple):
    """The cost of a task in the other version and in this one."""

    label: str
    before: float
    after: float

    def line(self, unit: float) -> str:
        """A row of the table."""
        ratio = self.after / self.before
        return f"{self.label:34}{self.before * unit:12,.1f}{self.after * unit:12,.1f}{ratio:9.3f}"


def main(words: Sequence[str], *, quick: bool = False) -> None:
    """`compare OLD [NEW] [--instructions] [--settings TOML]`: print one table for each tree."""
    words, settings = _settings(words)
    counted = "--instructions" in words
    paths = [Path(word).resolve() for word in words if not word.startswith("--")]
    if len(paths) not in (1, 2) or not all((path / ".venv/bin/python").exists() for path in paths):
        sys.exit("bench: compare needs the paths of one or two checkouts that have a .venv")
    old, new = (*paths, PROJECT)[:2]
    if counted and shutil.which("valgrind") is None:
        sys.exit("bench: --instructions needs valgrind")
    for count in [SMALL] if quick else [SMALL, len(shown_files("mdn"))]:
        with _arms(old, new, resized("mdn", count), settings) as arms:
            unit = "million instructions" if counted else "CPU ms"
            print(f"\n{count:,} files, {unit:24}{'before':>14}{'after':>12}{'ratio':>9}")
            for task in _tasks(resized("mdn", count), arms, counted=counted, small=count == SMALL):
                print(_ratio(task, arms, counted).line(1e-6 if counted else 1e3), flush=True)


def _settings(words: Sequence[str]) -> tuple[Sequence[str], str]:
    """The other words, and the settings that both versions get."""
    if "--settings" not in words:
        return words, ""
    at = words.index("--settings")
    return (*words[:at], *words[at + 2 :]), words[at + 1]


@contextmanager
def _arms(old: Path, new: Path, root: Path, settings: str) -> Iterator[tuple[Arm, Arm]]:
    with TemporaryDirectory(prefix="ra-compare-") as name:
        arms = Arm(old, Path(name) / "before"), Arm(new, Path(name) / "after")
        for arm in arms:
            arm.folder.mkdir()
            shutil.copytree(root, arm.documents)
            (arm.documents / ".ra.toml").write_text(settings, encoding="utf-8")
            compiled = (arm.python, "-m", "compileall", "-q", str(arm.checkout / "src"))
            subprocess.run(compiled, check=True)
        yield arms


def _tasks(root: Path, arms: Sequence[Arm], *, counted: bool, small: bool) -> Iterator[Task]:
    """What is compared; a build of many files is too long to be counted."""
    yield Task("empty Python process", _command("-c", "pass"))
    build = _command("-m", "ra", "update")
    if small or not counted:
        yield Task("full build", build, _without_index, 5 if small else 3)
    for arm in arms:  # what was written a moment ago is looked at twice
        build(arm, False)
    yield Task("update, nothing changed", build)
    yield Task("update, one file changed", build, _change)
    for arm in arms:  # what was changed a moment ago would be read again
        build(arm, False)
    yield Task("cold ra search", _command("-m", "ra", "search", WORD))
    yield Task("cold ra search --no-update", _command("-m", "ra", "search", WORD, "--no-update"))
    first, count = (FEWER_WARM_UP, FEWER_ASKED) if counted else (WARM_UP, ASKED)
    asked = questions(root, first + count)
    for kind in KINDS:
        file = arms[0].folder.parent / f"{kind}.json"
        file.write_text(json.dumps(asked[kind]), encoding="utf-8")
        yield Task(
            f"warm search, {kind}", _warm(file, min(count, len(asked[kind]) - first)), rounds=5
        )


def _command(*words: str) -> Callable[[Arm, bool], float]:
    return lambda arm, counted: arm.run(words, counted=counted)


def _warm(file: Path, count: int) -> Callable[[Arm, bool], float]:
    """The cost of one query, in a process that has answered others before."""
    script = str(PROJECT / "bench" / "compare_warm.py")

    def measured(arm: Arm, counted: bool) -> float:
        words = (script, str(arm.documents), str(file))
        if counted:
            start = arm.run(
                (script, str(arm.documents), str(_first(file, count)), "0"), counted=True
            )
            return (arm.run((*words, str(count)), counted=True) - start) / count
        command = (arm.python, *words, str(count))
        done = subprocess.run(
            command, cwd=arm.documents, env=environment(arm.folder), check=True, capture_output=True
        )
        return float(done.stdout) / count

    return measured


def _first(file: Path, count: int) -> Path:
    """The queries that warm the process up, alone."""
    first = file.with_suffix(".first.json")
    asked = json.loads(file.read_text(encoding="utf-8"))
    first.write_text(json.dumps(asked[:-count]), encoding="utf-8")
    return first


def _without_index(arm: Arm) -> None:
    shutil.rmtree(arm.documents / ".ra", ignore_errors=True)  # where older versions have it
    for folder in ("cache", "state"):
        shutil.rmtree(arm.folder / folder, ignore_errors=True)


def _change(arm: Arm) -> None:
    (file,) = evenly(arm.documents, 1)
    change(file, 1)


def _ratio(task: Task, arms: Sequence[Arm], counted: bool) -> Ratio:
    costs: list[list[float]] = [[] for _ in arms]
    for _ in range(1 if counted else task.rounds):
        for arm, found in zip(arms, costs, strict=True):
            task.prepare(arm)
            found.append(task.measured(arm, counted))
    before, after = map(median, costs)
    return Ratio(task.label, before, after)


def _instructions(command: Sequence[str], arm: Arm) -> float:
    """How many instructions a process runs, the same ones each time."""
    env = environment(arm.folder) | {"PYTHONHASHSEED": "0"}
    done = subprocess.run(
        (*_COUNT, *command), cwd=arm.documents, env=env, capture_output=True, text=True, check=False
    )
    found = _COLLECTED.search(done.stderr)
    if done.returncode or found is None:
        raise RuntimeError(f"{' '.join(command)}: exit code {done.returncode}: {done.stderr}")
    return float(found[1])
