"""The semantic leg: cosines of the keyword hits, and the nearest sections (SPEC 8.3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import nsmallest
from statistics import fmean

from ra.config.schema import Search
from ra.embed.weight import spread, weight_of
from ra.engine.query import Among, BoolQuery, Hit, Scope
from ra.engine.vectors import Coverage
from ra.search.candidates import Leg, SemanticLeg
from ra.search.fuse import divisor
from ra.typed import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ra.engine.protocol import Reader
    from ra.search.query_vectors import Meaning, QueryVector

# With fewer keyword hits, or with a best one that covers less of the query, words find little.
_FEW_HITS = 50
_POOR_SHARE = 0.35
_GOOD_SHARE = 0.2  # of the best possible score: from there on words say enough
_LEADERS = 3  # hits that others are compared with
_SMALL_TREE = 3_000  # chunks; the nearest vectors of a smaller one cost next to nothing


class _Asked(NamedTuple):
    """One tree of a search by meaning."""

    engine: Reader
    scope: Scope
    params: Search
    leg: Leg
    coverage: Coverage


def retrieve(
    legs: Sequence[Leg], engine: Reader, params: Search, tenant: str, meaning: Meaning
) -> tuple[list[Leg], list[SemanticLeg]]:
    """Compare the keyword hits of each tree with the query, and add what is nearest to it.

    The keyword legs come back with the scores of the sections that were added.
    """
    words: list[Leg] = []
    found: list[SemanticLeg] = []
    for leg in legs:
        coverage = meaning.coverage.get(leg.tree, Coverage(0, 0))
        asked = _Asked(engine, Scope(tenant, (leg.tree,)), params, leg, coverage)
        own = [_compared(asked, vector) for vector in meaning.vectors.get(leg.tree, ())]
        own = [one for one in own if one.hits] or own[:1]  # documents may have one model of several
        words.append(_scored(asked, own) if params.mode == "hybrid" else leg)
        found += own
    return words, found


def _compared(asked: _Asked, query: QueryVector) -> SemanticLeg:
    """The sections of a tree that one model compares with the query."""
    params, leg = asked.params, asked.leg
    cosines: dict[str, float] = {}
    hits = {hit.chunk_id: hit for hit in leg.hits} if params.mode == "hybrid" else {}
    vectors = {query.model: query.vector}
    if hits:
        cosines = asked.engine.vectors().cosines(hits, vectors, asked.scope)
    near: list[Hit] = []
    if params.mode == "semantic" or _words_fail(asked):
        most = params.candidate_limit or max(5 * params.limit, params.max_candidates)
        where = leg.facts.conditions
        near = asked.engine.vectors().nearest(vectors, most, asked.scope, where)
    added = [hit for hit in near if hit.chunk_id not in cosines]
    scored = [Hit(one, cosine, *hits[one][2:]) for one, cosine in cosines.items()] + added
    values = [hit.score for hit in scored]
    weight = weight_of([spread(values)]) if query.weight is None else query.weight
    weight *= _trust_in_meaning(leg)
    found = SemanticLeg(
        "semantic",
        leg.tree,
        _best_first(scored),
        query.model,
        weight,
        fmean(cosines.values() or values or (0.0,)),
        len(added),
        *asked.coverage,
        params.feedback_weight,
        query.confident,
    )
    return found._replace(alike=_alike(asked, found))


def _alike(asked: _Asked, found: SemanticLeg) -> dict[str, float]:
    """The cosine of each hit with the best ones: what is relevant is alike (docs/decisions)."""
    params, leg = asked.params, asked.leg
    is_used = params.mode == "hybrid" and params.fusion == "mix" and params.feedback_weight
    if not (is_used and found.hits):
        return {}
    words, meaning = params.keyword_weight, params.semantic_weight * found.weight
    best = words / divisor(leg)
    scores = {hit.chunk_id: meaning * hit.score for hit in found.hits}
    for hit in leg.hits:
        if hit.chunk_id in scores:
            scores[hit.chunk_id] += best * hit.score
    leaders = nsmallest(_LEADERS, scores, key=lambda one: (-scores[one], one))
    return asked.engine.vectors().alike(scores, leaders, found.model, asked.scope)


def _trust_in_meaning(leg: Leg) -> float:
    """From 1 where some hit has all the words to 2 where no word is found (docs/decisions)."""
    share = leg.facts.reached / divisor(leg)
    return 1 + max(0.0, 1 - share / _GOOD_SHARE)


def _words_fail(asked: _Asked) -> bool:
    """Whether keyword hits may miss what is meant; where looking is cheap, they always may."""
    leg = asked.leg
    few = len(leg.hits) < _FEW_HITS or leg.facts.reached < _POOR_SHARE * leg.ideal
    return few or asked.coverage.embedded <= _SMALL_TREE


def _scored(asked: _Asked, found: Iterable[SemanticLeg]) -> Leg:
    """The keyword leg with the scores of sections that only their vectors found."""
    leg, core = asked.leg, asked.leg.facts.asked
    known = {hit.chunk_id for hit in leg.hits}
    added = {hit.chunk_id: hit for one in found for hit in one.hits if hit.chunk_id not in known}
    if core is None or not added or len(leg.hits) < asked.params.semantic_candidates:
        return leg  # all that the words match is among the hits
    documents = Among(frozenset(f"{leg.tree}:{hit.path}" for hit in added.values()))
    most = asked.params.semantic_candidates
    hits = asked.engine.lexical(BoolQuery(must=(core, documents)), most, asked.scope)
    more = [hit for hit in hits if hit.chunk_id in added]
    return leg._replace(hits=(*leg.hits, *_best_first(more)))


def _best_first(hits: Iterable[Hit]) -> tuple[Hit, ...]:
    return tuple(sorted(hits, key=lambda hit: (-hit.score, hit.chunk_id)))
