"""Formats the report of a search as one JSON record."""

from __future__ import annotations

from collections.abc import Callable

from ra.present.json import Record
from ra.search.coverage import Why, reasons, shown_though_excluded
from ra.search.results import Match, Report, Result

_Reasons = Callable[[Match], Why | None]


def record(report: Report, *, brief: bool = False) -> Record:
    """The whole report; `brief` leaves out the texts of constituents, to keep to a budget."""
    why = reasons(report)
    return {
        **report.to_dict(),
        "results": [_result(result, report, why, brief=brief) for result in report.results],
        "stages": {
            "retrieve": [leg.stage().facts for leg in report.trace.legs],
            **{stage.name: stage.facts for stage in report.trace.stages()},
            "shown": len(report.results),
        },
        "seconds": dict(report.seconds),
    }


def _result(result: Result, report: Report, why: _Reasons, *, brief: bool) -> Record:
    parts = [_brief(part) if brief else _match(part, why) for part in result.constituents]
    # Without a hit of its own, the best constituent is not the reason.
    own = None if result.constituents and result.own is None else why(result.match)
    return {
        **result.to_dict(),
        "constituents": parts,
        "why": _why(own),
        "shown_though_excluded": list(shown_though_excluded(result, report)),
    }


def _match(match: Match, why: _Reasons) -> Record:
    return {**match.to_dict(), "why": _why(why(match))}


def _brief(match: Match) -> Record:
    return {"id": match.chunk.id, "score": match.score, **_lines(match)}


def _lines(match: Match) -> Record:
    lines = match.lines
    return {"line_start": lines.start, "line_end": lines.end, "line": lines.line}


def _why(why: Why | None) -> Record | None:
    if why is None:
        return None
    return {
        "legs": {leg: {"rank": rank, "score": score} for leg, rank, score in why.legs},
        "terms": list(why.terms),
        "near": {typed: list(forms) for typed, forms in why.near.items()},
        "factors": {factor.name: factor.value for factor in why.factors},
    }
