"""Compares two runs question by question, with a randomization test."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import compress
from math import fsum
from random import Random

from ra.typed import NamedTuple

_ROUNDS = 5000
_SEED = 20
_EQUAL = 1e-9  # differences below it come from rounding
_HEADS = bytes.maketrans(b"01", b"\x00\x01")


class Paired(NamedTuple):
    """Two runs over their common questions.

    `chance` is the probability of differences as large as these if each one had a random sign:
    below .05 they are significant.
    """

    questions: int
    before: float
    now: float
    wins: int
    losses: int
    ties: int
    chance: float

    @property
    def difference(self) -> float:
        """The mean gain per question."""
        return self.now - self.before


def paired(before: Mapping[str, float], now: Mapping[str, float]) -> Paired | None:
    """The comparison; None when no question is in both."""
    both = [name for name in now if name in before]
    if not both:
        return None
    differences = [now[name] - before[name] for name in both]
    wins = sum(each > _EQUAL for each in differences)
    losses = sum(each < -_EQUAL for each in differences)
    return Paired(
        questions=len(both),
        before=fsum(before[name] for name in both) / len(both),
        now=fsum(now[name] for name in both) / len(both),
        wins=wins,
        losses=losses,
        ties=len(both) - wins - losses,
        chance=_chance([each for each in differences if abs(each) > _EQUAL]),
    )


def _chance(differences: Sequence[float]) -> float:
    """Fisher's randomization test, two-sided, with the same random signs in every run."""
    if not differences:
        return 1.0
    total, count = fsum(differences), len(differences)
    toss = Random(_SEED)
    as_large = 0
    for _ in range(_ROUNDS):
        heads = f"{toss.getrandbits(count):0{count}b}".encode().translate(_HEADS)
        as_large += abs(total - 2 * sum(compress(differences, heads))) >= abs(total) - _EQUAL
    return (as_large + 1) / (_ROUNDS + 1)
