"""Measures building and updating an index, as ratios to the lower bound."""

from __future__ import annotations

import compileall
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from bench.corpora import PROJECT, resized, shown_files
from bench.floor import RA, floor
from bench.measure import Cost, child, interleaved_costs, whole_process
from bench.project import change, evenly, index_bytes, kept, project

SMALL, LARGE = 1_000, 50_000
COMMAND = (RA, "update")


class Effort(NamedTuple):
    """How often things are measured."""

    builds: int
    updates: int
    one_file_updates: int


THOROUGH, QUICK, GROWTH = Effort(3, 9, 300), Effort(1, 5, 30), Effort(1, 5, 30)


class Figures(NamedTuple):
    """What was measured for one tree."""

    files: int
    source: float
    costs: dict[str, Cost]
    index_size: float
    segments: int

    def ratio(self, candidate: str, least: str) -> Cost:
        """How many times the CPU and wall time of `least` the candidate takes."""
        pairs = zip(self.costs[candidate][:2], self.costs[least][:2], strict=True)
        return Cost(*(one / other for one, other in pairs))


class Line(NamedTuple):
    """A figure of the table and its goal, if there is one."""

    label: str
    shown: Callable[[Figures], float]
    form: str = "{:,.2f}"
    goal: float | None = None


TABLE = (
    Line("files", lambda f: f.files, "{:,.0f}"),
    Line("source, MB", lambda f: f.source, "{:,.1f}"),
    Line("bare Tantivy, CPU s", lambda f: f.costs["bare"].cpu),
    Line("bare Tantivy, wall s", lambda f: f.costs["bare"].wall),
    Line("full indexing, CPU s", lambda f: f.costs["build"].cpu),
    Line("full indexing, wall s", lambda f: f.costs["build"].wall),
    Line("  ÷ bare Tantivy, CPU", lambda f: f.ratio("build", "bare").cpu, goal=2.2),
    Line("  ÷ bare Tantivy, wall", lambda f: f.ratio("build", "bare").wall, goal=1.5),
    Line("  peak memory, MB", lambda f: f.costs["build"].megabytes, "{:,.0f}", goal=200),
    Line("  index ÷ source", lambda f: f.index_size / f.source, goal=1.3),
    Line("floor of an update, CPU s", lambda f: f.costs["floor"].cpu, "{:.3f}"),
    Line("nothing changed, CPU s", lambda f: f.costs["nothing"].cpu, "{:.3f}"),
    Line("  ÷ floor", lambda f: f.ratio("nothing", "floor").cpu, goal=1.5),
    Line("one file changed, CPU s", lambda f: f.costs["one"].cpu, "{:.3f}"),
    Line("  ÷ floor", lambda f: f.ratio("one", "floor").cpu, goal=2.0),
    Line("most segments, one-file updates", lambda f: f.segments, "{:,.0f}", goal=10),
)


def main(*, quick: bool = False) -> None:
    """Measure trees of growing size and print one table; its goals are for all of MDN."""
    effort = QUICK if quick else THOROUGH
    compileall.compile_dir(PROJECT / "src", quiet=1)
    whole = len(shown_files("mdn"))
    efforts = {SMALL: effort, whole: effort} | ({} if quick else {LARGE: GROWTH})
    found = {}
    for count, each in efforts.items():
        found[count] = _measured(resized("mdn", count), count, each)
        print(f"measured {count:,} files", file=sys.stderr, flush=True)
    for count, each in efforts.items():
        print(f"{count:,} files: {_described(each)}")
    _print(list(found.values()), found[whole])


def _described(effort: Effort) -> str:
    return (
        f"medians of {effort.builds} builds and {effort.updates} updates, interleaved; "
        f"then {effort.one_file_updates} updates of one file each"
    )


def _measured(root: Path, count: int, effort: Effort) -> Figures:
    source = sum(path.stat().st_size for path in evenly(root, count)) / 1e6
    with project(root) as folder:
        costs = _builds(folder, effort.builds)
        index = index_bytes(folder) / 1e6
        costs |= _updates(folder, root, effort.updates)
        last = child("bench.index_updates", folder, root, effort.one_file_updates, project=folder)
    return Figures(count, source, costs, index, int(last["segments"]))


def _builds(folder: Path, rounds: int) -> dict[str, Cost]:
    def run(module: str) -> Callable[[], Cost]:
        return lambda: Cost(**child(module, folder, project=folder))

    return interleaved_costs(
        {"bare": run("bench.index_bare"), "build": run("bench.index_build")}, rounds
    )


def _updates(folder: Path, root: Path, rounds: int) -> dict[str, Cost]:
    (path,) = evenly(root, 1)
    number = iter(range(rounds))

    def one() -> Cost:
        change(path, next(number))
        return whole_process(COMMAND, folder, says="1 modified")

    with kept(path):
        return interleaved_costs(
            {
                "floor": floor(COMMAND, folder, root),
                "nothing": lambda: whole_process(COMMAND, folder, says="up to date"),
                "one": one,
            },
            rounds,
        )


def _print(found: list[Figures], judged: Figures) -> None:
    for label, shown, form, goal in TABLE:
        cells = "".join(f"{form.format(shown(figures)):>12}" for figures in found)
        verdict = "" if goal is None else _verdict(shown(judged), goal)
        print(f"{label:32}{cells}{verdict}")


def _verdict(value: float, goal: float) -> str:
    return f"   at most {goal:g}: {'reached' if value <= goal else 'MISSED'}"
