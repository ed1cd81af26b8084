"""Which targets does a ranking reach, and which are in what was returned?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from ra.evaluate.measures import DEPTH
from ra.evaluate.sets import Passage
from ra.model import Span
from ra.search.report import Answer


class Place(NamedTuple):
    """Where a chunk stands, as targets are written: `slug` is empty for a document."""

    path: str
    slug: str

    @property
    def target(self) -> str:
        """The section, or the document."""
        return f"{self.path}#{self.slug}" if self.slug else self.path


def grades_found(
    ranked: Iterable[Place], grades: Mapping[str, int], *, by_document: bool
) -> list[int]:
    """The grade of each hit, best hit first, 0 for a wrong one.

    A second hit for the same target is neither right nor wrong and takes no place. With
    `by_document` that holds for every document.
    """
    seen: set[str] = set()
    found: list[int] = []
    for place in ranked:
        target = _target(place, grades, by_document)
        if target is not None and target in seen:
            continue
        if target is not None:
            seen.add(target)
        found.append(grades.get(target, 0) if target is not None else 0)
        if len(found) == DEPTH:
            break
    return found


def _target(place: Place, grades: Mapping[str, int], by_document: bool) -> str | None:
    """What this hit counts for; None is a wrong section, of which there can be many."""
    if by_document:
        return place.path
    return next((name for name in (place.target, place.path) if name in grades), None)


def covered(
    answers: Sequence[Answer], grades: Mapping[str, int], spans: Mapping[str, Span]
) -> float:
    """The share of targets whose text was returned, be it inside a larger section.

    `spans` says what each target that is a section covers in its file.
    """
    reached = [target for target in grades if any(_has(each, target, spans) for each in answers)]
    return len(reached) / len(grades)


def _has(answer: Answer, target: str, spans: Mapping[str, Span]) -> bool:
    chunk = answer.found.chunk
    shown = [chunk, *(part.chunk for part in answer.constituents)]
    if any(target in (each.path, Place(each.path, each.slug or "").target) for each in shown):
        return True
    span = spans.get(target)
    return (
        answer.aggregated
        and span is not None
        and target.startswith(f"{chunk.path}#")
        and chunk.byte_start <= span.start
        and span.end <= chunk.byte_end
    )


def passages_returned(answers: Sequence[Answer], passages: Sequence[Passage]) -> float | None:
    """The share of the answering bytes that was returned; None where no passages are given."""
    total = sum(passage.end - passage.start for passage in passages)
    if not total:
        return None
    shown = [(answer.found.chunk.path, span) for answer in answers for span in _spans(answer)]
    return sum(_overlap(passage, shown) for passage in passages) / total


def _spans(answer: Answer) -> Sequence[Span]:
    chunk = answer.found.chunk
    return (Span(chunk.byte_start, chunk.byte_end),) if answer.aggregated else chunk.spans


def _overlap(passage: Passage, shown: Sequence[tuple[str, Span]]) -> int:
    """Bytes of the passage that are shown; a byte shown twice counts once."""
    spans = sorted(span for path, span in shown if path == passage.path)
    bytes_seen, reached = 0, passage.start
    for start, end in spans:
        start, end = max(start, reached), min(end, passage.end)
        if end > start:
            bytes_seen += end - start
            reached = end
    return bytes_seen
