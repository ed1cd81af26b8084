"""How do several searches become one answer? Every chunk once, with all that was found in it."""

from __future__ import annotations

from collections.abc import Iterable

from ra.search.ranges import merge
from ra.search.report import Answer, Found, Report
from ra.search.snippet import Piece
from ra.typed import NamedTuple

BETWEEN_SNIPPETS = Piece(" … ", is_match=False)


class Topics(NamedTuple):
    """The answers of several searches, every chunk once, and the searches themselves."""

    answers: tuple[Answer, ...]
    reports: tuple[Report, ...]


def united(reports: Iterable[Report]) -> Topics:
    """One entry per chunk with its highest score, its ranges united, its snippets joined."""
    reports = tuple(reports)
    best: dict[str, Answer] = {}
    for each in reports:
        for answer in each.answers:
            chunk_id = answer.found.chunk.id
            known = best.get(chunk_id)
            best[chunk_id] = answer if known is None else _joined(known, answer)
    order = sorted(best.values(), key=lambda each: (-each.found.score, each.found.chunk.id))
    return Topics(tuple(order), reports)


def _joined(one: Answer, other: Answer) -> Answer:
    """One answer for both; a section that stands for others has no matches of its own."""
    higher, lower = (one, other) if one.found.score >= other.found.score else (other, one)
    if not (one.aggregated or other.aggregated):
        return higher._replace(found=_united(higher.found, lower.found))
    section = higher if higher.aggregated else lower
    found = section.found._replace(score=higher.found.score)
    own = _own(higher)
    if own and (same := _own(lower)):
        own = _united(own, same)
    parts: dict[str, Found] = {}
    for part in (*higher.constituents, *lower.constituents):
        known = parts.get(part.chunk.id)
        parts[part.chunk.id] = part if known is None else _united(known, part)
    constituents = sorted(parts.values(), key=lambda part: (-part.score, part.chunk.id))
    return section._replace(
        found=found,
        constituents=tuple(constituents),
        own=own or _own(lower),
    )


def _own(answer: Answer) -> Found | None:
    """What matched in the chunk itself."""
    return answer.own if answer.aggregated else answer.found


def _united(one: Found, other: Found) -> Found:
    """Two finds of the same chunk as one: its best score, its ranges united, snippets joined."""
    higher, lower = (one, other) if one.score >= other.score else (other, one)
    pieces = higher.snippet
    if lower.snippet and lower.snippet != pieces:
        pieces = (*pieces, BETWEEN_SNIPPETS, *lower.snippet)
    return higher._replace(ranges=merge([*higher.ranges, *lower.ranges]), snippet=pieces)
