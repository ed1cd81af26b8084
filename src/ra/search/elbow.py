"""Cuts candidates before the first score that is far below the one before it (SPEC 8.6)."""

from __future__ import annotations

from collections.abc import Sequence

from ra.search.candidates import Candidate, Stage
from ra.typed import Literal, NamedTuple

CutReason = Literal[
    "everything kept",
    "steep drop",  # the next score is below `cutoff_ratio` of the last one kept
    "no positive score",  # the next score is zero or less
    "limit",  # `max_candidates` are kept, though the curve goes on
]


class Cut(NamedTuple):
    """The candidates above the cut, those below it, and the reason for the cut."""

    kept: tuple[Candidate, ...]
    dropped: tuple[Candidate, ...]
    reason: CutReason

    def stage(self) -> Stage:
        """What the stage did."""
        kept, dropped, reason = len(self.kept), len(self.dropped), str(self.reason)
        facts = {"kept": kept, "dropped": dropped, "reason": reason}
        if reason == "steep drop" and kept:
            share = self.dropped[0].score / self.kept[-1].score
            reason = f"steep drop, the next score is {share:.0%} of the one before"
        return Stage("elbow", facts, (f"{kept} kept, {dropped} dropped: {reason}",))


def elbow(candidates: Sequence[Candidate], *, ratio: float, limit: int) -> Cut:
    """Keep candidates, best first, until the first steep drop; at most `limit` (SPEC 8.6).

    A single candidate stays, whatever its score. `ratio` 0 turns the cut off, not the limit.
    Whether there is a single one is judged before the limit, so that a larger limit only
    ever adds candidates.
    """
    candidates = tuple(candidates)
    count, reason = _drop(candidates, ratio)
    if limit < count:
        count, reason = limit, "limit"
    return Cut(candidates[:count], candidates[count:], reason)


def _drop(candidates: tuple[Candidate, ...], ratio: float) -> tuple[int, CutReason]:
    """The number of candidates before the drop, and the kind of drop."""
    if ratio == 0 or len(candidates) < 2:
        return len(candidates), "everything kept"
    before = candidates[0].score
    for count, (_, _, score, _) in enumerate(candidates):
        if score <= 0:
            return count, "no positive score"
        if score < ratio * before:
            return count, "steep drop"
        before = score
    return len(candidates), "everything kept"
