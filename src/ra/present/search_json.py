"""Formats the report of a search as one JSON record."""

from __future__ import annotations

from collections.abc import Callable

from ra.present.json import Record
from ra.search.coverage import Why, reasons, shown_though_excluded
from ra.search.results import Match, Report, Result

_Reasons = Callable[[Match], Why | None]


def record(report: Report, *, explain: bool = False) -> Record:
    """The report as `Report.to_dict` has it; `explain` adds the stages and the reasons."""
    if not explain:
        return report.to_dict()
    why = reasons(report)
    return {
        **report.to_dict(),
        "results": [_result(result, report, why) for result in report.results],
        "stages": {
            "retrieve": [leg.stage().facts for leg in report.trace.legs],
            **{stage.name: stage.facts for stage in report.trace.stages()},
            "shown": len(report.results),
        },
        "seconds": dict(report.seconds),
    }


def _result(result: Result, report: Report, why: _Reasons) -> Record:
    """A result with every field of its chunk, and why it was found."""
    from ra.chunk.export.ra import ra_record  # few outputs have it

    # Without a hit of its own, the best constituent is not the reason.
    own = None if result.constituents and result.own is None else why(result.match)
    lean = result.to_dict()
    parts = zip(result.constituents, result.constituent_records(), strict=True)
    chunk = ra_record(result.match.chunk)
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
