"""How do hits of different trees compare? Each tree's scores become shares of its best."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from ra.search.types import Candidate
from ra.typed import NamedTuple


class Normalized(NamedTuple):
    """Candidates that can be compared, and what each tree's scores were divided by.

    `best` is empty when scores are raw, and lacks a tree whose scores were left as they are.
    """

    candidates: tuple[Candidate, ...]
    best: Mapping[str, float]


def per_tree(candidates: Iterable[Candidate], trees_searched: Collection[str]) -> Normalized:
    """Divide each tree's scores by its best when several trees are searched (SPEC 8.6).

    What counts is how many trees are searched, not how many have hits: adding a tree without
    hits must not change how the others are cut. A tree whose best score is not positive keeps
    its scores, since dividing would turn its order around and make a hit of a miss; such
    candidates stand behind every positive one. Equal scores keep their order.
    """
    candidates = tuple(candidates)
    if len(set(trees_searched)) < 2:
        return Normalized(candidates, {})
    best: dict[str, float] = {}
    for one in candidates:
        best[one.tree] = max(one.score, best.get(one.tree, 0.0))
    divisors = {tree: score for tree, score in best.items() if score > 0}
    scaled = [
        Candidate(chunk_id, tree, score / divisors.get(tree, 1.0))
        for chunk_id, tree, score in candidates
    ]
    return Normalized(tuple(sorted(scaled, key=_descending)), divisors)


def _descending(candidate: Candidate) -> float:
    return -candidate.score
