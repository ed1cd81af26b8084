"""Formats a run as a table, with the changes since an earlier run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ra.evaluate.compare import Paired
from ra.evaluate.measures import mean
from ra.evaluate.records import Baseline, by_mode, compared
from ra.evaluate.results import Measured
from ra.present import clean, text
from ra.present.style import Style

_HEADS = (
    "set", "questions", "nDCG@10", "recall@10", "MRR@10",
    "covered", "typed nDCG", "typed covered", "no query",
    "results", "bytes", "p50 ms", "p95 ms",
)  # fmt: skip
_CHANGES = ("set", "measure", "before", "now", "change", "won", "lost", "same", "chance")
_TITLES = {
    "ndcg": "nDCG@10",
    "covered": "covered",
    "typed_ndcg": "typed nDCG",
    "typed_covered": "typed covered",
}


def draw(sets: Sequence[Measured], baseline: Baseline | None, style: Style) -> Iterator[str]:
    """The lines of `ra eval`."""
    rows = [_row(each) for each in sets]
    if len(sets) > 1 and len({each.mode for each in sets}) == 1:
        rows.append(_means(sets))
    yield from _table(_HEADS, rows, style)
    for each in sets:
        if each.passages is not None:
            name = clean.line(each.name)
            recall, precision, iou = each.passages
            yield (
                f"{name}: {recall:.1%} of the answering text was returned, {precision:.1%} of what "
                f"was returned answers, IoU {iou:.4f}"
            )
        if each.missing:
            missing = text.count(each.missing, "target")
            yield style.warning(f"{clean.line(each.name)}: {missing} not in the index")
    if others := by_mode(sets):
        yield from ("", "compared with the mode keyword:")
        yield from _changes([each for each in sets if each.label in others], others, style)
    if baseline is not None:
        yield ""
        yield from _changes(sets, baseline, style)


def _row(one: Measured) -> list[str]:
    return [
        clean.line(one.label),
        f"{len(one.asked):,}",
        _share(one.mean(lambda each: each.ndcg)),
        _share(one.mean(lambda each: each.recall)),
        _share(one.mean(lambda each: each.mrr)),
        _share(one.mean(lambda each: each.covered)),
        _share(one.mean(lambda each: each.typed.ndcg)),
        _share(one.mean(lambda each: each.typed.covered)),
        f"{one.not_queries:,}",
        f"{one.mean(lambda each: each.results):.1f}",
        f"{one.mean(lambda each: each.size):,.0f}",
        f"{one.milliseconds(0.5):.1f}",
        f"{one.milliseconds(0.95):.1f}",
    ]


def _means(sets: Sequence[Measured]) -> list[str]:
    """The means over sets, each with the same weight."""
    return [
        "mean of sets",
        f"{sum(len(each.asked) for each in sets):,}",
        _share(mean([each.mean(lambda one: one.ndcg) for each in sets])),
        _share(mean([each.mean(lambda one: one.recall) for each in sets])),
        _share(mean([each.mean(lambda one: one.mrr) for each in sets])),
        _share(mean([each.mean(lambda one: one.covered) for each in sets])),
        _share(mean([each.mean(lambda one: one.typed.ndcg) for each in sets])),
        _share(mean([each.mean(lambda one: one.typed.covered) for each in sets])),
        f"{sum(each.not_queries for each in sets):,}",
        f"{mean([each.mean(lambda one: one.results) for each in sets]):.1f}",
        f"{mean([each.mean(lambda one: one.size) for each in sets]):,.0f}",
        "",
        "",
    ]


def _changes(sets: Sequence[Measured], baseline: Baseline, style: Style) -> Iterator[str]:
    rows, strangers = [], []
    for each in sets:
        pairs = compared(each, baseline)
        rows += [[clean.line(each.label), *_change(name, pair)] for name, pair in pairs.items()]
        if not pairs:
            strangers.append(clean.line(each.name))
    if rows:
        yield from _table(_CHANGES, rows, style)
    for name in strangers:
        yield style.warning(f"{name}: the earlier run has none of these questions")


def _change(name: str, pair: Paired) -> list[str]:
    return [
        _TITLES[name],
        _share(pair.before),
        _share(pair.now),
        f"{pair.difference:+.4f}",
        f"{pair.wins:,}",
        f"{pair.losses:,}",
        f"{pair.ties:,}",
        _share(pair.chance),
    ]


def _share(value: float) -> str:
    return f"{value:.4f}"


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]], style: Style) -> Iterator[str]:
    """Names to the left, figures to the right."""
    columns = list(zip(heads, *rows, strict=True))
    widths = [max(text.width(cell) for cell in column) for column in columns]
    yield style.dim(_line(heads, widths))
    for row in rows:
        yield _line(row, widths)


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    first = text.pad(cells[0], widths[0])
    rest = (cell.rjust(width) for cell, width in zip(cells[1:], widths[1:], strict=True))
    return "  ".join([first, *rest]).rstrip()
