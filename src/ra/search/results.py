"""The result of a search: a report with its results, the verdict, and the trace of its stages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from ra.model import Chunk
from ra.query.ast import Query
from ra.search.aggregate import Aggregated
from ra.search.candidates import Candidate, Factor, KeywordFacts, Leg, Stage
from ra.search.elbow import Cut
from ra.search.floor import Floored
from ra.search.highlight import Range, SnippetPart
from ra.search.locality import Localized
from ra.search.normalize import Normalized
from ra.search.recency import Recent
from ra.search.verdict import Verdict
from ra.typed import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ra.search.budget import Fit


class Lines(NamedTuple):
    """Lines of the file, counted from 1.

    The chunk reaches from `start`, the line of its heading if it has one, to `end`. `opens` is
    the line to open where nothing in the body matches: that of the heading or of the first text.
    `match` is the line of the first match in the body. `body` has the line of each stretch of
    the body that is contiguous in the file, with the byte of the body where it begins.
    """

    start: int
    end: int
    opens: int
    match: int | None
    body: tuple[tuple[int, int], ...]

    @property
    def line(self) -> int:
        """The line to open: that of the first match, else of the heading or the text."""
        return self.opens if self.match is None else self.match

    def numbers(self, body: bytes, ascending: Iterable[int]) -> Iterator[int]:
        """The line of each of these bytes of the body."""
        stretches = iter((*self.body[1:], None))
        (done, number), following = self.body[0], next(stretches)
        for at in ascending:
            while following is not None and following[0] <= at:
                (done, number), following = following, next(stretches)
            number += body.count(b"\n", done, at)
            done = at
            yield number


class Match(NamedTuple):
    """A chunk as it is shown: highlighted ranges of its body, a snippet, its lines.

    `missing` are words of the query that neither it nor its names contain. `aliases` are other
    names of its document, read only where the query has terms of such names.
    """

    chunk: Chunk
    score: float
    ranges: tuple[Range, ...]
    snippet: tuple[SnippetPart, ...]
    lines: Lines
    missing: tuple[str, ...]
    aliases: tuple[str, ...] = ()

    def clipped(self, ranges: tuple[Range, ...], snippet: tuple[SnippetPart, ...]) -> Match:
        """The same match with the ranges that remain in a body that was cut."""
        lines = self.lines if ranges else self.lines._replace(match=None)
        return self._replace(ranges=ranges, snippet=snippet, lines=lines)


class Result(NamedTuple):
    """A chunk that matched, or a section that represents its constituents.

    `body` is the text to show: for a section with constituents, all the text below it. `cut`: a
    token budget left some of it out. `own` is the match of such a section itself, if it has one; it
    is not a constituent (SPEC 8.7). `borrows`: the chunk has no text of its own and shows that of
    the chunks below it.
    """

    match: Match
    body: str
    constituents: tuple[Match, ...]
    cut: bool
    own: Match | None = None
    borrows: bool = False

    @property
    def shows_others(self) -> bool:
        """Whether its text contains more than the match."""
        return self.aggregated or self.borrows

    @property
    def aggregated(self) -> bool:
        """Whether it represents other chunks."""
        return bool(self.constituents)

    @property
    def matches(self) -> tuple[Match, ...]:
        """All matches in it: its own match and its constituents, or itself."""
        own = (self.own,) if self.own else ()
        return (*own, *self.constituents) or (self.match,)


class Trace(NamedTuple):
    """What every stage returned, in their order.

    `limited` results are within the limit; `budget` is None if tokens are not limited.
    """

    legs: tuple[Leg, ...]
    recent: Recent
    normalized: Normalized
    localized: Localized
    elbow: Cut
    floor: Floored
    aggregated: Aggregated
    limited: int
    budget: Fit | None

    def stages(self) -> Iterator[Stage]:
        """What each stage after retrieval did; a stage that is not built yet is left out."""
        recency = self.recent.stage()
        yield from (recency,) if recency else ()
        yield self.normalized.stage()
        yield self.localized.stage()
        yield self.elbow.stage()
        yield self.floor.stage()
        yield self.aggregated.stage()
        dropped = len(self.aggregated.results) - self.limited
        facts = {"kept": self.limited, "dropped": dropped}
        yield Stage("limit", facts, (f"{self.limited} kept, {dropped} dropped",))
        yield self.budget.stage() if self.budget else Stage("budget", None, ())

    def factors(self, candidate: Candidate) -> tuple[Factor, ...]:
        """The factors that the stages applied to the score of a candidate."""
        recency = self.recent.factor(candidate)
        others = (self.normalized.factor(candidate), self.localized.factor(candidate))
        return (recency, *others) if recency else others

    def corrections(self) -> dict[str, tuple[str, ...]]:
        """The typed words that no searched tree contains, with the words searched instead."""
        found: dict[str, tuple[str, ...]] = {}
        for leg in self.legs:
            for typed, meant in leg.facts.corrections().items():
                found[typed] = tuple(dict.fromkeys((*found.get(typed, ()), *meant)))
        there = {typed for leg in self.legs for typed in found if leg.facts.contains(typed)}
        return {typed: meant for typed, meant in found.items() if typed not in there}

    def facts(self) -> dict[str, KeywordFacts]:
        """The analyzed query and its expansions, by tree."""
        return {leg.tree: leg.facts for leg in self.legs}


class Report(NamedTuple):
    """The results of a query, best first. `partial`: no chunk has all words, these have some.

    `notes` name trees that could not be searched whole because they are being built.
    """

    query: Query | None
    results: tuple[Result, ...]
    verdict: Verdict
    partial: bool
    trees: tuple[str, ...]
    trace: Trace
    seconds: Mapping[str, float]
    notes: tuple[str, ...] = ()
