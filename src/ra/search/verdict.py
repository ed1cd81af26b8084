"""Is the answer in here? Said from evidence, never from a normalized score (SPEC 8.10)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

Strength = Literal["strong", "weak", "none"]

# Measured: at this share of the best possible score 0 to 5 % of answerable questions are
# called weak, and nine in ten questions of another subject are.
STRONG_SHARE = 0.40


class Verdict(NamedTuple):
    """How well the best hit answers; `share` is its part of the best score the query could reach.

    Words alone cannot prove absence: `none` means that nothing at all was found.
    """

    strength: Strength
    share: float


def judge(evidence: Iterable[tuple[float, float]], found: bool) -> Verdict:
    """The verdict over all trees, from the score reached and the ideal one in each."""
    if not found:
        return Verdict("none", 0.0)
    # Without bare words there are only phrases, fields and filters, which are met or not.
    share = max((reached / ideal if ideal > 0 else 1.0 for reached, ideal in evidence), default=0.0)
    return Verdict("strong" if share >= STRONG_SHARE else "weak", min(share, 1.0))
