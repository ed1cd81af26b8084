"""`python -m bench trees`: measures whether a second tree disturbs the ranking of the first.

The documents of two sets are two trees of one index. The questions of the first set are asked of
its own tree alone and of both, with scores divided by the query's ideal in each tree, and by the
best score of each (SPEC 8.6). Prints a table in Markdown of the nDCG@10 of each way.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import ExitStack
from datetime import date
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

PAIRS = (
    ("squad2-dev-a", "vespa-docs-a"),
    ("vespa-docs-a", "squad2-dev-a"),
    ("mdn-lookups", "vespa-docs-a"),
    ("vespa-docs-a", "mdn-lookups"),
    ("scifact-train", "cranfield"),
    ("cranfield", "scifact-train"),
    ("faquad-pt", "cacm"),
    ("cacm", "faquad-pt"),
)
QUICK = PAIRS[-2:]
QUESTIONS = 200  # of the first set, from all over it
_HITS = 200  # of each tree


def main(*, quick: bool = False) -> None:
    """Every pair of sets, or two."""
    archives = {path.name.partition(".")[0]: path for path in SETS.glob("*.tar.xz")}
    pairs = QUICK if quick else PAIRS
    if missing := [name for pair in pairs for name in pair if name not in archives]:
        sys.exit(f"bench: no set {missing[0]} in {SETS}; put the archives of the sets there")
    print("| questions | other tree | asked | alone | ideal | best |")
    print("|---|---|---:|---:|---:|---:|", flush=True)
    for first, second in pairs:
        with ExitStack() as stack:
            asked = stack.enter_context(opened(archives[first]))
            other = stack.enter_context(opened(archives[second]))
            folder = stack.enter_context(TemporaryDirectory())
            print(_row(asked, other, Path(folder)), flush=True)


def _row(first: EvalSet, second: EvalSet, folder: Path) -> str:
    settings = defaults(folder)
    own = tree_of(first, settings)
    trees = (own, tree_of(second, settings)._replace(name="other"))
    ours = with_index_in(folder, settings._replace(trees=trees))
    with Library(ours) as kb:
        kb.index.update()
    index = Index(ours, lambda _: None)
    asked = evenly(first.questions, QUESTIONS)

    def ndcg(searched: Sequence[Tree], normalize: Normalize) -> float:
        params = _uncut(settings.search)._replace(normalize=normalize)
        job = SearchJob(index.engine, searched, params, date.min, False, 0, perf_counter)
        return measures.mean([_ndcg(each, first, job) for each in asked])

    try:
        figures = (ndcg((own,), "ideal"), ndcg(trees, "ideal"), ndcg(trees, "best"))
    finally:
        index.close()
    shown = " | ".join(f"{figure:.4f}" for figure in figures)
    return f"| {first.name} | {second.name} | {len(asked)} | {shown} |"


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
