"""Drops results that add much text and little relevance: the longer the answer, the better each
further result must be (SPEC 8.6).
"""

from __future__ import annotations

from collections.abc import Sequence

from ra.search.candidates import Stage
from ra.typed import NamedTuple

# Measured (docs/guides/evaluation.md): the share of the best score that the next result needs
# where the answer with it has `x` times the wanted tokens is this much, plus this much times `x`.
_START, _SLOPE, _MOST = 0.15, 0.3, 0.95
_FREE = 0.4  # of the wanted tokens: so short an answer may have any results


class Economized(NamedTuple):
    """How many results stay and how many tokens, estimated, they have; `target` 0 is off."""

    kept: int
    dropped: int
    tokens: int
    target: int

    def stage(self) -> Stage:
        """What the stage did."""
        if not self.target:
            return Stage("economy", None, ())
        note = f"{self.kept} kept, {self.dropped} dropped: about {self.tokens:,} tokens"
        return Stage("economy", self._asdict(), (note,))


def economize(results: Sequence[tuple[float, int]], target: int) -> Economized:
    """Keep results, given as scores and tokens, best first, while they are worth their tokens.

    The first one stays, whatever its size; a `target` of 0 keeps all.
    """
    count, tokens = 0, 0
    for score, size in results:
        if count and score < _needed(tokens + size, target) * results[0][0]:
            break
        count, tokens = count + 1, tokens + size
    return Economized(count, len(results) - count, tokens, target)


def _needed(tokens: int, target: int) -> float:
    """The share of the best score that makes an answer of so many tokens worth it."""
    filled = tokens / target if target else 0.0
    return 0.0 if filled < _FREE else min(_MOST, _START + _SLOPE * filled)
