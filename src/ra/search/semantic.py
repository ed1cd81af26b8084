"""The semantic leg: cosines of the keyword hits, and the nearest sections (SPEC 8.3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import nsmallest
from operator import itemgetter
from statistics import fmean

from ra.config.schema import Search
from ra.embed.weight import spread, weight_of
from ra.engine.query import Among, BoolQuery, Hit, Scope
from ra.engine.vectors import ComparedChunks, Coverage
from ra.search.candidates import Leg, SemanticLeg
from ra.search.fuse import divisor
from ra.text.stopwords import stop_words
from ra.typed import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ra.engine.protocol import Reader
    from ra.search.query_vectors import Meaning, QueryVector

# With fewer keyword hits, or with a best one that covers less of the query, words find little.
_FEW_HITS = 50
_POOR_SHARE = 0.35
# What a cosine counts by the share of the best possible score that some hit reaches, and by the
# number of words (docs/decisions/0029-hybrid-search.md): more where the best hit has less than one
# word of several, or hardly anything of a long text; less where it has most of them.
_SHORT_SHARE, _BY_SHORT = 0.4, 4.0
_LONG_SHARE, _BY_LONG = 0.2, 1.0
_LARGE_SHARE, _BY_LARGE = 0.5, 0.8
_LEADERS = 3  # hits that others are compared with
_SMALL_TREE = 3_000  # chunks; the nearest vectors of a smaller one cost next to nothing


class _Trust(NamedTuple):
    """Factors of what a cosine counts, and of what likeness to the best hits counts beside it."""

    cosine: float
    feedback: float


class _Asked(NamedTuple):
    """One tree of a search by meaning."""

    engine: Reader
    scope: Scope
    params: Search
    leg: Leg
    coverage: Coverage
    trust: _Trust


def retrieve(
    legs: Sequence[Leg], engine: Reader, params: Search, tenant: str, meaning: Meaning
) -> tuple[list[Leg], list[SemanticLeg]]:
    """Compare the keyword hits of each tree with the query, and add what is nearest to it.

    The keyword legs come back with the scores of the sections that were added. Meaning counts as
    much in every tree as in the one where words find most: else a tree without them would win.
    """
    words: list[Leg] = []
    found: list[SemanticLeg] = []
    trust = min(map(_trust_in_meaning, legs), default=_Trust(1.0, 1.0))
    for leg in legs:
        coverage = meaning.coverage.get(leg.tree, Coverage(0, 0))
        asked = _Asked(engine, Scope(tenant, (leg.tree,)), params, leg, coverage, trust)
        own = [_compared(asked, vector) for vector in meaning.vectors.get(leg.tree, ())]
        own = [one for one in own if one.hits] or own[:1]  # documents may have one model of several
        words.append(_scored(asked, own) if params.mode == "hybrid" else leg)
        found += own
    return words, found


def _compared(asked: _Asked, query: QueryVector) -> SemanticLeg:
    """The sections of a tree that one model compares with the query."""
    params, leg = asked.params, asked.leg
    hits = {hit.chunk_id: hit for hit in leg.hits} if params.mode == "hybrid" else {}
    vectors = asked.engine.vectors()
    near: list[Hit] = []
    if params.mode == "semantic" or _words_fail(asked):
        most = params.candidate_limit or max(5 * params.limit, params.max_candidates)
        where = leg.facts.conditions
        near = vectors.nearest({query.model: query.vector}, most, asked.scope, where)
    added = [hit for hit in near if hit.chunk_id not in hits]
    ids = [*hits, *(hit.chunk_id for hit in added)] if params.mode == "hybrid" else []
    compared = vectors.compared(ids, query.model, query.vector, asked.scope)
    known = [
        Hit(one, cosine, hit[2], hit[3])
        for one, cosine in compared.cosines.items()
        if (hit := hits.get(one)) is not None
    ]
    scored = known + added
    weight = query.weight
    if weight is None:
        weight = weight_of([spread([hit.score for hit in scored])])
    found = SemanticLeg(
        "semantic",
        leg.tree,
        _best_first(scored),
        query.model,
        weight * asked.trust.cosine,
        fmean([hit.score for hit in known or added] or (0.0,)),
        len(added),
        *asked.coverage,
        params.feedback_weight * asked.trust.feedback,
        query.confident,
    )
    return found._replace(alike=_alike(asked, found, compared))


def _alike(asked: _Asked, found: SemanticLeg, compared: ComparedChunks) -> dict[str, float]:
    """The cosine of each hit with the best ones: what is relevant is alike (docs/decisions)."""
    params, leg = asked.params, asked.leg
    is_used = params.mode == "hybrid" and params.fusion == "mix" and params.feedback_weight
    if not (is_used and found.hits):
        return {}
    words, meaning = params.keyword_weight, params.semantic_weight * found.weight
    best = words / divisor(leg)
    by_words = {hit[0]: best * hit[1] for hit in leg.hits}
    of_words = by_words.get
    ranked = [(-(meaning * hit[1] + of_words(hit[0], 0.0)), hit[0]) for hit in found.hits]
    return compared.alike([one for _, one in nsmallest(_LEADERS, ranked)])


def _trust_in_meaning(leg: Leg) -> _Trust:
    """How much more meaning counts, the less of the query the best keyword hit has.

    Where it has less than one word of several, the best hits are doubtful, and likeness to them
    counts no more than elsewhere.
    """
    share = min(1.0, leg.facts.reached / divisor(leg))
    stop = stop_words(leg.facts.query.language)
    words = sum(1 for term in set(leg.facts.query.terms) if term not in stop)
    short = _BY_SHORT * max(0.0, 1 - share / min(_SHORT_SHARE, 1 / max(words, 1)))
    long = _BY_LONG * max(0.0, 1 - share / _LONG_SHARE)
    large = _BY_LARGE * max(0.0, share - _LARGE_SHARE)
    return _Trust(1 + max(short, long) - large, 1 / (1 + short))


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
    ordered = sorted(hits, key=itemgetter(0))
    return tuple(sorted(ordered, key=itemgetter(1), reverse=True))  # ties stay in order of ids
