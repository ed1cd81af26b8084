"""In what order does a search run? This function is the table of contents of `ra/search/`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date

from ra.config.schema import Search, Tree
from ra.engine.query import Node, Scope
from ra.query.ast import Query
from ra.search.aggregate import Rules, aggregate
from ra.search.elbow import elbow
from ra.search.evidence import evidence
from ra.search.floor import relevance_floor
from ra.search.locality import prefer_local
from ra.search.normalize import per_tree
from ra.search.report import Answer, Report, Trace
from ra.search.results import Aggregated, Result, separate
from ra.search.retrieve import Retrieved, may_be_partial, retrieve
from ra.search.show import show
from ra.search.types import Candidate
from ra.search.verdict import judge
from ra.typed import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ra.engine.protocol import Engine
    from ra.search.budget import Fit


class Job(NamedTuple):
    """What is searched and how. `aggregates` off: every hit stands for itself."""

    engine: Engine
    trees: Sequence[Tree]
    params: Search
    today: date
    aggregates: bool
    max_tokens: int
    clock: Callable[[], float]


def search(query: Query | None, job: Job) -> Report:
    """Run every stage in order (SPEC 8.6)."""
    params, clock = job.params, job.clock
    started = clock()
    retrieved = [] if query is None else _retrieved(query, job)
    fetched = clock()
    normalized = per_tree(_candidates(retrieved), [tree.name for tree in job.trees])
    local = [tree.name for tree in job.trees if tree.local]
    localized = prefer_local(normalized.candidates, local, params.local_boost)
    most = max(params.max_candidates, params.limit)
    cut = elbow(localized.candidates, ratio=params.cutoff_ratio, limit=most)
    floored = relevance_floor(cut.kept, share=_floor(params))
    aggregated = _aggregate(floored.kept, job)
    ranked = clock()
    best = aggregated.results[: params.limit]
    shown = show(best, retrieved, job.engine, _scope(job))
    answers, budget = _within(shown, job.max_tokens)
    judged = (*shown, *_of_other_trees(best, aggregated, retrieved, job))
    verdict = judge(evidence(query, judged, retrieved, params.fuzzy_penalty))
    trace = Trace(
        tuple(retrieved), normalized, localized, cut, floored, aggregated, len(best), budget
    )
    seconds = {"retrieve": fetched - started, "rank": ranked - fetched, "show": clock() - ranked}
    partial = any(each.partial for each in retrieved if each.hits)
    names = tuple(tree.name for tree in job.trees)
    return Report(query, answers, verdict, partial, names, trace, seconds)


def _within(shown: tuple[Answer, ...], max_tokens: int) -> tuple[tuple[Answer, ...], Fit | None]:
    if not max_tokens:
        return shown, None
    from ra.search.trim import trimmed  # only this limit pays for it, and for the counter

    return trimmed(shown, max_tokens)


def _of_other_trees(
    best: Sequence[Result], aggregated: Aggregated, retrieved: Sequence[Retrieved], job: Job
) -> tuple[Answer, ...]:
    """The best answers of trees that have none within the limit: the verdict looks at each tree."""
    there = {one.tree for one in best}
    if len(there) == len(job.trees):
        return ()
    first = {one.tree: one for one in reversed(aggregated.results) if one.tree not in there}
    return show(list(first.values()), retrieved, job.engine, _scope(job)) if first else ()


def _retrieved(query: Query, job: Job) -> list[Retrieved]:
    """Ask every tree; where all words together are found in none, ask for some of them."""
    engine, params, today = job.engine, job.params, job.today
    found = [retrieve(query, tree, engine, params, today) for tree in job.trees]
    if any(each.hits for each in found):
        return found
    return [
        retrieve(query, tree, engine, params, today, before=each)
        if may_be_partial(each, params)
        else each
        for tree, each in zip(job.trees, found, strict=True)
    ]


def _scope(job: Job) -> Scope:
    return Scope(job.trees[0].tenant, tuple(tree.name for tree in job.trees))


def _floor(params: Search) -> float:
    """The other rankings have scores of another shape; no floor was measured for them."""
    return params.relevance_floor if params.ranking == "ra" else 0.0


def _candidates(retrieved: Sequence[Retrieved]) -> list[Candidate]:
    found = [
        Candidate(hit.chunk_id, each.tree, hit.score) for each in retrieved for hit in each.hits
    ]
    if len(retrieved) == 1:
        return found
    return sorted(found, key=lambda one: (-one.score, one.chunk_id))


def _aggregate(kept: Sequence[Candidate], job: Job) -> Aggregated:
    if not job.aggregates or not kept:
        return separate(kept)
    scope = _scope(job)
    nodes = job.engine.nodes([one.chunk_id for one in kept], scope)
    still_there = [one for one in kept if one.chunk_id in nodes]  # files may change meanwhile
    params = job.params
    rules = Rules(
        params.aggregation_threshold,
        params.min_siblings,
        params.aggregate_score,
        params.merge_bonus,
        params.max_merge_depth,
        params.max_aggregate_tokens,
    )
    sizes = _sizes(nodes, job, scope) if params.max_aggregate_tokens else None
    return aggregate(still_there, nodes, rules, sizes)


def _sizes(nodes: dict[str, Node], job: Job, scope: Scope) -> dict[str, int]:
    """The tokens of the whole text under each ancestor."""
    from ra.text.counter import count  # only this limit pays for the counter

    parents = {node.parent_id for node in nodes.values() if node.parent_id}
    chunks = job.engine.chunks(sorted(parents), scope)
    texts = job.engine.texts({chunk.doc_id for chunk in chunks.values()}, scope)
    return {
        chunk.id: count(texts.get(chunk.doc_id, b"")[chunk.byte_start : chunk.byte_end].decode())
        for chunk in chunks.values()
    }
