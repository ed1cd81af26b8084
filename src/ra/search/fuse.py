"""Fuses the legs of a search into one list of candidates (SPEC 8.5)."""

from __future__ import annotations

from collections.abc import Iterable

from ra.search.candidates import Candidate, Leg


def fuse(legs: Iterable[Leg]) -> list[Candidate]:
    """The candidates of all trees, best first, each with its rank and score in its leg.

    There is one leg so far: its score is the fused score.
    """
    candidates = [
        Candidate(hit.chunk_id, leg.tree, hit.score, ((leg.name, rank, hit.score),))
        for leg in legs
        for rank, hit in enumerate(leg.hits, start=1)
    ]
    candidates.sort(key=lambda one: (-one.score, one.chunk_id))
    return candidates
