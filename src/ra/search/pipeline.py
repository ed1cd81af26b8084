"""Runs a search; `search` lists every stage of `ra/search/` in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from functools import partial
from itertools import chain

from ra.config.schema import Search, Tree
from ra.engine.query import Among, BoolQuery, Node, Scope
from ra.model import Chunk, shown
from ra.query.ast import Query
from ra.search.aggregate import Aggregated, AggregationRules, Limits, Ranked, aggregate, separate
from ra.search.candidates import Candidate, Leg, Legs
from ra.search.coverage import evidence
from ra.search.duplicates import Deduplicated, DistinctTexts
from ra.search.economy import BRIEF_TOKENS, Economized, by_settings, most_results
from ra.search.elbow import elbow
from ra.search.floor import relevance_floor
from ra.search.fuse import Fused
from ra.search.keyword import Target
from ra.search.legs import NO_LANGUAGES, Languages, Retrieval, fused, retrieve, targets
from ra.search.locality import prefer_local
from ra.search.normalize import per_tree
from ra.search.precedence import Ordered, complete_first
from ra.search.recency import Recent, prefer_recent
from ra.search.render import SizeLimits, Sources, render
from ra.search.results import Report, Result
from ra.search.trace import Trace
from ra.search.verdict import Evidence, judge
from ra.text.languages import document_analysis
from ra.typed import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path

    from ra.engine.protocol import Reader
    from ra.engine.records import DocumentRecord
    from ra.search.budget import Fit
    from ra.search.query_vectors import Meaning

_MOST_EXCLUDED = 10_000  # chunks of the documents found that contain what is excluded
_TOKEN_BYTES = 4  # of a text in most languages; counting exactly costs more than a search
_Found = Sequence[Candidate]


class SearchJob(NamedTuple):
    """What to search and how. Without `aggregates`, every hit is a result of its own.

    `conditions` restrict the results and change no score. `like_answer` is a guess of the answer,
    whose meaning is searched instead of the query's. `languages` has the
    analyses of the documents of each tree (`ra.text.languages`). `lender` is the socket of a server
    that embeds texts.
    """

    engine: Reader
    trees: Sequence[Tree]
    params: Search
    today: date
    aggregates: bool
    max_tokens: int
    clock: Callable[[], float]
    conditions: Query | None = None
    like_answer: str = ""
    languages: Languages = NO_LANGUAGES
    lender: Path | None = None


def search(query: Query | None, job: SearchJob) -> Report:
    """Run every stage in order (SPEC 8.6)."""
    clock, names = job.clock, [tree.name for tree in job.trees]
    started = clock()
    job, meaning = _in_mode(query, job)
    params = job.params
    all_legs = retrieve(Retrieval(_targets(query, job), job.engine, params, job.today, meaning))
    legs = all_legs.keyword
    combined = fused(all_legs, params)
    retrieved = clock()
    recent = _recent(combined, all_legs, job)
    normalized = per_tree(recent.candidates, names, _divisors(legs, job))
    local = [tree.name for tree in job.trees if tree.local]
    localized = prefer_local(normalized.candidates, local, params.local_boost)
    bases = _bases(combined, local, params)
    most = max(params.max_candidates, params.limit)
    cut = elbow(localized.candidates, ratio=params.cutoff_ratio, limit=most)
    floored = relevance_floor(cut.kept, share=_floor(params), bases=bases)
    ordered = _complete_first(floored.kept, localized.candidates, legs, params, bases)
    aggregated = _aggregate(ordered.candidates, legs, job)
    ranked = clock()
    best = _best_of_each_tree(aggregated)
    worth = partial(_worth, ordered, bases)
    limited, distinct, economy, sources = _chosen(aggregated.results, best, legs, job, worth)
    sizes = _sizes(limited, economy, params)
    rendered = _rendered(limited, sources, distinct, all_legs, meaning, sizes)
    results, budget = _within(rendered, job.max_tokens)
    proof = _evidence(best, sources, all_legs, params.fuzzy_penalty)
    trace = Trace(
        all_legs, recent, normalized, localized, cut, floored, ordered, aggregated, distinct,
        economy, len(limited), budget, tuple(proof), meaning.notes if meaning else (),
    )  # fmt: skip
    ends = clock()
    seconds = {"retrieve": retrieved - started, "rank": ranked - retrieved, "show": ends - ranked}
    is_partial = any(leg.facts.partial for leg in legs if leg.hits) or _lacks_words(results)
    verdict = judge(proof)
    return Report(query, results, verdict, is_partial, tuple(names), trace, seconds, trace.notes)


def _in_mode(query: Query | None, job: SearchJob) -> tuple[SearchJob, Meaning | None]:
    """The search in the mode that is possible: where nothing can be embedded, by keywords."""
    if job.params.mode == "keyword":  # loads no model
        return job, None
    from ra.search.query_vectors import spoken, understand

    text = job.like_answer or ("" if query is None else spoken(query))
    alone = job.params.mode == "semantic"
    meaning = understand(text, job.trees, job.engine, job.lender, alone=alone)
    if meaning.vectors:
        return job, meaning
    return job._replace(params=job.params._replace(mode="keyword")), meaning


def _recent(combined: Fused, legs: Legs, job: SearchJob) -> Recent:
    """Raise what is recent; only fused scores are (SPEC 8.5)."""
    bias = job.params.recency_bias if job.params.mode != "keyword" else 0.0
    days: dict[str, int] = {}
    if bias:
        scope, most = _scope(job), max(job.params.max_candidates, job.params.limit)
        ids = legs.documents({one.chunk_id for one in combined.candidates[: 2 * most]})
        dated = job.engine.days(set(ids.values()), scope)
        days = {one: dated[document] for one, document in ids.items() if document in dated}
    return prefer_recent(combined.candidates, days, job.today, bias=bias)


def _bases(combined: Fused, local: Sequence[str], params: Search) -> dict[str, float]:
    """What an average cosine adds to the score of every section of a tree, raised as they are."""
    return {
        tree: base * (params.local_boost if tree in local else 1.0)
        for tree, base in combined.bases.items()
    }


def _targets(query: Query | None, job: SearchJob) -> list[Target]:
    """Each tree with the query in the languages of its documents.

    Without a query, the conditions are one.
    """
    asked = query or job.conditions
    if asked is None:
        return []
    more = job.conditions if query else None
    return targets(asked, more, job.trees, job.languages, job.engine)


def _floor(params: Search) -> float:
    """The floor of this ranking; only the default one has a floor, since no other was measured."""
    return params.relevance_floor if params.ranking == "ra" else 0.0


def _complete_first(
    kept: _Found, found: _Found, legs: Sequence[Leg], params: Search, bases: Mapping[str, float]
) -> Ordered:
    """The candidates that the cuts keep; of a lookup first the complete ones, cut by themselves."""
    ids = frozenset(chain.from_iterable(leg.facts.complete or () for leg in legs))
    whole = [one for one in found if one.chunk_id in ids]
    if not whole:
        return Ordered(tuple(kept), 0, 1.0)
    most = max(params.max_candidates, params.limit)
    if len(whole) == len(found):  # all are complete, and cut already
        return complete_first(kept, kept, ids, most)
    cut = elbow(whole, ratio=params.cutoff_ratio, limit=most)
    floored = relevance_floor(cut.kept, share=_floor(params), bases=bases)
    return complete_first(kept, floored.kept, ids, most)


def _lacks_words(results: Sequence[Result]) -> bool:
    """Whether the best result of a lookup lacks words: then no result has all of them."""
    return bool(results) and all(match.missing for match in results[0].matches)


def _scope(job: SearchJob) -> Scope:
    return Scope(job.trees[0].tenant, tuple(tree.name for tree in job.trees))


def _aggregate(kept: Sequence[Candidate], legs: Sequence[Leg], job: SearchJob) -> Aggregated:
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
    sizes = {one: node.size // _TOKEN_BYTES for one, node in nodes.items()}
    return aggregate(still_there, nodes, rules, sizes, _limits(nodes, legs, job))


def _limits(nodes: Mapping[str, Node], legs: Sequence[Leg], job: SearchJob) -> Limits:
    """What the query forbids: to lift hits that it names, to bring back what it excludes."""
    named = frozenset(chain.from_iterable(leg.facts.named for leg in legs))
    excluded: set[str] = set()
    for leg in legs:
        if leg.facts.excluded is not None:
            documents = frozenset(one for one, node in nodes.items() if node.parent_id is None)
            scope = _scope(job)._replace(trees=(leg.tree,))
            asked = BoolQuery(must=(Among(documents), leg.facts.excluded))
            hits = job.engine.lexical(asked, _MOST_EXCLUDED, scope)
            excluded.update(job.engine.nodes([hit.chunk_id for hit in hits], scope))
    return Limits(named, frozenset(excluded))


def _divisors(legs: Sequence[Leg], job: SearchJob) -> Mapping[str, float] | None:
    """What makes the scores of several trees comparable, known for the default ranking."""
    params = job.params
    if params.normalize != "ideal" or (params.mode == "keyword" and params.ranking != "ra"):
        return None
    if params.mode != "keyword" or len(job.trees) < 2:
        return {}  # fused scores are comparable, and so are those of one tree
    from ra.search.scales import divisors  # only several trees need it

    usage = job.engine.usage(_scope(job))
    return divisors(legs, {tree: one.text_bytes for tree, one in usage.items()})


class _Chosen(NamedTuple):
    """The results to show, with what they are rendered from, and why the others are not shown."""

    results: list[Ranked]
    distinct: Deduplicated
    economy: Economized
    sources: Sources


def _chosen(
    ranked: Sequence[Ranked],
    best: Sequence[Ranked],
    legs: Sequence[Leg],
    job: SearchJob,
    worth: Callable[[Ranked], float],
) -> _Chosen:
    """The first results with different texts that are worth their tokens; others are left out."""
    texts, limit = DistinctTexts(merges=job.aggregates), most_results(job.params)
    by_id = {one.chunk_id: one for one in ranked}
    start, end = 0, limit
    read = {one.chunk_id: one for one in (*ranked[:end], *best)}
    sources = _sources(read.values(), legs, job)
    while True:
        for one in ranked[start:end]:
            if one.chunk_id in sources.chunks:  # files may change meanwhile
                texts.add(sources.shown(one))
        distinct = texts.done()
        some = [by_id[one] for one in distinct.kept]
        economy = _economy(some, texts.sizes(), job.params, worth)
        start, end = end, end + limit - economy.kept
        further = ranked[start:end] if len(texts) <= limit else ()  # once more
        hope = max(map(worth, further), default=-1.0)
        if hope < 0 or (len(texts) >= limit and not economy.admits(hope, worth(ranked[0]))):
            brief, places = economy.brief, economy.chosen
            some = [some[one].alone() if one in brief else some[one] for one in places]
            return _Chosen(some, distinct, economy, sources)
        new = [one for one in further if one.chunk_id not in read]
        sources = sources.with_more(_sources(new, legs, job))


def _economy(
    some: Sequence[Ranked], sizes: Sequence[int], params: Search, worth: Callable[[Ranked], float]
) -> Economized:
    """The results that are worth their tokens."""
    whole = [size // _TOKEN_BYTES for size in sizes]
    most = params.max_result_tokens or max(whole, default=0)
    pairs = zip(some, whole, strict=True)
    tokens = [size if one.aggregated else min(size, most) for one, size in pairs]
    return by_settings(list(zip(map(worth, some), tokens, strict=True)), params)


def _sizes(limited: Sequence[Ranked], economy: Economized, params: Search) -> SizeLimits:
    """How many bytes of a result are shown, and of which ones fewer."""
    most, few = _TOKEN_BYTES * params.max_result_tokens, _TOKEN_BYTES * BRIEF_TOKENS
    return SizeLimits(most, few, economy.in_brief([one.chunk_id for one in limited]))


def _worth(ordered: Ordered, bases: Mapping[str, float], one: Ranked) -> float:
    """What a result is worth: a partial one by its own score, without an average cosine."""
    return max(0.0, ordered.unscaled(one.score) - bases.get(one.tree, 0.0))


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
    ranked = list(ranked)
    ids = [one.chunk_id for one in ranked]
    ids += [part.chunk_id for one in ranked for part in one.constituents]
    chunks = {one: shown(chunk) for one, chunk in engine.chunks(ids, scope).items()}
    documents = sorted({chunk.doc_id for chunk in chunks.values()})
    texts = engine.texts(documents, scope)
    in_aliases = any(leg.facts.in_aliases for leg in legs)
    has_others = any(leg.facts.others for leg in legs)
    merged = (one.chunk_id for one in ranked if one.constituents)
    wide = {chunks[one].doc_id for one in merged if one in chunks}
    described = documents if in_aliases or has_others else sorted(wide)
    records = engine.documents(scope, described) if described else []
    aliases: dict[str, tuple[str, ...]] = {}
    if in_aliases and records:
        from ra.properties import property_texts

        aliases = {each.id: (*each.aliases, *property_texts(each.fields)) for each in records}
    languages = _languages(records, job) if has_others else {}
    hidden = {each.id: each.hidden for each in records if each.id in wide}
    return Sources(
        chunks, texts, aliases, hidden, _first_texts(chunks.values(), engine, scope), languages
    )


def _languages(documents: Iterable[DocumentRecord], job: SearchJob) -> dict[str, str]:
    """The analyses of documents."""
    own = {name: each[0] for name, each in job.languages.items()}
    return {
        each.id: document_analysis(f"{own[each.tree]}+auto", each.language)
        for each in documents
        if each.tree in own
    }


def _first_texts(chunks: Iterable[Chunk], engine: Reader, scope: Scope) -> dict[str, Chunk]:
    """For each chunk without text of its own the first chunk below it that has some."""
    found = {}
    for chunk in chunks:
        if chunk.body and not chunk.body.isspace():
            continue
        below = [
            each
            for each in engine.outline(chunk.doc_id, scope)
            if each.position > chunk.position and each.byte_end <= chunk.byte_end
        ]
        first = next((each for each in map(shown, below) if each.body.strip()), None)
        if first is not None:
            found[chunk.id] = first
    return found


def _within(results: tuple[Result, ...], max_tokens: int) -> tuple[tuple[Result, ...], Fit | None]:
    if not max_tokens:
        return results, None
    from ra.search.budget import trimmed  # only this limit needs it, and the counter

    return trimmed(results, max_tokens)


def _evidence(
    best: Iterable[Ranked], sources: Sources, legs: Legs, penalty: float
) -> list[Evidence]:
    """What the best hit of each tree covers of the query, and how close its meaning is."""
    found = []
    facts = legs.facts()
    for one in best:
        chunk = sources.chunks.get(one.best_hit)
        if chunk is not None:
            shown = chunk if one.aggregated else sources.with_text(chunk)
            aliases = sources.aliases.get(chunk.doc_id, ())
            own = facts[one.tree].of(sources.language(chunk))
            found.append(evidence(shown, aliases, own, penalty))
            if legs.semantic:
                from ra.search.closeness import similarity  # loaded with the mode

                found[-1] = found[-1]._replace(similarity=similarity(chunk, legs))
    return found


def _rendered(
    limited: Sequence[Ranked],
    sources: Sources,
    distinct: Deduplicated,
    legs: Legs,
    meaning: Meaning | None,
    sizes: SizeLimits,
) -> tuple[Result, ...]:
    passages: dict[str, int] = {}
    if meaning is not None and legs.semantic:
        from ra.search.closeness import excerpts  # loaded with the mode

        shown = [sources.chunks[one.chunk_id] for one in limited if one.chunk_id in sources.chunks]
        passages = excerpts(shown, legs, meaning)
    return render(limited, sources, legs.facts(), distinct.also, passages, sizes)
