"""Explains a search: the tree of the query, what every stage did, and the curve of scores."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ra.present import clean, query
from ra.present.style import Style
from ra.search.candidates import Candidate, Leg, Stage
from ra.search.normalize import min_max
from ra.search.results import Report
from ra.search.trace import Trace
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from ra.search.topics import Topics

_WIDE = 40  # columns of the longest bar
_BEFORE = 3  # bars before a late cut
_AFTER = 5  # bars after a cut: enough to show the drop
_MOST = 30  # bars in all


def draw(report: Report, style: Style) -> Iterator[str]:
    """The tree of the query, its expansions, the stages, and the curve of scores with its cuts.

    Each of several queries has its own, and then what was done with all results.
    """
    if report.topics is None:
        yield from _drawn(report, style)
        return
    for topic in report.topics.each:
        yield style.bold(clean.line(topic.name))
        yield from _drawn(topic.report, style)
    yield from _stages_of_all(report.topics, report, style)


def _drawn(report: Report, style: Style) -> Iterator[str]:
    if report.origin is not None:
        from ra.present import origin  # few queries are made of a file

        yield from origin.draw(report.origin, style)
    yield style.bold("query")
    if report.query is None:
        yield "  (empty)"
    else:
        yield from (f"  {line}" for line in query.draw(report.query, style))
    yield from _expansions(report.trace.legs, style)
    yield from _stages(report, style)
    yield from _curve(report.trace, style)


def stages(report: Report, style: Style) -> Iterator[str]:
    """One line for each leg and stage with its result."""
    if report.topics is None:
        yield from _stages(report, style)
        return
    for topic in report.topics.each:
        yield style.bold(clean.line(topic.name))
        yield from _stages(topic.report, style)
    yield from _stages_of_all(report.topics, report, style)


def _stages(report: Report, style: Style) -> Iterator[str]:
    told = report.trace.retrieved.stages()
    yield style.bold("stages")
    yield from _told((*told, *report.trace.stages(), report.verdict.stage()), report, style)


def _stages_of_all(topics: Topics, report: Report, style: Style) -> Iterator[str]:
    yield style.bold(f"all {len(topics.each)} queries, interleaved by rank")
    yield from _told((*topics.stages(), report.verdict.stage()), report, style)


def _told(done: Iterable[Stage], report: Report, style: Style) -> Iterator[str]:
    for stage in done:
        for number, note in enumerate(stage.notes):
            name = "" if number else stage.name
            yield f"  {style.name(name.ljust(9))}  {clean.name(note)}"
    spent = style.symbols.dot.join(
        f"{name} {seconds * 1000:.1f} ms" for name, seconds in report.seconds.items()
    )
    yield f"  {style.name('time'.ljust(9))}  {spent}"
    yield ""


def _expansions(legs: Sequence[Leg], style: Style) -> Iterator[str]:
    lines = [f"  {leg.tree}: {line}" for leg in legs for line in leg.facts.near_words()]
    if lines:
        yield style.bold("near words")
        yield from map(clean.line, lines)


def _curve(trace: Trace, style: Style) -> Iterator[str]:
    """A bar for each score; a line where the elbow and the floor cut."""
    candidates = trace.localized.candidates
    if not candidates:
        return
    ends = {len(trace.elbow.kept): "elbow"}
    if trace.floor.dropped:
        ends[len(trace.floor.kept)] = "floor"
    shares = _shares(trace)
    yield style.bold("scores")
    done = 0
    for number in _shown(len(candidates), sorted(ends)):
        if number > done:
            yield style.dim(f"  ... {number - done} more ...")
        if number in ends:
            yield _line(ends[number], style)
        yield _bar(candidates[number], shares[number], style)
        done = number + 1
    left = len(candidates) - done
    if left:
        yield style.dim(f"  and {left} more")
    yield ""


def _shown(count: int, ends: Sequence[int]) -> list[int]:
    """The indexes of the bars to draw: the first ones, and those around each cut."""
    last = min(count, ends[-1] + _AFTER)
    if last <= _MOST:
        return list(range(last))
    around = {
        number
        for end in ends
        if end < count
        for number in range(max(end - _BEFORE, 0), min(end + _AFTER, count))
    }
    return sorted(around.union(range(_MOST - len(around))))


def _shares(trace: Trace) -> list[float]:
    """How long each bar is; cosines lie close together, so theirs start at the least score."""
    scores = [one.score for one in trace.localized.candidates]
    if trace.retrieved.semantic:
        return min_max(scores)
    top = max(scores[0], 0.0) or 1.0
    return [max(score, 0.0) / top for score in scores]


def _bar(one: Candidate, share: float, style: Style) -> str:
    full = round(_WIDE * share)
    bar = style.symbols.full * full + style.dim(style.symbols.empty * (_WIDE - full))
    return f"  {one.score:8.4g} {bar} {style.dim(clean.name(one.chunk_id))}"


def _line(name: str, style: Style) -> str:
    return style.warning(f"  {style.symbols.dash * 8} {name} {style.symbols.dash * _WIDE}")
