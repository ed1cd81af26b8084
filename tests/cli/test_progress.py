"""Tests of the progress bar on stderr."""

from __future__ import annotations

import io

import pytest

from ra.cli.progress import BETWEEN, MOMENT, ProgressLine
from ra.present.style import PLAIN, Style


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        """Yes."""
        return True


class Clock:
    """A time that moves when it is told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        """The time."""
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """A clock, in an environment whose terminal can take a line back."""
    monkeypatch.setenv("TERM", "xterm")
    return Clock()


def test_work_that_takes_a_moment_shows_nothing(clock: Clock) -> None:
    """Issue 3: a bar only when the update takes longer than a moment."""
    stream = Terminal()
    with ProgressLine(stream, Style(), clock) as progress:
        clock.now += MOMENT / 2
        progress("docs", 1, 2)
    assert stream.getvalue() == ""


def test_longer_work_shows_a_bar_and_takes_it_away(clock: Clock) -> None:
    """Issue 3: the bar stands on one line of stderr, and nothing of it stays."""
    stream = Terminal()
    with ProgressLine(stream, Style(symbols=PLAIN), clock) as progress:
        clock.now += MOMENT
        progress("docs", 500, 1000)
        drawn = stream.getvalue()
        assert "docs  ############............  500 of 1,000 files" in drawn
        progress("docs", 501, 1000)
        assert stream.getvalue() == drawn, "drawn too often"
        clock.now += BETWEEN
        progress("docs", 502, 1000)
        assert "502 of 1,000 files" in stream.getvalue()
    assert "\n" not in stream.getvalue()
    assert stream.getvalue().endswith("\r\x1b[K")


def test_an_error_takes_the_bar_away_too(clock: Clock) -> None:
    """The message of an error begins on a clean line."""
    stream = Terminal()
    with pytest.raises(KeyboardInterrupt), ProgressLine(stream, Style(), clock) as progress:
        clock.now += MOMENT
        progress("docs", 1, 2)
        raise KeyboardInterrupt
    assert stream.getvalue().endswith("\r\x1b[K")


@pytest.mark.parametrize("case", ["no terminal", "a dumb terminal"])
def test_without_a_terminal_there_is_no_bar(
    clock: Clock, case: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SPEC 11: a log file must not fill with bars; a dumb terminal cannot take a line back."""
    stream = io.StringIO() if case == "no terminal" else Terminal()
    monkeypatch.setenv("TERM", "xterm" if case == "no terminal" else "dumb")
    with ProgressLine(stream, Style(), clock) as progress:
        clock.now += 10 * MOMENT
        progress("docs", 1, 2)
    assert stream.getvalue() == ""
