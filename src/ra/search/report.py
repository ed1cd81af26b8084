"""What does a search answer with? Results a person can read, the verdict, and the trace."""

from __future__ import annotations

from collections.abc import Mapping

from ra.model import Chunk
from ra.query.ast import Query
from ra.search.elbow import Cut
from ra.search.floor import Floored
from ra.search.locality import Localized
from ra.search.normalize import Normalized
from ra.search.ranges import Range
from ra.search.results import Aggregated
from ra.search.retrieve import Retrieved
from ra.search.snippet import Piece
from ra.search.verdict import Verdict
from ra.typed import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ra.search.budget import Fit


class Found(NamedTuple):
    """A chunk as it is shown: where its matches are, on which lines it stands, what it lacks.

    `missing` are words of the query that neither it nor its names have. `aliases` are other
    names of its document, where the query has words of such names.
    """

    chunk: Chunk
    score: float
    ranges: tuple[Range, ...]
    snippet: tuple[Piece, ...]
    lines: tuple[int, int]
    missing: tuple[str, ...]
    aliases: tuple[str, ...] = ()


class Answer(NamedTuple):
    """A result: a chunk that matched, or a section that stands for its constituents.

    `body` is the text to show: of a section that stands for others, all that is under it.
    `cut` says that a token budget left some of it out. `own` is the match of such a section
    itself, if it has one: it is no constituent (SPEC 8.7). `borrows`: the chunk says nothing
    itself, so its text is that of what is under it.
    """

    found: Found
    body: str
    constituents: tuple[Found, ...]
    cut: bool
    own: Found | None = None
    borrows: bool = False

    @property
    def shows_others(self) -> bool:
        """Whether its text is more than what matched."""
        return self.aggregated or self.borrows

    @property
    def aggregated(self) -> bool:
        """Whether it stands for other chunks."""
        return bool(self.constituents)


class Trace(NamedTuple):
    """What every stage did, in their order.

    `limited` results are within the limit; `budget` says what fits into the tokens, if they
    are bounded.
    """

    retrieved: tuple[Retrieved, ...]
    normalized: Normalized
    localized: Localized
    elbow: Cut
    floor: Floored
    aggregated: Aggregated
    limited: int
    budget: Fit | None


class Report(NamedTuple):
    """The answer to a query. `partial`: no chunk has all words, these have some."""

    query: Query | None
    answers: tuple[Answer, ...]
    verdict: Verdict
    partial: bool
    trees: tuple[str, ...]
    trace: Trace
    seconds: Mapping[str, float]
