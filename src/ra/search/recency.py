"""Raises the scores of recently changed documents (SPEC 8.5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date

from ra.search.candidates import Candidate, Factor, Stage, descending
from ra.typed import NamedTuple

# The maximum age in days, and the factor at a bias of 1.
_FACTORS = ((7, 1.2), (30, 1.1))


class Recent(NamedTuple):
    """Candidates after the stage, and the factors of those that were raised, by chunk id."""

    candidates: tuple[Candidate, ...]
    factors: Mapping[str, float]

    def factor(self, candidate: Candidate) -> Factor | None:
        """What the score of this candidate was multiplied by, if the stage raised any."""
        if not self.factors:
            return None
        value = self.factors.get(candidate.chunk_id, 1.0)
        return Factor("recency", value, "" if value == 1 else f"x {value:.3g} (recent)")

    def stage(self) -> Stage | None:
        """What the stage did; None if it raised nothing."""
        if not self.factors:
            return None
        raised = len(self.factors)
        return Stage("recency", {"raised": raised}, (f"{raised} raised",))


def prefer_recent(
    candidates: Iterable[Candidate], days: Mapping[str, int], today: date, *, bias: float
) -> Recent:
    """Multiply scores by 1 + `bias` × (1.2 or 1.1 - 1); `days` has the day of each chunk.

    A chunk without a day and one older than 30 days keep their scores. A bias of 0 turns the
    stage off.
    """
    candidates = tuple(candidates)
    now = today.toordinal()
    raising = {
        day: 1 + bias * (factor - 1)
        for day in set(days.values())
        if bias and (factor := _of_age(now - day)) != 1
    }
    factors = {one: raising[day] for one, day in days.items() if day in raising}
    if not factors:
        return Recent(candidates, {})
    raised = [
        Candidate(chunk_id, tree, score * factors[chunk_id], legs) if chunk_id in factors else one
        for one in candidates
        for chunk_id, tree, score, legs in (one,)
    ]
    return Recent(tuple(sorted(raised, key=descending)), factors)


def _of_age(days: int) -> float:
    return next((factor for most, factor in _FACTORS if days <= most), 1.0)
