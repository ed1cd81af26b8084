"""`python -m bench verdict`: measures whether the verdict detects missing answers.

Questions of some sets are asked of the documents of each: of their own, which have the answer, and
of the others, which have not. Prints a table in Markdown: of a hundred questions, how many verdicts
are strong, weak and none; then a second one, of sets that had no part in the choice of the rule,
each against its own documents alone: most are in languages of their own.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from bench.ranking import SETS, defaults
from ra.evaluate.run import plain, tree_of, with_index_in
from ra.evaluate.sets import EvalSet, Question, opened
from ra.library import Library
from ra.library.sound_index import Index
from ra.search.pipeline import SearchJob, search

CHOSEN = ("squad2-dev-a", "vespa-docs-a", "cacm", "xquad-de", "scifact-train")
UNSEEN = (
    "chroma-chunking-a",
    "faquad-pt",
    "jaquad-ja-dev",
    "squad-sv-dev",
    "xquad-ru",
    "xquad-th",
)
QUICK = ("cacm", "xquad-de")
QUESTIONS = 200  # of each set, from all over it
_ORDER = ("strong", "weak", "none")

Counts = Mapping[str, int]


def main(*, quick: bool = False) -> None:
    """Each chosen set's questions against each set's documents; then the unseen sets."""
    names = QUICK if quick else CHOSEN
    archives = {path.name.partition(".")[0]: path for path in SETS.glob("*.tar.xz")}
    missing = [name for name in (*names, *UNSEEN) if name not in archives]
    if missing:
        sys.exit(f"bench: no set {missing[0]} in {SETS}; put the archives of the sets there")
    with ExitStack() as stack:
        _crossed([stack.enter_context(opened(archives[name])) for name in names])
    if not quick:
        unseen([archives[name] for name in UNSEEN])


def _crossed(sets: Sequence[EvalSet]) -> None:
    own: Counter[str] = Counter()
    foreign: Counter[str] = Counter()
    print(f"| documents | {' | '.join(f'asked {one.name}' for one in sets)} |")
    print(f"|---|{'---:|' * len(sets)}", flush=True)
    for documents in sets:
        verdicts = _verdicts(documents, sets)
        for name, counts in verdicts.items():
            (own if name == documents.name else foreign).update(counts)
        print(_row(documents.name, verdicts), flush=True)
    print(f"\nown documents: {_said(own)}; those of other sets: {_said(foreign)}", flush=True)


def unseen(archives: Sequence[Path]) -> None:
    """Sets by which nothing was chosen, against their own documents."""
    print("\n| set | its own documents |\n|---|---:|", flush=True)
    for archive in archives:
        with opened(archive) as documents:
            print(_row(documents.name, _verdicts(documents, [documents])), flush=True)


def _verdicts(documents: EvalSet, sets: Sequence[EvalSet]) -> dict[str, Counter[str]]:
    """How often each verdict is given on the questions of each set."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        settings = defaults(folder)
        tree = tree_of(documents, settings)
        ours = with_index_in(folder, settings._replace(trees=(tree,)))
        with Library(ours) as kb:
            kb.index.update()
        index = Index(ours, lambda _: None)
        try:
            job = SearchJob(index.engine, (tree,), settings.search, date.min, True, 0, perf_counter)
            return {
                each.name: Counter(
                    search(plain(question.text), job).verdict.strength
                    for question in evenly(each.questions)
                )
                for each in sets
            }
        finally:
            index.close()


def evenly(questions: Sequence[Question]) -> list[Question]:
    """Some of the questions, from all over them."""
    count = min(QUESTIONS, len(questions))
    return [questions[number * len(questions) // count] for number in range(count)]


def _row(documents: str, verdicts: Mapping[str, Counts]) -> str:
    cells = [
        f"**{_shares(counts)}**" if name == documents else _shares(counts)
        for name, counts in verdicts.items()
    ]
    return f"| {documents} | {' | '.join(cells)} |"


def _shares(counts: Counts) -> str:
    """`95 / 5 / 0`: per cent of each verdict."""
    total = sum(counts.values())
    return " / ".join(f"{100 * counts[name] / total:.0f}" for name in _ORDER)


def _said(counts: Counts) -> str:
    return ", ".join(f"{100 * counts[name] / sum(counts.values()):.1f} % {name}" for name in _ORDER)
