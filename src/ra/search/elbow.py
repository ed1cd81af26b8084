"""Where does relevance end? Before the first score that is far below the one before it."""

from __future__ import annotations

from collections.abc import Sequence

from ra.search.types import Candidate
from ra.typed import Literal, NamedTuple

CutReason = Literal[
    "everything kept",
    "steep drop",  # the next score is below `cutoff_ratio` of the last one kept
    "no positive score",  # the next score is zero or less
    "limit",  # `max_candidates` are kept, though the curve goes on
]


class Cut(NamedTuple):
    """What survived the elbow, what did not, and why the line was drawn between them."""

    kept: tuple[Candidate, ...]
    dropped: tuple[Candidate, ...]
    reason: CutReason


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
    """How many stand before the drop, and what kind of drop it is."""
    if ratio == 0 or len(candidates) < 2:
        return len(candidates), "everything kept"
    before = candidates[0].score
    for count, candidate in enumerate(candidates):
        if candidate.score <= 0:
            return count, "no positive score"
        if candidate.score < ratio * before:
            return count, "steep drop"
        before = candidate.score
    return len(candidates), "everything kept"
