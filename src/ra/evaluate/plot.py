"""Draws a run as a picture: the metrics of each set as bars, with those of an earlier run."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from xml.sax.saxutils import escape

from ra.evaluate.records import Baseline, compared
from ra.evaluate.results import Asked, Measured
from ra.present import clean
from ra.present.text import count, fit
from ra.typed import NamedTuple


class _Metric(NamedTuple):
    title: str
    color: str
    of: Callable[[Asked], float]


# Colors that color-blind readers can tell apart (Okabe and Ito 2008).
_METRICS: Mapping[str, _Metric] = {
    "ndcg": _Metric("nDCG@10", "#0072b2", lambda each: each.ndcg),
    "recall": _Metric("recall@10", "#56b4e9", lambda each: each.recall),
    "mrr": _Metric("MRR@10", "#009e73", lambda each: each.mrr),
    "covered": _Metric("covered", "#e69f00", lambda each: each.covered),
}
_WIDTH, _LEFT, _TOP, _BAR, _GAP = 900, 210, 80, 15, 22
_FULL = _WIDTH - _LEFT - 70  # a bar of 1.0
_NAME = 26  # characters
_TICKS = (0.0, 0.25, 0.5, 0.75, 1.0)


def svg(sets: Sequence[Measured], baseline: Baseline | None) -> str:
    """One SVG file: a group of bars for each set; a dark mark is the earlier value."""
    group = len(_METRICS) * _BAR + _GAP
    height = _TOP + len(sets) * group + 20
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}"'
            ' font-family="system-ui, sans-serif" font-size="13" fill="#222222">',
            "<title>Search quality</title>",
            f'<rect width="{_WIDTH}" height="{height}" fill="#ffffff"/>',
            *_head(sets, baseline),
            *_axis(height),
            *(
                line
                for at, one in enumerate(sets)
                for line in _group(one, _TOP + at * group, baseline)
            ),
            "</svg>",
            "",
        ]
    )


def _head(sets: Sequence[Measured], baseline: Baseline | None) -> Iterator[str]:
    """What was measured, and what the colors mean."""
    questions = sum(len(each.asked) for each in sets)
    title = f"Search quality: {count(questions, 'question')} in {count(len(sets), 'set')}"
    yield f'<text x="20" y="26" font-size="16">{title}</text>'
    x = 20
    for metric in _METRICS.values():
        yield f'<rect x="{x}" y="38" width="12" height="12" fill="{metric.color}"/>'
        yield f'<text x="{x + 17}" y="49">{metric.title}</text>'
        x += 36 + 8 * len(metric.title)
    if baseline is not None:
        yield f'<rect x="{x + 4}" y="37" width="3" height="14"/>'
        yield f'<text x="{x + 17}" y="49">earlier run</text>'


def _axis(height: int) -> Iterator[str]:
    for tick in _TICKS:
        x = _LEFT + tick * _FULL
        yield f'<line x1="{x:.1f}" x2="{x:.1f}" y1="70" y2="{height - 16}" stroke="#dddddd"/>'
        yield f'<text x="{x:.1f}" y="66" text-anchor="middle" fill="#666666">{tick:g}</text>'


def _group(one: Measured, top: int, baseline: Baseline | None) -> Iterator[str]:
    """The name of a set and its bars."""
    name = escape(fit(clean.line(one.name), _NAME))
    middle = top + len(_METRICS) * _BAR / 2
    yield f'<text x="{_LEFT - 10}" y="{middle:.1f}" text-anchor="end">{name}</text>'
    about = count(len(one.asked), "question")
    yield (
        f'<text x="{_LEFT - 10}" y="{middle + 16:.1f}" text-anchor="end" '
        f'font-size="11" fill="#666666">{about}</text>'
    )
    before = {} if baseline is None else compared(one, baseline)
    for at, (key, metric) in enumerate(_METRICS.items()):
        y, value = top + at * _BAR, one.mean(metric.of)
        wide = value * _FULL
        yield (
            f'<rect x="{_LEFT}" y="{y}" width="{wide:.1f}" height="{_BAR - 3}" '
            f'fill="{metric.color}"><title>{metric.title} {value:.4f}</title></rect>'
        )
        mark = _LEFT + before[key].before * _FULL if key in before else None
        if mark is not None:
            yield f'<rect x="{mark - 1.5:.1f}" y="{y - 1}" width="3" height="{_BAR - 1}"/>'
        end = max(_LEFT + wide, mark or 0) + 6
        yield f'<text x="{end:.1f}" y="{y + 11}" font-size="11">{value:.3f}</text>'
