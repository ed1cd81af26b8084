"""The weight of a model that nobody has tuned, from the spread of its cosines.

Models differ in how far the cosines of one query lie apart: a narrow spread needs a larger
weight to change an order as much. Four models measured best near 0.04 / spread
(docs/decisions).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt

_SHARE = 0.04
_LEAST_SPREAD = 0.01  # below it cosines say nothing: no weight grows without bound


def spread(cosines: Sequence[float]) -> float:
    """The standard deviation of the cosines of one query."""
    if len(cosines) < 2:
        return 0.0
    mean = sum(cosines) / len(cosines)
    return sqrt(sum((cosine - mean) ** 2 for cosine in cosines) / len(cosines))


def weight_of(spreads: Iterable[float]) -> float:
    """The weight for the median of these spreads; 0 without any."""
    known = sorted(value for value in spreads if value > 0)
    if not known:
        return 0.0
    middle = known[len(known) // 2]
    return _SHARE / max(middle, _LEAST_SPREAD)
