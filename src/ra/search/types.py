"""What do the stages of a search hand to each other? Small frozen values."""

from __future__ import annotations

from ra.typed import NamedTuple


class Candidate(NamedTuple):
    """A chunk that may answer, and how well; lists of them are sorted, best first."""

    chunk_id: str
    tree: str
    score: float
