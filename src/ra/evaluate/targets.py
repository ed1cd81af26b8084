"""Matches hits and results with the targets of a question."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from ra.evaluate.measures import DEPTH
from ra.evaluate.sets import Passage
from ra.model import Chunk, Span, each_in_file
from ra.search.results import Result
from ra.typed import NamedTuple


class TargetKey(NamedTuple):
    """The position of a chunk in the form of targets: `slug` is empty for a document.

    A part of a section has the position of its section. `holds` are other targets whose whole text
    it contains, as a chunk of several sections does.
    """

    path: str
    slug: str
    holds: tuple[str, ...] = ()

    @property
    def target(self) -> str:
        """The section, or the document."""
        return f"{self.path}#{self.slug}" if self.slug else self.path


def places(chunks: Sequence[Chunk], spans: Mapping[str, Span]) -> dict[str, TargetKey]:
    """The place of each chunk by its id; `spans` has the range of each target in its file."""
    wanted: dict[str, dict[str, Span]] = defaultdict(dict)
    for chunk in chunks:
        target = TargetKey(chunk.path, chunk.slug or "").target
        if chunk.slug and target in spans:
            wanted[chunk.path][target] = spans[target]
    found = {}
    for chunk in chunks:
        place = TargetKey(chunk.path, chunk.slug or "")
        held = [name for name, span in wanted[chunk.path].items() if _holds(chunk, span)]
        found[chunk.id] = place._replace(holds=tuple(n for n in held if n != place.target))
    return found


def grades_found(
    ranked: Iterable[TargetKey], grades: Mapping[str, float], *, by_document: bool
) -> list[float]:
    """The grade of each hit, best first, 0 for a wrong one.

    Further hits for the same target are skipped. With `by_document` this applies to every document.
    """
    seen: set[str] = set()
    found: list[float] = []
    for place in ranked:
        names = _targets(place, grades, by_document)
        new = [name for name in names if name not in seen]
        if names and not new:
            continue
        best = max(new, key=lambda name: grades.get(name, 0), default=None)
        if best is not None:
            seen.add(best)
        found.append(0 if best is None else grades.get(best, 0))
        if len(found) == DEPTH:
            break
    return found


def _targets(place: TargetKey, grades: Mapping[str, float], by_document: bool) -> Sequence[str]:
    """The targets that this hit satisfies; empty means a wrong section."""
    if by_document:
        return (place.path,)
    for names in ((place.target,), place.holds, (place.path,)):
        known = [name for name in names if name in grades]
        if known:
            return known
    return ()


def covered(
    results: Sequence[Result], grades: Mapping[str, float], spans: Mapping[str, Span]
) -> float:
    """The share of targets whose text was returned, also inside a larger section.

    `spans` has the range of each target that is a section.
    """
    reached = [target for target in grades if any(_has(each, target, spans) for each in results)]
    return len(reached) / len(grades)


def shown(results: Sequence[Result], grades: Mapping[str, float]) -> float:
    """The share of targets that are results themselves, not part of a larger one."""
    chunks = [each.match.chunk for each in results]
    sections = {TargetKey(each.path, each.slug or "").target for each in chunks}
    names = sections | {each.path for each in chunks}
    return sum(target in names for target in grades) / len(grades)


def _has(result: Result, target: str, spans: Mapping[str, Span]) -> bool:
    chunk = result.match.chunk
    shown = [chunk, *(part.chunk for part in result.constituents)]
    if f"{chunk.tree}:{target}" in result.also_in:
        return True
    if any(target in (each.path, TargetKey(each.path, each.slug or "").target) for each in shown):
        return True
    span = spans.get(target)
    if span is None or not target.startswith(f"{chunk.path}#"):
        return False
    return any(start <= span.start and span.end <= end for start, end in _spans(result))


def _holds(chunk: Chunk, span: Span) -> bool:
    return any(start <= span.start and span.end <= end for start, end in chunk.spans)


class Shares(NamedTuple):
    """The overlap of returned and relevant bytes, from 0 to 1.

    `recall` is the returned share of the relevant bytes, `precision` the relevant share of the
    returned bytes, `iou` the intersection over the union.
    """

    recall: float
    precision: float
    iou: float


def passages_returned(results: Sequence[Result], passages: Sequence[Passage]) -> Shares | None:
    """Compare bytes; each counts once, however often it was returned. None without passages."""
    total = sum(passage.end - passage.start for passage in passages)
    if not total:
        return None
    shown = [(result.match.chunk.path, span) for result in results for span in _spans(result)]
    both = sum(_overlap(passage, shown) for passage in passages)
    everything = [
        Passage(path, 0, max(end for _, end in _of(shown, path))) for path in _paths(shown)
    ]
    returned = sum(_overlap(whole, shown) for whole in everything)
    return Shares(
        both / total, both / returned if returned else 0.0, both / (total + returned - both)
    )


def _paths(shown: Sequence[tuple[str, Span]]) -> list[str]:
    return sorted({path for path, _ in shown})


def _of(shown: Sequence[tuple[str, Span]], path: str) -> list[Span]:
    return sorted(span for where, span in shown if where == path)


def _spans(result: Result) -> Sequence[Span]:
    """The byte ranges shown; a body that is not cut from the file has only its own range."""
    chunk = result.match.chunk
    if result.passages:
        borders = [at for each in result.passages for at in (each.start, each.end - 1)]
        places = list(each_in_file(chunk, borders))
        return [Span(*pair) for pair in zip(places[::2], places[1::2], strict=True)]
    if chunk.spans and not result.aggregated:
        return chunk.spans
    return (Span(chunk.byte_start, chunk.byte_end),)


def _overlap(passage: Passage, shown: Sequence[tuple[str, Span]]) -> int:
    """Bytes of the passage that are shown; each counts once."""
    bytes_seen, reached = 0, passage.start
    for start, end in _of(shown, passage.path):
        start, end = max(start, reached), min(end, passage.end)
        if end > start:
            bytes_seen += end - start
            reached = end
    return bytes_seen
