"""Tests of the caret of a query error after joined letters and emoji."""

from __future__ import annotations

import pytest

from ra.errors import QueryError


@pytest.mark.parametrize(
    ("word", "columns"),
    [
        ("\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", 7),  # Persian, with a non-joiner
        ("\u0915\u094d\u200d\u0937", 2),  # Devanagari, with a joiner
        ("\u2764\ufe0f", 2),  # a heart as a picture
        ("\u2764", 1),
        ("1\ufe0f\u20e3", 2),  # a key
        ("\u65e5\ufe0f", 2),  # wide already
    ],
)
def test_joiners_are_shown_and_pictures_are_wide(word: str, columns: int) -> None:
    """SPEC 7: joiners take no column, a character drawn as a picture takes two."""
    error = QueryError("wrong", text=f"{word} )", offset=len(word) + 1)
    assert str(error).split("\n")[1:] == [f"  {word} )", f"{' ' * (columns + 3)}^"]
