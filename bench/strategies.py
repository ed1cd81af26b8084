"""Measures each chunking strategy: time and index size, as ratios to one chunk per document.

Each build is `Library.update` over MDN into an empty folder, in a process of its own, the
strategies taking turns (SPEC 4; S3 8.9.3). Of several builds the least counts: other work on the
machine only adds to it.
"""

from __future__ import annotations

import compileall
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from bench.corpora import PROJECT, resized, shown_files
from bench.measure import Cost, child
from bench.project import index_bytes, project, settings_file
from ra.chunking import STRATEGIES

LEAST = "none"
GOALS = {"outline": 1.3}
OTHER_GOAL = 2.0
EVERY = 10  # of so many files, a quick run takes one


class Row(NamedTuple):
    """What one strategy took, and the size of its index in bytes."""

    cost: Cost
    size: int


def main(*, quick: bool = False) -> None:
    """Measure and print one table; its goals are for all of MDN."""
    compileall.compile_dir(PROJECT / "src", quiet=1)
    whole = len(shown_files("mdn"))
    count, rounds = (whole // EVERY, 5) if quick else (whole, 3)
    found = _measured(resized("mdn", count), rounds)
    print(f"{count:,} files of MDN, the least of {rounds} builds each, interleaved")
    _print(found)


def _measured(root: Path, rounds: int) -> dict[str, Row]:
    names = sorted(STRATEGIES, key=lambda name: name != LEAST)
    with ExitStack() as stack:
        folders = {name: stack.enter_context(project(root)) for name in names}
        for name, folder in folders.items():
            with settings_file(folder).open("a", encoding="utf-8") as settings:
                settings.write(f'chunking.strategy = "{name}"\n')
        costs = [
            {name: _build(name, folder) for name, folder in folders.items()} for _ in range(rounds)
        ]
        return {
            name: Row(min(turn[name] for turn in costs), index_bytes(folder))
            for name, folder in folders.items()
        }


def _build(name: str, folder: Path) -> Cost:
    cost = Cost(**child("bench.index_build", folder, project=folder))
    print(f"{name}: {cost.cpu:.2f} CPU s", file=sys.stderr, flush=True)
    return cost


def _print(found: dict[str, Row]) -> None:
    least = found[LEAST]
    heads = ("CPU s", f"÷ {LEAST}", "peak MB", "index MB", f"÷ {LEAST}")
    print(f"{'strategy':14}" + "".join(f"{head:>10}" for head in heads))
    for name, (cost, size) in found.items():
        ratio = cost.cpu / least.cost.cpu
        cells = (
            f"{cost.cpu:.2f}",
            f"{ratio:.2f}",
            f"{cost.megabytes:.0f}",
            f"{size / 1e6:.1f}",
            f"{size / least.size:.2f}",
        )
        line = f"{name:14}" + "".join(f"{cell:>10}" for cell in cells)
        print(line + ("" if name == LEAST else _verdict(ratio, GOALS.get(name, OTHER_GOAL))))


def _verdict(ratio: float, goal: float) -> str:
    return f"   at most {goal:g}: {'reached' if ratio <= goal else 'MISSED'}"
