"""What is too far below the best to be shown? A slow decline has no elbow, but it has a floor."""

from __future__ import annotations

from collections.abc import Sequence

from ra.search.types import Candidate
from ra.typed import NamedTuple


class Floored(NamedTuple):
    """What stands on the floor and what fell through; `floor` is the least score that stays."""

    kept: tuple[Candidate, ...]
    dropped: tuple[Candidate, ...]
    floor: float | None


def relevance_floor(candidates: Sequence[Candidate], *, share: float) -> Floored:
    """Drop the tail whose scores are below `share` of the best one (SPEC 8.6).

    Candidates come best first. `share` 0 turns the floor off; so does a best score that is not
    positive, which has no meaningful share. `floor` is then None.
    """
    candidates = tuple(candidates)
    if share == 0 or not candidates or candidates[0].score <= 0:
        return Floored(candidates, (), None)
    floor = share * candidates[0].score
    count = sum(1 for one in candidates if one.score >= floor)
    return Floored(candidates[:count], candidates[count:], floor)
