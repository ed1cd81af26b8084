"""Measures a search, in a process that has the index open and in one that starts.

Warm: every stage of `Library.search`, each query asked once, after others. Beside each of them
bare Tantivy looks up its words in the same postings: one field, any word, the best fifty.
Cold: the command `ra search` from start to end, with the look whether any file changed.
"""

from __future__ import annotations

import compileall
import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter
from typing import NamedTuple

import tantivy

import ra
from bench.corpora import PROJECT, resized, shown_files
from bench.floor import RA, floor
from bench.measure import Cost, interleaved_costs, whole_process
from bench.project import generation, project
from bench.questions import questions
from ra.engine.embedded.tantivy_query import schema
from ra.text import words

SMALL, LARGE = 1_000, 50_000
WARM_UP = 100
KINDS = {
    "one": ("one word", 5.0, 10.0),
    "three": ("three words", 5.0, 10.0),
    "phrase": ("a phrase", None, None),
    "sentence": ("a sentence", None, None),
    "typo": ("a mistyped word", None, None),
    "fifty": ("50 boosted words, fuzzy off", 15.0, None),
}
WORD = "search"


class Times(NamedTuple):
    """Milliseconds of one kind of query, and those of bare Tantivy for the same words."""

    ours: list[float]
    bare: list[float]

    def p50(self) -> float:
        """The median."""
        return median(self.ours)

    def p95(self) -> float:
        """What nineteen of twenty stay under."""
        return quantiles(self.ours, n=20)[-1]

    def ratio(self) -> float:
        """How many times the median of bare Tantivy."""
        return median(self.ours) / median(self.bare)


class Cold(NamedTuple):
    """What whole processes cost."""

    search: Cost
    floor: Cost
    grep: Cost
    python: Cost


def main(*, quick: bool = False) -> None:
    """Measure trees of growing size and print one table; its goals are for all of MDN."""
    compileall.compile_dir(PROJECT / "src", quiet=1)
    whole = len(shown_files("mdn"))
    counts = [SMALL, whole] if quick else [SMALL, whole, LARGE]
    asked, rounds = (60, 5) if quick else (200, 11)
    for count in counts:
        with project(resized("mdn", count)) as folder:
            root = resized("mdn", count)
            chunks = _build(folder)
            print(f"\n{count:,} files, {chunks:,} chunks", flush=True)
            _print_warm(_warm(folder, questions(root, asked + WARM_UP)))
            _print_cold(_cold(folder, root, rounds), judged=count == whole)
    with project(PROJECT / "docs") as folder:
        _build(folder)
        cold = _cold(folder, PROJECT / "docs", 3 * rounds)
    print("\nthe documents of this repository")
    print(f"{'ra search, CPU ms':32}{cold.search.cpu * 1e3:9.0f}{_verdict(cold.search.cpu, 0.075)}")
    print(f"{'  python -c pass, CPU ms':32}{cold.python.cpu * 1e3:9.0f}")
    print(f"{'  ÷ python':32}{cold.search.cpu / cold.python.cpu:9.1f}")
    print(f"{'  wall ms':32}{cold.search.wall * 1e3:9.0f}")


def _build(folder: Path) -> int:
    with ra.open(folder) as kb:
        kb.index.update()
        return sum(tree.chunks for tree in kb.trees.list())


def _warm(folder: Path, asked: dict[str, list[str]]) -> dict[str, Times]:
    with ra.open(folder, update="missing") as kb:
        exact = kb.settings.search._replace(fuzzy_distance=0)
        postings = next((generation(folder) / "postings").iterdir())
        searcher = tantivy.Index.open(str(postings)).searcher()
        found = {}
        for kind, queries in asked.items():
            params = exact if kind == "fifty" else None
            for query in queries[:WARM_UP]:
                kb.search(query, params=params)
            times = Times([], [])
            for query in queries[WARM_UP:]:
                bare = _bare(searcher, query)
                times.bare.append(_milliseconds(bare))
                times.ours.append(_milliseconds(lambda: kb.search(query, params=params)))  # noqa: B023
            found[kind] = times
    return found


def _bare(searcher: tantivy.Searcher, query: str) -> Callable[[], object]:
    plain = query.replace('"', " ").replace(" OR ", " ")
    terms = [word for part in plain.split() for word in words(part.partition("^")[0], "english")]
    clauses = [
        (tantivy.Occur.Should, tantivy.Query.term_query(schema(), "text", term)) for term in terms
    ]
    return lambda: searcher.search(tantivy.Query.boolean_query(clauses), 50, count=False)


def _milliseconds(run: Callable[[], object]) -> float:
    start = perf_counter()
    run()
    return (perf_counter() - start) * 1e3


def _cold(folder: Path, root: Path, rounds: int) -> Cold:
    search = (RA, "search", WORD)
    costs = interleaved_costs(
        {
            "floor": floor(search, folder, root),
            "search": lambda: whole_process(search, folder, says=":"),
            "grep": lambda: whole_process(_grep(root), folder),
            "python": lambda: whole_process((sys.executable, "-c", "pass"), folder),
        },
        rounds,
    )
    return Cold(costs["search"], costs["floor"], costs["grep"], costs["python"])


def _grep(root: Path) -> Sequence[str]:
    rg = shutil.which("rg")
    return (rg, "-il", WORD, str(root)) if rg else ("grep", "-ril", WORD, str(root))


def _print_warm(found: dict[str, Times]) -> None:
    print(f"{'warm, ms':32}{'p50':>9}{'p95':>9}{'÷ bare':>9}")
    for kind, (label, most, rarely) in KINDS.items():
        times = found[kind]
        figures = f"{times.p50():9.1f}{times.p95():9.1f}{times.ratio():9.1f}"
        goals = "".join(
            _verdict(value, goal)
            for value, goal in ((times.p50(), most), (times.p95(), rarely))
            if goal is not None
        )
        print(f"{label:32}{figures}{goals}")


def _print_cold(cold: Cold, *, judged: bool) -> None:
    ratio = cold.search.cpu / cold.floor.cpu
    goal = _verdict(ratio, 1.5) if judged else ""
    tool = "rg -il" if shutil.which("rg") else "grep -ril"
    print(f"{'cold ra search, CPU s':32}{cold.search.cpu:9.3f}")
    print(f"{'  its floor, CPU s':32}{cold.floor.cpu:9.3f}")
    print(f"{'  ÷ floor':32}{ratio:9.2f}{goal}")
    print(f"{'  wall s':32}{cold.search.wall:9.3f}")
    print(f"{f'  {tool}, CPU s':32}{cold.grep.cpu:9.3f}")
    print(f"{'  wall s':32}{cold.grep.wall:9.3f}", flush=True)


def _verdict(value: float, goal: float) -> str:
    return f"   at most {goal:g}: {'reached' if value <= goal else 'MISSED'}"
