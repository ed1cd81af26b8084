"""`python -m bench verdict`: measures whether the verdict detects missing answers.

Questions of every set are asked of the documents of each: of their own, which have the answer, and
of the others, which have not. Prints two tables in Markdown: for the documents of each set how many
of its own questions are refused (called weak or none), and how many foreign ones are recognized, in
its language and in others; then the curve: what both are if a strong match needs more or less.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from bench.ranking import SETS, defaults
from ra.evaluate.measures import mean
from ra.evaluate.run import plain, tree_of, with_index_in
from ra.evaluate.sets import EvalSet, Question, opened
from ra.library import Library
from ra.library.sound_index import Index
from ra.search.pipeline import SearchJob, search
from ra.typed import NamedTuple

QUICK = ("cacm", "xquad-de")
OWN = 200  # questions of each set for its own documents, from all over it
FOREIGN = 12  # questions of each set for the documents of each other one
STEPS = (-0.15, -0.1, -0.05, 0.0, 0.05, 0.1, 0.15)
_NEVER = -1.0  # where nothing was found


class Margins(NamedTuple):
    """By how much verdicts exceed what they need, for the questions of one set."""

    asked: str
    lang: str
    margins: tuple[float, ...]

    def refused(self, step: float = 0.0) -> float:
        """The share of verdicts that are not strong if they need `step` more."""
        return mean([margin < step for margin in self.margins])


def main(*, quick: bool = False) -> None:
    """Each set's questions against each set's documents, or two sets."""
    tables(_asked, QUICK if quick else ())


def tables(
    ask: Callable[[EvalSet, Sequence[EvalSet]], list[Margins]], chosen: Sequence[str]
) -> dict[str, list[Margins]]:
    """Print both tables of the chosen sets, or of all, and return the margins by documents."""
    archives = {path.name.partition(".")[0]: path for path in sorted(SETS.glob("*.tar.xz"))}
    names = [name for name in archives if not chosen or name in chosen]
    if not names:
        sys.exit(f"bench: no sets in {SETS}; put the archives of the sets there")
    print("| documents | own refused | foreign recognized, same language | other languages |")
    print("|---|---:|---:|---:|", flush=True)
    found: dict[str, list[Margins]] = {}
    with ExitStack() as stack:
        sets = [stack.enter_context(opened(archives[name])) for name in names]
        for documents in sets:
            found[documents.name] = ask(documents, sets)
            print(_row(documents, found[documents.name]), flush=True)
    _curve(found)
    return found


def _row(documents: EvalSet, asked: Sequence[Margins]) -> str:
    """What happens to the questions that are asked of these documents, as a line of the table."""
    own = [each.refused() for each in asked if each.asked == documents.name]
    foreign = [each for each in asked if each.asked != documents.name]
    same = [each.refused() for each in foreign if each.lang == documents.lang]
    other = [each.refused() for each in foreign if each.lang != documents.lang]
    return f"| {documents.name} | {_percent(own)} | {_percent(same)} | {_percent(other)} |"


def _curve(found: Mapping[str, Sequence[Margins]]) -> None:
    """Print the means over sets and pairs of sets, for stricter and for more lenient rules."""
    print("\n| needed share | own refused | most of a set | foreign recognized | same language |")
    print("|---|---:|---:|---:|---:|")
    own = [each for name, asked in found.items() for each in asked if each.asked == name]
    langs = {each.asked: each.lang for each in own}
    pairs = [(name, each) for name, asked in found.items() for each in asked if each.asked != name]
    for step in STEPS:
        refused = [each.refused(step) for each in own]
        foreign = [each.refused(step) for _, each in pairs]
        same = [each.refused(step) for name, each in pairs if each.lang == langs[name]]
        cells = (_percent(refused), _percent([max(refused)]), _percent(foreign), _percent(same))
        print(f"| {step:+.2f} | {' | '.join(cells)} |", flush=True)


def _asked(documents: EvalSet, sets: Sequence[EvalSet]) -> list[Margins]:
    """The margins of the questions of each set on these documents."""
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
            return [
                Margins(
                    each.name,
                    each.lang,
                    tuple(
                        _margin(question, job)
                        for question in evenly(
                            each.questions, OWN if each.name == documents.name else FOREIGN
                        )
                    ),
                )
                for each in sets
            ]
        finally:
            index.close()


def _margin(question: Question, job: SearchJob) -> float:
    verdict = search(plain(question.text), job).verdict
    return _NEVER if verdict.strength == "none" else verdict.share - verdict.needed


def evenly(questions: Sequence[Question], most: int = OWN) -> list[Question]:
    """Some of the questions, from all over them."""
    count = min(most, len(questions))
    return [questions[number * len(questions) // count] for number in range(count)]


def _percent(shares: Iterable[float]) -> str:
    some = list(shares)
    return f"{100 * mean(some):.1f} %" if some else ""
