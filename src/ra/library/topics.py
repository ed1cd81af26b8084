"""Unites the results of several topics: every chunk once, with its best score (SPEC 8.8)."""

from __future__ import annotations

from collections.abc import Iterable

from ra.search.highlight import SnippetPart, merge
from ra.search.results import Match, Report, Result
from ra.typed import NamedTuple

BETWEEN_SNIPPETS = SnippetPart(" … ", is_match=False)


class Topics(NamedTuple):
    """The results of several searches, every chunk once, and the reports of the searches."""

    results: tuple[Result, ...]
    reports: tuple[Report, ...]


def united(reports: Iterable[Report]) -> Topics:
    """One entry per chunk with its highest score, its ranges united, its snippets joined."""
    reports = tuple(reports)
    best: dict[str, Result] = {}
    for each in reports:
        for result in each.results:
            chunk_id = result.match.chunk.id
            known = best.get(chunk_id)
            best[chunk_id] = result if known is None else _joined(known, result)
    order = sorted(best.values(), key=lambda each: (-each.match.score, each.match.chunk.id))
    return Topics(tuple(order), reports)


def _joined(one: Result, other: Result) -> Result:
    """One result for both; a section with constituents has no ranges of its own."""
    higher, lower = (one, other) if one.match.score >= other.match.score else (other, one)
    if not (one.aggregated or other.aggregated):
        return higher._replace(match=_united(higher.match, lower.match))
    section = higher if higher.aggregated else lower
    match = section.match._replace(score=higher.match.score)
    own = _own(higher)
    if own and (same := _own(lower)):
        own = _united(own, same)
    parts: dict[str, Match] = {}
    for part in (*higher.constituents, *lower.constituents):
        known = parts.get(part.chunk.id)
        parts[part.chunk.id] = part if known is None else _united(known, part)
    constituents = sorted(parts.values(), key=lambda part: (-part.score, part.chunk.id))
    return section._replace(
        match=match,
        constituents=tuple(constituents),
        own=own or _own(lower),
    )


def _own(result: Result) -> Match | None:
    """The match of the chunk itself."""
    return result.own if result.aggregated else result.match


def _united(one: Match, other: Match) -> Match:
    """Two matches of one chunk as one: the best score, ranges united, snippets joined."""
    higher, lower = (one, other) if one.score >= other.score else (other, one)
    pieces = higher.snippet
    if lower.snippet and lower.snippet != pieces:
        pieces = (*pieces, BETWEEN_SNIPPETS, *lower.snippet)
    first = min(filter(None, (higher.lines.match, lower.lines.match)), default=None)
    return higher._replace(
        ranges=merge([*higher.ranges, *lower.ranges]),
        snippet=pieces,
        lines=higher.lines._replace(match=first),
    )
