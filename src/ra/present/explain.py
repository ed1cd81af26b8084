"""How did the results come about? The query, every stage, and the curve of the scores."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ra.present import clean, query, text
from ra.present.style import Style
from ra.search.report import Report, Trace
from ra.search.retrieve import Retrieved
from ra.search.types import Candidate

_WIDE = 40  # columns of the longest bar
_BEFORE = 3  # bars before a cut that comes late
_AFTER = 5  # bars after a cut: enough to see the drop
_MOST = 30  # bars in all


def draw(report: Report, style: Style) -> Iterator[str]:
    """The tree of the query, what it may mean, the stages, and the curve with its elbow."""
    yield style.bold("query")
    if report.query is None:
        yield "  (empty)"
    else:
        yield from (f"  {line}" for line in query.draw(report.query, style))
    yield from _expansions(report.trace.retrieved, style)
    yield from stages(report, style)
    yield from _curve(report.trace, style)


def stages(report: Report, style: Style) -> Iterator[str]:
    """One line for each stage, with its count and its reason."""
    yield style.bold("stages")
    for name, said in _stages(report):
        yield f"  {style.name(name.ljust(9))}  {said}"
    spent = style.symbols.dot.join(
        f"{name} {seconds * 1000:.1f} ms" for name, seconds in report.seconds.items()
    )
    yield f"  {style.name('time'.ljust(9))}  {spent}"
    yield ""


def _stages(report: Report) -> Iterator[tuple[str, str]]:
    trace = report.trace
    for each in trace.retrieved:
        yield "retrieve", f"{text.count(len(each.hits), 'hit')} in {each.tree}, {_matching(each)}"
    best = ", ".join(f"{tree} by {score:.4g}" for tree, score in trace.normalized.best.items())
    yield "normalize", f"scores divided: {best}" if best else "not needed: scores as they are"
    boosted = ", ".join(trace.localized.boosted)
    yield "locality", f"raised: {boosted}" if boosted else "nothing raised"
    yield "elbow", f"{len(trace.elbow.kept)} kept, {_dropped(trace.elbow.dropped)}: {_why(trace)}"
    floor = trace.floor.floor
    limit = "off" if floor is None else f"scores below {floor:.4g} fall"
    yield "floor", f"{len(trace.floor.kept)} kept, {_dropped(trace.floor.dropped)}: {limit}"
    yield from _aggregation(report)
    left_out = len(trace.aggregated.results) - trace.limited
    yield "limit", f"{trace.limited} kept, {left_out} dropped"
    if budget := trace.budget:
        dropped = trace.limited - len(report.answers)
        yield "budget", f"{budget.tokens:,} of {budget.limit:,} tokens, {dropped} dropped"
    verdict = report.verdict
    needed = f"{verdict.needed:.0%} make a match strong"
    yield "verdict", f"{verdict.strength}, {verdict.share:.0%} of what the words tell; {needed}"


def _matching(each: Retrieved) -> str:
    if each.partial:
        return "with some of the words: none has all of them"
    return "as it is asked" if each.bound else "with any of the words"


def _dropped(dropped: Sequence[Candidate]) -> str:
    return f"{len(dropped)} dropped"


def _why(trace: Trace) -> str:
    cut = trace.elbow
    if cut.reason == "steep drop" and cut.kept:
        share = cut.dropped[0].score / cut.kept[-1].score
        return f"steep drop, the next score is {share:.0%} of the one before"
    return cut.reason


def _aggregation(report: Report) -> Iterator[tuple[str, str]]:
    done = report.trace.aggregated
    formed = sum(result.aggregated for result in done.results)
    said = f"{text.count(len(done.results), 'result')}, {formed} of them aggregated"
    yield "aggregate", said
    for covered, by in done.covered.items():
        yield "", clean.line(f"{covered} stands below {by}, which matched by itself")
    for parent, reason in done.refused.items():
        yield "", clean.line(f"{parent} was not formed: {reason}")


def _expansions(retrieved: Sequence[Retrieved], style: Style) -> Iterator[str]:
    lines = [
        f"  {each.tree}: {word} may be "
        + ", ".join(f"{form.word} (x {form.factor:.2g})" for form in forms)
        for each in retrieved
        for word, forms in each.expansions.items()
        if forms
    ]
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
    top = max(candidates[0].score, 0.0) or 1.0
    yield style.bold("scores")
    done = 0
    for number in _shown(len(candidates), sorted(ends)):
        if number > done:
            yield style.dim(f"  ... {number - done} more ...")
        if number in ends:
            yield _line(ends[number], style)
        yield _bar(candidates[number], top, style)
        done = number + 1
    left = len(candidates) - done
    if left:
        yield style.dim(f"  and {left} more")
    yield ""


def _shown(count: int, ends: Sequence[int]) -> list[int]:
    """Which of so many bars are drawn: the first ones, and those around each cut."""
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


def _bar(one: Candidate, top: float, style: Style) -> str:
    full = round(_WIDE * max(one.score, 0.0) / top)
    bar = style.symbols.full * full + style.dim(style.symbols.empty * (_WIDE - full))
    return f"  {one.score:8.4g} {bar} {style.dim(clean.line(one.chunk_id))}"


def _line(name: str, style: Style) -> str:
    return style.warning(f"  {style.symbols.dash * 8} {name} {style.symbols.dash * _WIDE}")
