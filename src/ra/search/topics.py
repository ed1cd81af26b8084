"""Unites the reports of several queries: interleaved by rank, every chunk once (SPEC 8.8)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest

from ra.query.ast import one_of, to_json
from ra.search.budget import Fit, trimmed
from ra.search.candidates import Stage
from ra.search.highlight import SnippetPart, merge, snippet
from ra.search.results import Match, Report, Result
from ra.search.verdict import Verdict
from ra.typed import NamedTuple

BETWEEN_SNIPPETS = SnippetPart(" … ", is_match=False)
_STRENGTHS = ("none", "weak", "strong")


class Topic(NamedTuple):
    """One of several queries, as typed, and the report of its search."""

    name: str
    report: Report

    def to_dict(self) -> dict[str, object]:
        """The topic as `ra search --json` has it."""
        return {
            "topic": self.name,
            "query": to_json(self.report.query),
            "verdict": self.report.verdict._asdict(),
            "partial": self.report.partial,
            "results": [result.id for result in self.report.results],
        }


class Topics(NamedTuple):
    """The searches of several queries, and how their results became one list.

    `limited` results are within the limit, `dropped` beyond it; `budget` is None if tokens are not
    limited.
    """

    each: tuple[Topic, ...]
    limited: int
    dropped: int
    budget: Fit | None

    def stages(self) -> Iterator[Stage]:
        """What was done with the results of all queries."""
        facts = {"kept": self.limited, "dropped": self.dropped}
        yield Stage("limit", facts, (f"{self.limited} kept, {self.dropped} dropped",))
        yield self.budget.stage() if self.budget else Stage("budget", None, ())


def united(topics: Sequence[Topic], limit: int, max_tokens: int, *, aggregates: bool) -> Report:
    """One report: the first results of every query, then the second ones, up to the limit.

    With `aggregates`, a chunk that another result shows joins it.
    """
    reports = [topic.report for topic in topics]
    lists = [report.results for report in reports]
    listed, dropped = _interleaved(lists, limit, _shows if aggregates else _is_same)
    results, budget = trimmed(listed, max_tokens) if max_tokens else (tuple(listed), None)
    first = reports[0]
    answered = [report for report in reports if report.results]
    return Report(
        query=one_of(report.query for report in reports),
        results=results,
        verdict=_best(reports),
        partial=bool(answered) and all(report.partial for report in answered),
        trees=first.trees,
        trace=first.trace,
        seconds={name: sum(report.seconds[name] for report in reports) for name in first.seconds},
        notes=tuple(dict.fromkeys(note for report in reports for note in report.notes)),
        topics=Topics(tuple(topics), len(listed), dropped, budget),
    )


def _best(reports: Sequence[Report]) -> Verdict:
    """The verdict of the query with the best match."""
    verdicts = [report.verdict for report in reports]
    return max(verdicts, key=lambda one: (_STRENGTHS.index(one.strength), one.share - one.needed))


def _interleaved(
    lists: Sequence[Sequence[Result]], limit: int, shows: Callable[[Result, Result], bool]
) -> tuple[list[Result], int]:
    """The results by rank, each joined to one that shows it, and how many are beyond the limit."""
    listed: list[Result] = []
    dropped = 0
    for rank in zip_longest(*lists):
        for result in filter(None, rank):
            above = next((at for at, one in enumerate(listed) if shows(one, result)), None)
            if above is not None:
                listed[above] = _joined(listed[above], result)
                continue
            below = [at for at, one in enumerate(listed) if shows(result, one)]
            if not below and len(listed) == limit:
                dropped += 1
                continue
            for at in below:
                result = _joined(result, listed[at])
            place = below[0] if below else len(listed)
            listed = [one for at, one in enumerate(listed) if at not in below]
            listed.insert(place, result)
    return listed, dropped


def _is_same(one: Result, other: Result) -> bool:
    return one.id == other.id


def _shows(one: Result, other: Result) -> bool:
    """Whether a result is the same chunk as another, or its text contains that chunk."""
    if one.id == other.id:
        return one.aggregated or not other.aggregated
    above, below = one.match.chunk, other.match.chunk
    return (
        one.shows_others
        and one.doc_id == other.doc_id
        and above.byte_start <= below.byte_start
        and below.byte_end <= above.byte_end
    )


def _joined(one: Result, other: Result) -> Result:
    """A result with the matches of another that it shows; its score is the higher one."""
    score = max(one.match.score, other.match.score)
    if one.id == other.id and not one.aggregated:
        return one._replace(match=_united(one.match, other.match))
    inside = other.constituents if one.id == other.id else other.matches
    own = _own(one) if one.aggregated or not one.borrows else None
    if one.id == other.id and (same := _own(other)):
        own = _united(own, same) if own else same
    parts: dict[str, Match] = {}
    for part in (*one.constituents, *inside):
        known = parts.get(part.chunk.id)
        parts[part.chunk.id] = part if known is None else _united(known, part)
    constituents = sorted(parts.values(), key=lambda part: (-part.score, part.chunk.id))
    match = one.match._replace(score=score, ranges=(), pieces=())
    return one._replace(match=match, constituents=tuple(constituents), own=own, borrows=False)


def _own(result: Result) -> Match | None:
    """The match of the chunk itself."""
    return result.own if result.aggregated else result.match


def _united(one: Match, other: Match) -> Match:
    """Two matches of one chunk as one: the best score, ranges united, snippets joined."""
    higher, lower = (one, other) if one.score >= other.score else (other, one)
    ranges = merge([*higher.ranges, *lower.ranges])
    pieces, others = higher.snippet, lower.snippet
    if others and _plain(others) == _plain(pieces):
        pieces = snippet(higher.chunk.body, ranges)  # the same text, with the matches of both
    elif others:
        pieces = (*pieces, BETWEEN_SNIPPETS, *others)
    first = min(filter(None, (higher.lines.match, lower.lines.match)), default=None)
    return higher._replace(
        ranges=ranges,
        pieces=pieces,
        lines=higher.lines._replace(match=first),
    )


def _plain(pieces: Sequence[SnippetPart]) -> str:
    return "".join(piece.text for piece in pieces)
