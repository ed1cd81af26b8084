"""Tests that a text is split by the pattern of cl100k_base, with every version of Python."""

from __future__ import annotations

import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ra.text.cl100k.categories import LETTERS, NUMBERS, ranges
from ra.text.cl100k.pieces import pieces

UNICODE = (16, 0, 0)
HERE = tuple(map(int, unicodedata.unidata_version.split(".")))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I'll go", ["I", "'ll", " go"]),
        ("DON'T'ſ", ["DON", "'T", "'ſ"]),
        ("12345", ["123", "45"]),
        ("a  b", ["a", " ", " b"]),
        ("a \n \n  b", ["a", " \n \n", " ", " b"]),
        ("end.\n\nNext", ["end", ".\n\n", "Next"]),
        ("tail  ", ["tail", "  "]),
        ("über-groß", ["über", "-groß"]),
        ("x\u3000\u3000y", ["x", "\u3000", "\u3000y"]),
        ("a\x1cb", ["a", "\x1cb"]),
        ("½Ⅷ٣4", ["½Ⅷ٣", "4"]),
        ("𝒜b 𝟙𝟚𝟛𝟜", ["𝒜b", " ", "𝟙𝟚𝟛", "𝟜"]),
        ("ok 😀😀!\nso", ["ok", " 😀😀!\n", "so"]),
        ("'𝒜s", ["'𝒜s"]),
    ],
)
def test_the_pattern_is_the_published_one(text: str, expected: list[str]) -> None:
    """The published pattern: contractions, words, up to three digits, signs, white space."""
    assert pieces(text) == expected


@given(st.text())
def test_pieces_add_up_to_the_text(text: str) -> None:
    """Own choice: nothing is lost or counted twice, whatever the characters are."""
    assert "".join(pieces(text)) == text


@pytest.mark.parametrize(("table", "kind"), [(LETTERS, "L"), (NUMBERS, "N")])
def test_categories_are_those_of_unicode_16(table: str, kind: str) -> None:
    """SPEC 4.4: counts do not depend on Python's tables; what both know, they agree on."""
    ours = {point for first, last in ranges(table) for point in range(first, last + 1)}
    names = {point: unicodedata.category(chr(point)) for point in range(sys.maxunicode + 1)}
    theirs = {point for point, name in names.items() if name.startswith(kind)}
    if HERE <= UNICODE:
        assert theirs - ours == set()
    if HERE >= UNICODE:
        assert ours - theirs == set()
    else:
        assert {names[point] for point in ours - theirs} == {"Cn"}
