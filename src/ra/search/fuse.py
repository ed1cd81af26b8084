"""Fuses the legs of a search into one list of candidates, by scores or by ranks (SPEC 8.5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import count, repeat
from operator import itemgetter

from ra.search.candidates import Candidate, GraphLeg, Leg, LegRank, Legs, SemanticLeg
from ra.typed import NamedTuple

_ID, _SCORE = itemgetter(0), itemgetter(1)  # of a hit; half the time of its attributes
UNSPACED = "\u0e00"  # no script before it is written without spaces


class FusionWeights(NamedTuple):
    """What each leg counts; `k` dampens ranks."""

    keyword: float
    semantic: float
    graph: float
    k: int


class Fused(NamedTuple):
    """Candidates, best first. `bases` is the part of each tree's scores that every section has.

    It comes from the average cosine of the query, and tells nothing about a section.
    """

    candidates: tuple[Candidate, ...]
    bases: Mapping[str, float]


def fuse(legs: Iterable[Leg]) -> list[Candidate]:
    """The candidates of the keyword leg alone, with its scores."""
    candidates = [
        Candidate._make((chunk_id, leg.tree, score, ((leg.name, rank, score),)))
        for leg in legs
        for rank, (chunk_id, score, _, _) in enumerate(leg.hits, start=1)
    ]
    candidates.sort(key=lambda one: (-one.score, one.chunk_id))
    return candidates


def by_meaning(legs: Iterable[SemanticLeg]) -> Fused:
    """The candidates of the semantic leg alone: their scores are cosines."""
    legs = list(legs)
    found = [
        Candidate(hit.chunk_id, leg.tree, hit.score, ((leg.name, rank, hit.score),))
        for leg in legs
        for rank, hit in enumerate(leg.hits, start=1)
    ]
    return Fused(_sorted(found), _means([leg.tree for leg in legs], [1.0] * len(legs), legs))


def mixed(legs: Legs, weights: FusionWeights) -> Fused:
    """Add the scores: keyword as a share of the best possible one, cosine and links weighed.

    A section without a vector counts as if it had the average cosine of the query.
    """
    shares = [weights.semantic * leg.weight for leg in legs.semantic]
    bases = _means([leg.tree for leg in legs.keyword], shares, legs.semantic)
    scores: dict[str, float] = {}
    for leg in legs.keyword:
        factor = weights.keyword / divisor(leg)
        scores |= {hit.chunk_id: factor * hit.score for hit in leg.hits}
    cosines = {
        one: share * value
        for share, leg in zip(shares, legs.semantic, strict=True)
        for one, value in leg.closeness.items()
    }
    linked = {hit.chunk_id: weights.graph * hit.score for leg in legs.graph for hit in leg.hits}
    score, cosine, link = scores.get, cosines.get, linked.get
    found: list[Candidate] = []
    for tree, ranks in _ranks(legs).items():
        base = bases[tree]
        totals = [score(one, 0.0) + cosine(one, base) + link(one, 0.0) for one in ranks]
        found += map(Candidate._make, zip(ranks, repeat(tree), totals, ranks.values()))
    return Fused(_sorted(found), bases)


def by_ranks(legs: Legs, weights: FusionWeights) -> Fused:
    """Add reciprocal ranks; the hits of all trees have one order in each leg."""
    shares = [
        (hit.score / best, hit.chunk_id)
        for leg in legs.keyword
        for best in (best_possible(leg),)
        for hit in leg.hits
    ]
    rankings: dict[str, list[str]] = {"keyword": _best_first(shares)}
    others: Mapping[str, Sequence[SemanticLeg | GraphLeg]] = {
        "semantic": legs.semantic,
        "graph": legs.graph,
    }
    for name, some in others.items():
        rankings[name] = _best_first((hit.score, hit.chunk_id) for leg in some for hit in leg.hits)
    scores = reciprocal_rank(rankings, weights._asdict(), weights.k)
    found = [
        Candidate(one, tree, scores[one], ranks)
        for tree, some in _ranks(legs).items()
        for one, ranks in some.items()
    ]
    return Fused(_sorted(found), {})


def reciprocal_rank(
    rankings: Mapping[str, Sequence[str]], weights: Mapping[str, float], k: int = 60
) -> dict[str, float]:
    """Reciprocal rank fusion (Cormack et al. 2009): the sum of weight / (k + rank), rank from 1.

    A ranking without a weight has 1; an id that is listed twice counts once, at its best rank. Best
    first, then by id.
    """
    parts: dict[str, list[float]] = {}
    for name in sorted(rankings):  # the order of a sum changes its last digit
        ranks: dict[str, int] = {}
        for rank, one in enumerate(rankings[name], start=1):
            ranks.setdefault(one, rank)
        for one, rank in ranks.items():
            parts.setdefault(one, []).append(weights.get(name, 1.0) / (k + rank))
    scores = {one: sum(some) for one, some in parts.items()}
    return dict(sorted(scores.items(), key=lambda each: (-each[1], each[0])))


def best_possible(leg: Leg) -> float:
    """What a keyword score is divided by; scores of phrases and fields have no ideal."""
    if leg.ideal:
        return max(leg.ideal, leg.facts.reached)
    return max((hit.score for hit in leg.hits), default=0.0) or 1.0


def divisor(leg: Leg) -> float:
    """What a keyword score is divided by where cosines are added to it.

    The n-grams of a script without spaces overlap: no text has most of those of a question, and
    the best possible score is out of reach. The best one that is reached counts instead.
    """
    best, terms = best_possible(leg), leg.facts.query.terms
    if not leg.ideal or not any(term >= UNSPACED for term in terms):
        return best
    from ra.text.normalization import is_unspaced  # few queries have such terms

    share = sum(map(is_unspaced, terms)) / len(terms)
    return best - share * (best - leg.facts.reached) or 1.0


def _ranks(legs: Legs) -> dict[str, dict[str, tuple[LegRank, ...]]]:
    """The candidates of each tree, with their rank and score in each leg."""
    found: dict[str, dict[str, tuple[LegRank, ...]]] = {}
    for leg in legs.each():
        known = found.setdefault(leg.tree, {})
        places = zip(repeat(leg.name), count(1), map(_SCORE, leg.hits))
        for one, place in zip(map(_ID, leg.hits), zip(places), strict=True):
            known[one] = known.get(one, ()) + place
    return found


def _means(
    trees: Iterable[str], weights: Iterable[float], legs: Sequence[SemanticLeg]
) -> dict[str, float]:
    """What an average cosine adds in each tree; in one without vectors, as much as elsewhere."""
    by_tree: dict[str, list[float]] = {}
    for leg, weight in zip(legs, weights, strict=True):
        by_tree.setdefault(leg.tree, []).append(weight * leg.usual)
    means = {tree: sum(some) / len(some) for tree, some in by_tree.items()}
    usual = sum(means.values()) / len(means) if means else 0.0
    return {tree: means.get(tree, usual) for tree in trees}


def _best_first(scored: Iterable[tuple[float, str]]) -> list[str]:
    return [one for _, one in sorted(scored, key=lambda each: (-each[0], each[1]))]


def _sorted(candidates: Iterable[Candidate]) -> tuple[Candidate, ...]:
    ordered = sorted(candidates, key=itemgetter(0))
    return tuple(sorted(ordered, key=itemgetter(2), reverse=True))  # ties stay in order of ids
