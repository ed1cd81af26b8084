"""Formats the report of a search as one JSON record."""

from __future__ import annotations

from collections.abc import Callable

from ra.present.json import Record
from ra.search.coverage import Why, reasons, shown_though_excluded
from ra.search.results import Match, Report, Result
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from ra.search.topics import Topic

_Reasons = Callable[[Match], Why | None]


def record(report: Report, *, explain: bool = False) -> Record:
    """The report as `Report.to_dict` has it; `explain` adds the stages and the reasons."""
    if not explain:
        return report.to_dict()
    why = reasons(report)
    return {
        **report.to_dict(),
        "results": [_result(result, report, why) for result in report.results],
        **({"topics": [_topic(each) for each in report.topics.each]} if report.topics else {}),
        **({"origin": report.origin.to_dict()} if report.origin else {}),
        "stages": _stages(report),
        "seconds": dict(report.seconds),
    }


def _stages(report: Report) -> Record:
    """What every stage did; of several queries, what was done with all results."""
    several = report.topics
    stages = several.stages() if several else report.trace.stages()
    return {
        "retrieve": [] if several else [one.facts for one in report.trace.retrieved.stages()],
        **{stage.name: stage.facts for stage in stages},
        "shown": len(report.results),
    }


def _topic(topic: Topic) -> Record:
    """One of several queries: what it alone found, and how."""
    return {
        **topic.to_dict(),
        "stages": _stages(topic.report),
        "seconds": dict(topic.report.seconds),
    }


def _result(result: Result, report: Report, why: _Reasons) -> Record:
    """A result with every field of its chunk, and why it was found."""
    # Without a hit of its own, the best constituent is not the reason.
    own = None if result.constituents and result.own is None else why(result.match)
    lean = result.to_dict()
    parts = zip(result.constituents, result.constituent_records(), strict=True)
    chunk = result.match.chunk.to_dict()
    return {
        **{name: value for name, value in chunk.items() if name not in ("body", "text")},
        **lean,
        "constituents": [{**said, "why": _why(why(part))} for part, said in parts],
        "why": _why(own),
        "shown_though_excluded": list(shown_though_excluded(result, report)),
    }


def _why(why: Why | None) -> Record | None:
    if why is None:
        return None
    return {
        "legs": {leg: {"rank": rank, "score": score} for leg, rank, score in why.legs},
        "terms": list(why.terms),
        "near": {typed: list(forms) for typed, forms in why.near.items()},
        "factors": {factor.name: factor.value for factor in why.factors},
    }
