"""Tests of colors and symbols."""

from __future__ import annotations

import pytest

from ra.present.style import FINE, PLAIN, ColorChoice, Style, symbols_for, wants_color


@pytest.mark.parametrize(
    ("choice", "terminal", "env", "wanted"),
    [
        ("auto", True, {}, True),
        ("auto", False, {}, False),
        ("auto", True, {"NO_COLOR": "1"}, False),
        ("auto", True, {"NO_COLOR": ""}, True),
        ("auto", True, {"TERM": "dumb"}, False),
        ("always", False, {"NO_COLOR": "1", "TERM": "dumb"}, True),
        ("never", True, {}, False),
    ],
)
def test_color_follows_choice_terminal_and_environment(
    choice: ColorChoice, terminal: bool, env: dict[str, str], wanted: bool
) -> None:
    """SPEC 11: only on a terminal, never with NO_COLOR; `always` overrides."""
    assert wants_color(choice, terminal=terminal, env=env) is wanted


def test_paint_is_nothing_without_color() -> None:
    """Plain output has no escape in it; an empty text never has."""
    assert Style(False).bold("x") == "x"
    assert Style(True).bold("x") == "\x1b[1mx\x1b[0m"
    assert Style(True).bold("") == ""


@pytest.mark.parametrize(
    ("encoding", "symbols"),
    [("utf-8", FINE), ("ascii", PLAIN), ("latin-1", PLAIN), (None, PLAIN), ("no-such", PLAIN)],
)
def test_marks_fit_the_stream(encoding: str | None, symbols: object) -> None:
    """A stream that cannot carry box drawing gets ASCII."""
    assert symbols_for(encoding) is symbols
