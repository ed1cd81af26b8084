"""`python -m bench trees`: measures whether a second tree disturbs the ranking of the first.

`python -m bench.trees FIRST SECOND` asks all questions of one set instead of sixty.

The documents of the sets are trees of one index. Questions of each English set are asked of its own
tree alone and together with each other one, those of other languages with a neighbor; without
chroma-chunking-a, which has three chunks. Scores are divided by what the query could reach in each
tree, and by the best score of each (SPEC 8.6). Prints a table in Markdown of the nDCG@10.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import ExitStack
from datetime import date
from itertools import chain, permutations
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from bench.ranking import SETS, defaults
from bench.verdict import evenly
from ra.config.choices import Normalize
from ra.config.schema import Search, Tree
from ra.evaluate import measures, targets
from ra.evaluate.run import plain, tree_of, with_index_in
from ra.evaluate.sets import EvalSet, Question, opened
from ra.evaluate.targets import TargetKey
from ra.library import Library
from ra.library.sound_index import Index
from ra.search.pipeline import SearchJob, search

ENGLISH = (
    "cacm",
    "cranfield",
    "mdn-lookups",
    "scifact-train",
    "squad2-dev-a",
    "vespa-docs-a",
)
NEIGHBORS = (
    ("faquad-pt", "xquad-es"),
    ("xquad-es", "faquad-pt"),
    ("xquad-de", "squad-sv-dev"),
    ("squad-sv-dev", "xquad-de"),
    ("xquad-ro", "xquad-es"),
    ("xquad-ru", "xquad-hi"),
    ("jaquad-ja-dev", "squad2-dev-a"),
)
PAIRS = (*permutations(ENGLISH, 2), *NEIGHBORS)
QUICK = (("cacm", "faquad-pt"), ("faquad-pt", "cacm"))
QUESTIONS = 60  # of the first set, from all over it
_HITS = 200  # of each tree


def main(*, quick: bool = False) -> None:
    """Every pair of sets, or two."""
    measure(QUICK if quick else PAIRS, QUESTIONS)


def measure(pairs: Sequence[tuple[str, str]], most: int = sys.maxsize) -> None:
    """Print a row for each pair; `most` questions of the first set are asked."""
    archives = {path.name.partition(".")[0]: path for path in SETS.glob("*.tar.xz")}
    names = sorted(set(chain.from_iterable(pairs)))
    if missing := [name for name in names if name not in archives]:
        sys.exit(f"bench: no set {missing[0]} in {SETS}; put the archives of the sets there")
    with ExitStack() as stack:
        sets = {name: stack.enter_context(opened(archives[name])) for name in names}
        folder = Path(stack.enter_context(TemporaryDirectory()))
        settings = defaults(folder)
        trees = {name: tree_of(one, settings)._replace(name=name) for name, one in sets.items()}
        ours = with_index_in(folder, settings._replace(trees=tuple(trees.values())))
        with Library(ours) as kb:
            kb.index.update()
        index = Index(ours, lambda _: None)
        stack.callback(index.close)
        params = _uncut(settings.search)
        job = SearchJob(index.engine, (), params, date.min, False, 0, perf_counter)
        print("| questions | other tree | asked | alone | both | difference | both, by the best |")
        print("|---|---|---:|---:|---:|---:|---:|", flush=True)
        for first, second in pairs:
            questions = evenly(sets[first].questions, most)
            print(_row(sets[first], questions, (trees[first], trees[second]), job), flush=True)


def _row(
    asked: EvalSet, questions: Sequence[Question], trees: tuple[Tree, Tree], job: SearchJob
) -> str:
    def ndcg(searched: Sequence[Tree], normalize: Normalize) -> float:
        one = job._replace(trees=searched, params=job.params._replace(normalize=normalize))
        return measures.mean([_ndcg(each, asked, one) for each in questions])

    alone, both, best = ndcg(trees[:1], "ideal"), ndcg(trees, "ideal"), ndcg(trees, "best")
    shown = f"{alone:.4f} | {both:.4f} | {both - alone:+.4f} | {best:.4f}"
    return f"| {asked.name} | {trees[1].name} | {len(questions)} | {shown} |"


def _uncut(params: Search) -> Search:
    """All candidates in their order; one result suffices, since only the order is read."""
    return params._replace(
        match="any", candidate_limit=_HITS, cutoff_ratio=0.0, relevance_floor=0.0, limit=1
    )


def _ndcg(question: Question, asked: EvalSet, job: SearchJob) -> float:
    candidates = search(plain(question.text), job).trace.localized.candidates
    places = [_place(one.chunk_id, is_own=one.tree == job.trees[0].name) for one in candidates]
    found = targets.grades_found(places, question.grades, by_document=asked.by_document)
    return measures.ndcg(found, question.grades.values())


def _place(chunk_id: str, *, is_own: bool) -> TargetKey:
    """The place of a hit; one of the other tree is none of the targets."""
    path, _, slug = chunk_id.partition(":")[2].partition("#")
    return TargetKey(path if is_own else f"other/{path}", slug)


if __name__ == "__main__":
    measure([(sys.argv[1], sys.argv[2])])
