"""Drops results that add much text and little relevance: the longer the answer, the better each
further result must be (SPEC 8.6).
"""

from __future__ import annotations

from collections.abc import Sequence

from ra.search.candidates import Stage
from ra.typed import NamedTuple

# Measured (docs/guides/evaluation.md): the share of the best score that the next result needs
# where the answer with it has `x` times the wanted tokens, and it alone `y` times, is this much,
# plus this much times `x`, plus this much times `y`.
_START, _SLOPE, _OWN, _MOST = 0.1, 0.25, 0.6, 0.65
_FREE = 0.4  # of the wanted tokens: so short an answer may have any results


class Economized(NamedTuple):
    """Which results stay, by their places, and how many tokens, estimated, they have.

    A `target` of 0 is off.
    """

    chosen: tuple[int, ...]
    dropped: int
    tokens: int
    target: int

    @property
    def kept(self) -> int:
        """How many results stay."""
        return len(self.chosen)

    def admits(self, score: float, best: float) -> bool:
        """Whether a further result with this score may be worth its tokens, if these are few."""
        return score >= _needed(self.tokens, 0, self.target) * best

    def stage(self) -> Stage:
        """What the stage did."""
        if not self.target:
            return Stage("economy", None, ())
        note = f"{self.kept} kept, {self.dropped} dropped: about {self.tokens:,} tokens"
        facts = {name: getattr(self, name) for name in ("kept", "dropped", "tokens", "target")}
        return Stage("economy", facts, (note,))


def economize(results: Sequence[tuple[float, int]], target: int) -> Economized:
    """Keep the results, given as scores and tokens, best first, that are worth their tokens.

    The first one stays, whatever its size; a `target` of 0 keeps all.
    """
    chosen: list[int] = []
    tokens = 0
    for place, (score, size) in enumerate(results):
        if not place or score >= _needed(tokens + size, size, target) * results[0][0]:
            chosen.append(place)
            tokens += size
    return Economized(tuple(chosen), len(results) - len(chosen), tokens, target)


def _needed(tokens: int, size: int, target: int) -> float:
    """The share of the best score that makes an answer of so many tokens worth it."""
    filled = tokens / target if target else 0.0
    if filled < _FREE:
        return 0.0
    return min(_MOST, _START + _SLOPE * filled + _OWN * size / target)
