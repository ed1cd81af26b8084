"""Puts complete matches of a lookup before partial ones (SPEC 8.1)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ra.search.candidates import Candidate, Stage
from ra.typed import NamedTuple

_BELOW = 1 - 1e-9  # equal scores are ordered by id


class Ordered(NamedTuple):
    """Candidates with the complete ones first; `factor` multiplied the scores of the others."""

    candidates: tuple[Candidate, ...]
    complete: int
    factor: float

    def unscaled(self, score: float) -> float:
        """A score as it was before complete matches came first."""
        is_partial = self.complete and score < self.candidates[self.complete - 1].score
        return score / self.factor if is_partial and self.factor else score

    def stage(self) -> Stage:
        """What the stage did; nothing where no match is complete or all are."""
        if not self.complete:
            return Stage("complete", None, ())
        others = len(self.candidates) - self.complete
        facts = {"complete": self.complete, "partial": others, "factor": self.factor}
        note = f"{self.complete} with all words first, then {others} with some"
        if self.factor < 1:
            note += f", their scores times {self.factor:.2g}"
        return Stage("complete", facts, (note,))


def complete_first(
    kept: Sequence[Candidate], complete: Sequence[Candidate], ids: Collection[str], most: int
) -> Ordered:
    """The complete candidates, then those of `kept` that are not among these ids; at most `most`.

    `kept` are the best of all candidates, `complete` the best of those that are complete. The
    scores of partial ones are scaled below every complete one, which keeps their order.
    """
    known = {one.chunk_id for one in complete}
    also = [one for one in kept if one.chunk_id in ids and one.chunk_id not in known]
    first = sorted([*complete, *also], key=lambda one: (-one.score, one.chunk_id))[:most]
    rest = [one for one in kept if one.chunk_id not in ids][: most - len(first)]
    factor = 1.0
    if first and rest and rest[0].score > 0:
        factor = min(1.0, _BELOW * max(first[-1].score, 0.0) / rest[0].score)
    scaled = [Candidate._make((one, tree, score * factor, legs)) for one, tree, score, legs in rest]
    return Ordered((*first, *scaled), len(first), factor)
