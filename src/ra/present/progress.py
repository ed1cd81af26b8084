"""Formats the progress of an update as one line with a bar."""

from __future__ import annotations

from ra.present import clean, text
from ra.present.style import Style

BAR_COLUMNS = 24


def bar(tree: str, done: int, total: int, columns: int, style: Style, rate: float = 0.0) -> str:
    """`notes  ████░░░░  120 of 300 files  40/s  5 s left`, cut so that it never wraps.

    `rate` is the number of files per second; 0 if it is not known yet.
    """
    counted = f"{done:,} of {text.count(total, 'file')}"
    pace = f"{rate:,.0f}/s  {_time((total - done) / rate)} left" if rate >= 1 else ""
    return _fitting(tree, _drawn(done, total, style), [counted, pace], columns)


def embedding_bar(
    tree: str, counts: tuple[int, int], rate: float, columns: int, style: Style
) -> str:
    """`notes  ████░░░░  120 of 300 sections embedded  31/s  6 s left`, cut to the columns."""
    done, total = counts
    counted = f"{done:,} of {text.count(total, 'section')} embedded"
    pace = f"{rate:.0f}/s  {_time((total - done) / rate)} left" if rate else ""
    return _fitting(tree, _drawn(done, total, style), [counted, pace], columns)


def _drawn(done: int, total: int, style: Style) -> str:
    marks = style.symbols
    full = BAR_COLUMNS * done // total if total else BAR_COLUMNS
    return marks.full * full + marks.empty * (BAR_COLUMNS - full)


def _fitting(tree: str, drawn: str, facts: list[str], columns: int) -> str:
    name, counted = clean.line(tree), facts[0]
    every = [name, drawn, *filter(None, facts)]
    for parts in (every, [name, drawn, counted], [name, counted], [counted]):
        line = "  ".join(parts)
        if text.width(line) < columns:
            return line
    return ""


def _time(seconds: float) -> str:
    """A duration to one unit: `40 s`, `3 min`, `2 h`."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.0f} h"
