"""What was found, for programs? A report of a search as one record."""

from __future__ import annotations

from collections.abc import Callable

from ra.present.json import Record, chunk_record
from ra.query.ast import to_json
from ra.search.report import Answer, Found, Report
from ra.search.retrieve import Retrieved
from ra.search.snippet import html
from ra.search.why import Why, reasons, shown_though_excluded

_Reasons = Callable[[Found], Why | None]


def record(report: Report, *, brief: bool = False) -> Record:
    """The whole report; `brief` names constituents without their texts, to keep to a budget."""
    why = reasons(report)
    return {
        "query": to_json(report.query),
        "verdict": report.verdict._asdict(),
        "partial": report.partial,
        "trees": list(report.trees),
        "results": [_answer(answer, report, why, brief=brief) for answer in report.answers],
        "stages": _stages(report),
        "seconds": dict(report.seconds),
    }


def _answer(answer: Answer, report: Report, why: _Reasons, *, brief: bool) -> Record:
    parts = [_brief(part) if brief else _found(part, why) for part in answer.constituents]
    said = _found(answer.found, why)
    said["body"] = answer.body
    said["text"] = answer.found.chunk.prefix + answer.body
    if answer.constituents:
        del said["match_ranges"]
        said["snippet"] = ""
    if answer.constituents and answer.own is None:
        said["why"] = None  # its own match, if it had one, was cut: it is not shown for it
    return {
        **said,
        "aggregated": answer.aggregated,
        "constituents": parts,
        "shown_though_excluded": list(shown_though_excluded(answer, report)),
        "cut": answer.cut,
    }


def _found(found: Found, why: _Reasons) -> Record:
    return {
        **chunk_record(found.chunk),
        "score": found.score,
        "line_start": found.lines[0],
        "line_end": found.lines[1],
        "match_ranges": [list(each) for each in found.ranges],
        "snippet": html(found.snippet),
        "missing": list(found.missing),
        "why": _why(why(found)),
    }


def _brief(found: Found) -> Record:
    return {
        "id": found.chunk.id,
        "score": found.score,
        "line_start": found.lines[0],
        "line_end": found.lines[1],
    }


def _why(why: Why | None) -> Record | None:
    if why is None:
        return None
    return {
        "legs": {"keyword": {"rank": why.rank, "score": why.score}},
        "terms": list(why.terms),
        "near": {typed: list(forms) for typed, forms in why.near.items()},
        "factors": {"tree_best": why.best, "local_boost": why.boost},
    }


def _stages(report: Report) -> Record:
    trace = report.trace
    return {
        "retrieve": [_retrieved(each) for each in trace.retrieved],
        "normalize": {"best": dict(trace.normalized.best)},
        "locality": {"boosted": list(trace.localized.boosted)},
        "elbow": {
            "kept": len(trace.elbow.kept),
            "dropped": len(trace.elbow.dropped),
            "reason": trace.elbow.reason,
        },
        "floor": {
            "kept": len(trace.floor.kept),
            "dropped": len(trace.floor.dropped),
            "least": trace.floor.floor,
        },
        "aggregate": {
            "results": len(trace.aggregated.results),
            "covered": dict(trace.aggregated.covered),
            "refused": dict(trace.aggregated.refused),
        },
        "limit": {
            "kept": trace.limited,
            "dropped": len(trace.aggregated.results) - trace.limited,
        },
        "budget": trace.budget
        and {
            "limit": trace.budget.limit,
            "tokens": trace.budget.tokens,
            "dropped": trace.limited - len(report.answers),
        },
        "shown": len(report.answers),
    }


def _retrieved(each: Retrieved) -> Record:
    return {
        "tree": each.tree,
        "language": each.language,
        "hits": len(each.hits),
        "all_words": each.bound,
        "partial": each.partial,
        "reached": each.reached,
        "ideal": each.ideal,
        "expansions": {
            word: [{"word": form.word, "factor": form.factor} for form in forms]
            for word, forms in each.expansions.items()
            if forms
        },
    }
