"""Computes ranking metrics from 0 to 1 over the grades of the hits, best first."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import ceil, log2, pow

DEPTH = 10


def ndcg(found: Sequence[float], wanted: Collection[float]) -> float:
    """Discounted gain as a share of the best possible one (Järvelin and Kekäläinen 2002)."""
    best = _gain(sorted(wanted, reverse=True))
    return _gain(found) / best if best else 0.0


def recall(found: Sequence[float], wanted: Collection[float]) -> float:
    """The share of all targets among the hits."""
    return sum(grade > 0 for grade in found[:DEPTH]) / len(wanted) if wanted else 0.0


def reciprocal_rank(found: Sequence[float]) -> float:
    """One over the rank of the first target, 0 if there is none."""
    places = (place for place, grade in enumerate(found[:DEPTH], start=1) if grade > 0)
    return 1 / next(places) if any(grade > 0 for grade in found[:DEPTH]) else 0.0


def mean(values: Sequence[float]) -> float:
    """The mean; 0 for no values."""
    return sum(values) / len(values) if values else 0.0


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that this share of all values does not exceed; 0 for no values."""
    return sorted(values)[max(0, ceil(share * len(values)) - 1)] if values else 0.0


def _gain(grades: Sequence[float]) -> float:
    graded = enumerate(grades[:DEPTH], start=2)
    return sum((pow(2, grade) - 1) / log2(place) for place, grade in graded)
