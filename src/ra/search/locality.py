"""Raises the scores of local trees, those of the project in which the search runs (SPEC 8.6)."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from ra.search.candidates import Candidate, Factor, Stage, descending
from ra.typed import NamedTuple


class Localized(NamedTuple):
    """Candidates after the boost; `boosted` names the trees that got it, sorted."""

    candidates: tuple[Candidate, ...]
    boosted: tuple[str, ...]
    boost: float

    def factor(self, candidate: Candidate) -> Factor:
        """What the score of this candidate was multiplied by."""
        boost = self.boost if candidate.tree in self.boosted else 1.0
        return Factor("local_boost", boost, "" if boost == 1 else f"x {boost:.3g} (local)")

    def stage(self) -> Stage:
        """What the stage did."""
        boosted = ", ".join(self.boosted)
        note = f"raised: {boosted}" if boosted else "nothing raised"
        return Stage("locality", {"boosted": list(self.boosted)}, (note,))


def prefer_local(
    candidates: Iterable[Candidate], local_trees: Collection[str], boost: float
) -> Localized:
    """Multiply the scores of local trees by `boost` (SPEC 8.6); equal scores keep their order."""
    local = frozenset(local_trees)
    candidates = tuple(candidates)
    trees = {one.tree for one in candidates}
    boosted = trees & local
    if boost == 1 or not boosted:
        return Localized(candidates, (), boost)
    weighed = [
        Candidate._make((chunk_id, tree, score * boost if tree in boosted else score, legs))
        for chunk_id, tree, score, legs in candidates
    ]
    if trees != boosted:
        weighed.sort(key=descending)
    return Localized(tuple(weighed), tuple(sorted(boosted)), boost)
