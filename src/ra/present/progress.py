"""Formats the progress of an update as one line with a bar."""

from __future__ import annotations

from ra.present import clean, text
from ra.present.style import Style

BAR_COLUMNS = 24


def bar(tree: str, done: int, total: int, columns: int, style: Style) -> str:
    """`notes  ████░░░░  120 of 300 files`, cut so that it never fills the last column."""
    marks = style.symbols
    full = BAR_COLUMNS * done // total if total else BAR_COLUMNS
    drawn = marks.full * full + marks.empty * (BAR_COLUMNS - full)
    name, counted = clean.line(tree), f"{done:,} of {text.count(total, 'file')}"
    for parts in ([name, drawn, counted], [name, counted], [counted]):
        line = "  ".join(parts)
        if text.width(line) < columns:
            return line
    return ""
