"""Which hits are closer to where the question is asked? Those of local trees count for more."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from ra.search.types import Candidate
from ra.typed import NamedTuple


class Localized(NamedTuple):
    """Candidates after the boost; `boosted` names the trees that got it, sorted."""

    candidates: tuple[Candidate, ...]
    boosted: tuple[str, ...]


def prefer_local(
    candidates: Iterable[Candidate], local_trees: Collection[str], boost: float
) -> Localized:
    """Multiply the scores of local trees by `boost` (SPEC 8.6); equal scores keep their order."""
    local = frozenset(local_trees)
    candidates = tuple(candidates)
    boosted = {one.tree for one in candidates if one.tree in local}
    if boost == 1 or not boosted:
        return Localized(candidates, ())
    weighed = [
        Candidate(chunk_id, tree, score * boost if tree in boosted else score)
        for chunk_id, tree, score in candidates
    ]
    return Localized(tuple(sorted(weighed, key=_descending)), tuple(sorted(boosted)))


def _descending(candidate: Candidate) -> float:
    return -candidate.score
