"""Runs a search; `search` lists every stage of `ra/search/` in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from itertools import chain

from ra.config.schema import Search, Tree
from ra.engine.query import Node, Scope
from ra.model import Chunk, shown
from ra.query.ast import Query
from ra.search.aggregate import Aggregated, AggregationRules, Ranked, aggregate, separate
from ra.search.analyzed import analyze
from ra.search.candidates import Candidate, KeywordFacts, Leg
from ra.search.coverage import evidence
from ra.search.elbow import elbow
from ra.search.floor import relevance_floor
from ra.search.fuse import fuse
from ra.search.keyword import Target
from ra.search.legs import retrieve
from ra.search.locality import prefer_local
from ra.search.normalize import per_tree
from ra.search.precedence import Ordered, complete_first
from ra.search.recency import prefer_recent
from ra.search.render import Sources, render
from ra.search.results import Report, Result
from ra.search.trace import Trace
from ra.search.verdict import Evidence, judge
from ra.typed import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ra.engine.protocol import Reader
    from ra.search.budget import Fit

_RECENCY_BIAS = 0.0  # the stage is off


class SearchJob(NamedTuple):
    """What to search and how. Without `aggregates`, every hit is a result of its own."""

    engine: Reader
    trees: Sequence[Tree]
    params: Search
    today: date
    aggregates: bool
    max_tokens: int
    clock: Callable[[], float]


def search(query: Query | None, job: SearchJob) -> Report:
    """Run every stage in order (SPEC 8.6)."""
    params, clock, names = job.params, job.clock, [tree.name for tree in job.trees]
    started = clock()
    legs = retrieve(_targets(query, job.trees), job.engine, params, job.today)
    candidates = fuse(legs)
    retrieved = clock()
    recent = prefer_recent(candidates, {}, job.today, bias=_RECENCY_BIAS)
    normalized = per_tree(recent.candidates, names)
    local = [tree.name for tree in job.trees if tree.local]
    localized = prefer_local(normalized.candidates, local, params.local_boost)
    most = max(params.max_candidates, params.limit)
    cut = elbow(localized.candidates, ratio=params.cutoff_ratio, limit=most)
    floored = relevance_floor(cut.kept, share=_floor(params))
    ordered = _complete_first(floored.kept, localized.candidates, legs, params)
    aggregated = _aggregate(ordered.candidates, job)
    limited = aggregated.results[: params.limit]
    ranked = clock()
    best = _best_of_each_tree(aggregated)
    sources = _sources({one.chunk_id: one for one in (*limited, *best)}.values(), legs, job)
    facts = {leg.tree: leg.facts for leg in legs}
    rendered = render(limited, sources, facts)
    results, budget = _within(rendered, job.max_tokens)
    verdict = judge(_evidence(best, sources, facts, params.fuzzy_penalty))
    trace = Trace(
        tuple(legs), recent, normalized, localized, cut, floored, ordered, aggregated,
        len(limited), budget,
    )  # fmt: skip
    seconds = {
        "retrieve": retrieved - started,
        "rank": ranked - retrieved,
        "show": clock() - ranked,
    }
    partial = any(leg.facts.partial for leg in legs if leg.hits) or _lacks_words(results)
    return Report(query, results, verdict, partial, tuple(names), trace, seconds)


def _targets(query: Query | None, trees: Sequence[Tree]) -> list[Target]:
    """Each tree with the query in its language, analyzed once for each language."""
    if query is None:
        return []
    analyzed = {language: analyze(query, language) for language in {t.language for t in trees}}
    return [Target(tree, analyzed[tree.language]) for tree in trees]


def _floor(params: Search) -> float:
    """The floor of this ranking; only the default one has a floor, since no other was measured."""
    return params.relevance_floor if params.ranking == "ra" else 0.0


def _complete_first(
    kept: Sequence[Candidate], candidates: Sequence[Candidate], legs: Sequence[Leg], params: Search
) -> Ordered:
    """The candidates that the cuts keep; of a lookup first the complete ones, cut by themselves."""
    ids = frozenset(chain.from_iterable(leg.facts.complete or () for leg in legs))
    whole = [one for one in candidates if one.chunk_id in ids]
    if not whole:
        return Ordered(tuple(kept), 0, 1.0)
    most = max(params.max_candidates, params.limit)
    cut = elbow(whole, ratio=params.cutoff_ratio, limit=most)
    floored = relevance_floor(cut.kept, share=_floor(params))
    return complete_first(kept, floored.kept, ids, most)


def _lacks_words(results: Sequence[Result]) -> bool:
    """Whether the best result of a lookup lacks words: then no result has all of them."""
    return bool(results) and all(match.missing for match in results[0].matches)


def _scope(job: SearchJob) -> Scope:
    return Scope(job.trees[0].tenant, tuple(tree.name for tree in job.trees))


def _aggregate(kept: Sequence[Candidate], job: SearchJob) -> Aggregated:
    if not job.aggregates or not kept:
        return separate(kept)
    scope = _scope(job)
    nodes = job.engine.nodes([one.chunk_id for one in kept], scope)
    still_there = [one for one in kept if one.chunk_id in nodes]  # files may change meanwhile
    params = job.params
    rules = AggregationRules(
        params.aggregation_threshold,
        params.min_siblings,
        params.aggregate_score,
        params.merge_bonus,
        params.max_merge_depth,
        params.max_aggregate_tokens,
    )
    sizes = _sizes(nodes, job, scope) if params.max_aggregate_tokens else None
    return aggregate(still_there, nodes, rules, sizes)


def _sizes(nodes: dict[str, Node], job: SearchJob, scope: Scope) -> dict[str, int]:
    """The tokens of the whole text under each ancestor."""
    from ra.text.counter import count  # only this limit needs the counter

    parents = {node.parent_id for node in nodes.values() if node.parent_id}
    chunks = job.engine.chunks(sorted(parents), scope)
    texts = job.engine.texts({chunk.doc_id for chunk in chunks.values()}, scope)
    return {
        chunk.id: count(texts.get(chunk.doc_id, b"")[chunk.byte_start : chunk.byte_end].decode())
        for chunk in chunks.values()
    }


def _best_of_each_tree(aggregated: Aggregated) -> list[Ranked]:
    """The best result of each tree for the verdict, also of a tree with none within the limit."""
    best: dict[str, Ranked] = {}
    for one in aggregated.results:
        best.setdefault(one.tree, one)
    return list(best.values())


def _sources(ranked: Iterable[Ranked], legs: Sequence[Leg], job: SearchJob) -> Sources:
    """The chunks of results and their constituents, the texts and aliases of their documents.

    Aliases and properties are read only if one may contain a term of the query.
    """
    engine, scope = job.engine, _scope(job)
    ids: list[str] = []
    ranked = list(ranked)
    for one in ranked:
        ids += [one.chunk_id, *(part.chunk_id for part in one.constituents)]
    chunks = {one: shown(chunk) for one, chunk in engine.chunks(ids, scope).items()}
    documents = sorted({chunk.doc_id for chunk in chunks.values()})
    texts = engine.texts(documents, scope)
    aliases: dict[str, tuple[str, ...]] = {}
    if documents and any(leg.facts.in_aliases for leg in legs):
        from ra.properties import property_texts

        for each in engine.documents(scope, documents):
            aliases[each.id] = (*each.aliases, *property_texts(each.fields))
    wide = {chunks[one.chunk_id].doc_id for one in ranked if _shows_more(one, chunks)}
    records = engine.documents(scope, sorted(wide)) if wide else []
    return Sources(chunks, texts, aliases, {each.id: each.hidden for each in records})


def _shows_more(ranked: Ranked, chunks: Mapping[str, Chunk]) -> bool:
    """Whether a result shows more than the text of its own chunk."""
    chunk = chunks.get(ranked.chunk_id)
    return chunk is not None and (bool(ranked.constituents) or not chunk.body.strip())


def _within(results: tuple[Result, ...], max_tokens: int) -> tuple[tuple[Result, ...], Fit | None]:
    if not max_tokens:
        return results, None
    from ra.search.budget import trimmed  # only this limit needs it, and the counter

    return trimmed(results, max_tokens)


def _evidence(
    best: Iterable[Ranked], sources: Sources, facts: Mapping[str, KeywordFacts], penalty: float
) -> list[Evidence]:
    """What the best hit of each tree covers of the query."""
    found = []
    for one in best:
        chunk = sources.chunks.get(one.best_hit)
        if chunk is not None:
            shown = chunk if one.aggregated else sources.with_text(chunk)
            aliases = sources.aliases.get(chunk.doc_id, ())
            found.append(evidence(shown, aliases, facts[one.tree], penalty))
    return found
