"""Tests of the line of a progress bar."""

from __future__ import annotations

import pytest

from ra.present import text
from ra.present.progress import BAR_COLUMNS, bar
from ra.present.style import FINE, Style


@pytest.mark.parametrize(
    ("done", "total", "full"), [(0, 9, 0), (9, 9, BAR_COLUMNS), (0, 0, BAR_COLUMNS), (1, 2, 12)]
)
def test_the_bar_is_as_full_as_the_work_is_done(done: int, total: int, full: int) -> None:
    """No work at all is done at once; nothing divides by zero."""
    assert bar("docs", done, total, 80, Style()).count(FINE.full) == full


@pytest.mark.parametrize("columns", [1, 10, 20, 30, 50, 80, 200])
def test_the_line_never_wraps(columns: int) -> None:
    """A line that wraps cannot be taken back with one carriage return."""
    assert text.width(bar("日本語" * 9, 1, 1_000_000, columns, Style())) < columns


def test_what_matters_most_stays_on_a_narrow_terminal() -> None:
    """First the bar goes, then the name, last the count."""
    assert bar("docs", 1, 2, 80, Style()).startswith("docs  ")
    assert bar("docs", 1, 2, 22, Style()) == "docs  1 of 2 files"
    assert bar("docs", 1, 2, 15, Style()) == "1 of 2 files"


@pytest.mark.parametrize(
    ("rate", "end"), [(40.0, "  40/s  5 s left"), (1.0, "  1/s  3 min left"), (0.0, "files")]
)
def test_rate_and_time_left(rate: float, end: str) -> None:
    """A19: how fast it goes and how long it still takes."""
    assert bar("docs", 100, 300, 80, Style(), rate).endswith(end)
    assert bar("docs", 10, 20_010, 80, Style(), 4.0).endswith("  4/s  83 min left")
