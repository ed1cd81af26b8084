"""Drops candidates far below the best one, because a slow decline has no elbow (SPEC 8.6)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence

from ra.search.candidates import Candidate, Stage, descending
from ra.typed import NamedTuple


class Floored(NamedTuple):
    """The candidates at or above the floor and those below it; `floor` is the lowest score kept."""

    kept: tuple[Candidate, ...]
    dropped: tuple[Candidate, ...]
    floor: float | None

    def stage(self) -> Stage:
        """What the stage did."""
        kept, dropped, floor = len(self.kept), len(self.dropped), self.floor
        limit = "off" if floor is None else f"the floor is {floor:.4g}"
        facts = {"kept": kept, "dropped": dropped, "least": floor}
        return Stage("floor", facts, (f"{kept} kept, {dropped} dropped: {limit}",))


def relevance_floor(
    candidates: Sequence[Candidate], *, share: float, bases: Mapping[str, float] | None = None
) -> Floored:
    """Drop the tail whose scores are below `share` of the best one (SPEC 8.6).

    Candidates come best first. `share` 0 turns the floor off; so does a best score that is not
    positive, which has no meaningful share. `floor` is then None. What counts is the part of a
    score above the base of its tree: an average cosine says nothing about a section.
    """
    candidates = tuple(candidates)
    known = bases or {}
    least = min(known.values(), default=0.0)
    best = candidates[0].score - known.get(candidates[0].tree, 0.0) if candidates else 0.0
    if share == 0 or best <= 0:
        return Floored(candidates, (), None)
    if known:
        count = sum(1 for one in candidates if one.score - known.get(one.tree, 0.0) >= share * best)
    else:  # best first, so the tail is found without looking at each
        count = bisect_right(candidates, -share * best, key=descending)
    return Floored(candidates[:count], candidates[count:], least + share * best)
