"""Writes and reads an evaluation run as JSON, so that a later run can be compared with it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from ra.config.schema import Settings
from ra.errors import NotFound, UsageError
from ra.evaluate.compare import Paired, paired
from ra.evaluate.results import Asked, Measured
from ra.evaluate.rows import number_up_to
from ra.evaluate.targets import Shares
from ra.typed import Any

Record = dict[str, object]
# Set → measure → question → figure.
Baseline = Mapping[str, Mapping[str, Mapping[str, float]]]
# The compared metrics: the name in the record, and the field.
COMPARED: Mapping[str, Callable[[Asked], float]] = {
    "ndcg": lambda each: each.ndcg,
    "covered": lambda each: each.covered,
    "typed_ndcg": lambda each: each.typed.ndcg,
    "typed_covered": lambda each: each.typed.covered,
}
_ADDED = frozenset({"typed_ndcg", "typed_covered"})  # earlier versions did not write them
_MOST = 1 + 1e-9  # rounding errors may exceed 1


def record(sets: Sequence[Measured], settings: Settings, baseline: Baseline | None) -> Record:
    """All measurements down to each question, and the settings."""
    others = by_mode(sets)
    return {
        "search": {name: _plain(value) for name, value in settings.search._asdict().items()},
        "chunking": settings.chunking._asdict(),
        "sets": [_set(each, baseline, others) for each in sets],
    }


def read(file: Path) -> Baseline:
    """An earlier run, as `record` wrote it."""
    try:
        found = json.loads(file.read_bytes())
        return {_label(each): _figures(each["questions"], file) for each in found["sets"]}
    except FileNotFoundError as error:
        raise NotFound(f"{file}: no such file; write one with `ra eval SET --json`") from error
    except OSError as error:
        raise UsageError(f"{file}: cannot be read: {error.strerror}") from error
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise UsageError(f"{file}: not a run that `ra eval --json` wrote") from error


def by_mode(sets: Sequence[Measured]) -> Baseline:
    """The figures of the mode `keyword` as a baseline for each other mode of the same sets."""
    words = {one.name: one for one in sets if one.mode == "keyword"}
    return {
        one.label: {
            name: {each.id: of(each) for each in words[one.name].asked}
            for name, of in COMPARED.items()
        }
        for one in sets
        if one.mode != "keyword" and one.name in words
    }


def _label(found: Mapping[str, Any]) -> str:
    name, mode = found["name"], found.get("mode", "keyword")
    return str(name) if mode == "keyword" else f"{name}, {mode}"


def compared(one: Measured, baseline: Baseline) -> dict[str, Paired]:
    """Each metric compared with the earlier run; empty without common questions."""
    known = baseline.get(one.label, {})
    pairs = {
        name: paired(known.get(name, {}), {each.id: of(each) for each in one.asked})
        for name, of in COMPARED.items()
    }
    return {name: pair for name, pair in pairs.items() if pair is not None}


def _set(one: Measured, baseline: Baseline | None, others: Baseline) -> Record:
    found: Record = {
        "name": one.name,
        "mode": one.mode,
        "lang": one.lang,
        "documents": one.documents,
        "chunks": one.chunks,
        "missing_targets": one.missing,
        "ranking": {
            "ndcg": one.mean(lambda each: each.ndcg),
            "recall": one.mean(lambda each: each.recall),
            "mrr": one.mean(lambda each: each.mrr),
        },
        "returned": {
            "covered": one.mean(lambda each: each.covered),
            "results": one.mean(lambda each: each.results),
            "bytes": one.mean(lambda each: each.size),
            "passages": _shares(one.passages),
        },
        "typed": {
            "ndcg": one.mean(lambda each: each.typed.ndcg),
            "covered": one.mean(lambda each: each.typed.covered),
            "not_queries": one.not_queries,
        },
        "milliseconds": {"p50": one.milliseconds(0.5), "p95": one.milliseconds(0.95)},
    }
    if baseline is not None:
        pairs = compared(one, baseline)
        found["comparison"] = {name: _pair(pair) for name, pair in pairs.items()}
    if one.label in others:
        pairs = compared(one, others)
        found["against_keyword"] = {name: _pair(pair) for name, pair in pairs.items()}
    return {**found, "questions": [_question(each) for each in one.asked]}


def _pair(pair: Paired) -> Record:
    return {**pair._asdict(), "difference": pair.difference}


def _question(one: Asked) -> Record:
    return {
        "id": one.id,
        "ndcg": one.ndcg,
        "recall": one.recall,
        "mrr": one.mrr,
        "covered": one.covered,
        "typed_ndcg": one.typed.ndcg,
        "typed_covered": one.typed.covered,
        "is_query": one.typed.is_query,
        "results": one.results,
        "bytes": one.size,
        "passages": _shares(one.passages),
        "milliseconds": 1000 * one.seconds,
    }


def _shares(shares: Shares | None) -> Record | None:
    return None if shares is None else shares._asdict()


def _figures(questions: Sequence[Mapping[str, object]], file: Path) -> dict[str, dict[str, float]]:
    return {
        name: {
            str(each["id"]): _figure(each, name, file)
            for each in questions
            if name in each or name not in _ADDED
        }
        for name in COMPARED
    }


def _figure(question: Mapping[str, object], name: str, file: Path) -> float:
    figure = number_up_to(_MOST, question[name])
    if figure is None:
        where = f"{file}: '{name}' of the question {str(question['id'])!r}"
        raise UsageError(f"{where} is not a number from 0 to 1; rerun `ra eval --json`")
    return figure


def _plain(value: object) -> object:
    """Tables of settings as objects, not as lists."""
    named = getattr(value, "_asdict", None)
    return named() if named else value
