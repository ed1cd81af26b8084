"""What does a search return? Chunks to show, what they stand for, and where other hits went."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ra.search.types import Candidate
from ra.typed import Literal, NamedTuple

Refusal = Literal["too shallow", "too large"]


class Result(NamedTuple):
    """A chunk to show. `hit` is its own match, absent when it stands only for its constituents.

    Constituents are the hits it took in, best first: always original hits, from any depth
    below it. A chunk that took in hits does not become a constituent when it is taken in
    itself; its constituents do.
    """

    chunk_id: str
    tree: str
    score: float
    constituents: tuple[Candidate, ...]
    hit: Candidate | None

    @property
    def aggregated(self) -> bool:
        """Whether it stands for other chunks."""
        return bool(self.constituents)


class Aggregated(NamedTuple):
    """Results, best first, and where the other hits went.

    `covered` names, for each hit that is neither a result nor a constituent, the result whose
    text holds it. `refused` names parents with enough hits that were not formed, and why.
    """

    results: tuple[Result, ...]
    covered: Mapping[str, str]
    refused: Mapping[str, Refusal]


def separate(candidates: Iterable[Candidate]) -> Aggregated:
    """Each hit as a result of its own: what is returned when aggregation is turned off."""
    results = [Result(one.chunk_id, one.tree, one.score, (), one) for one in candidates]
    results.sort(key=lambda one: (-one.score, one.chunk_id))
    return Aggregated(tuple(results), {}, {})
