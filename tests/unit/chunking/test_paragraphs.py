"""Tests that a text is split at its blank lines only (SPEC 4.3)."""

from __future__ import annotations

import pytest

from ra.chunking.offsets import (
    heading_lines,
    in_bytes,
    in_characters,
    layout_in_characters,
    stripped,
)
from ra.chunking.paragraphs import BLANK_LINES, packed, units
from ra.model import Span
from tests.unit.parse.reading import read


def _units(text: str) -> list[tuple[str, bool]]:
    document = read(text)
    span = stripped(text, 0, len(text))
    assert span is not None
    headings = heading_lines(document)[1:]
    found = units(text, span, headings, layout_in_characters(document))
    return [(text[one.start : one.end], one.literal) for one in found]


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("a\n\nb", ["a", "b"]),
        ("a\n\n\n \n\nb\n", ["a", "b"]),
        ("a\nb", ["a\nb"]),
        ("a\r\nb\r\n\r\nc", ["a\r\nb", "c"]),
        ("a\rb\r\rc", ["a\rb", "c"]),
        ("# A\n\na\n\nb", ["# A\n\na", "b"]),
        ("# A\n## B\n\na", ["# A\n## B\n\na"]),
        ("a\n# B\nb", ["a", "# B\nb"]),
        ("a\n\n# B\n", ["a", "# B"]),
        ("a\n\u00a0\nb", ["a\n\u00a0\nb"]),
        ("a\n\n\u3000\n\nb", ["a", "b"]),
        ("A\n===\n\nb", ["A\n===\n\nb"]),
    ],
)
def test_blank_lines_divide(text: str, pieces: list[str]) -> None:
    """SPEC 4.3, H14: at blank lines, and before a heading, which stays with what follows."""
    assert _units(text) == [(piece, False) for piece in pieces]


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("a\n```\nb\n\nc\n```\nd", [("a", False), ("```\nb\n\nc\n```", True), ("d", False)]),
        ("é\n\n    b\n\n    c\n\nd", [("é", False), ("b\n\n    c", True), ("d", False)]),
        ("# H\n\n|a|\n|-|\n|b|\n\nc", [("# H\n\n|a|\n|-|\n|b|", True), ("c", False)]),
        ("- a\n  ```\n  b\n\n  c\n  ```\n", [("- a\n  ```\n  b\n\n  c\n  ```", False)]),
        ("```\nb\n\nc", [("```\nb\n\nc", True)]),
    ],
)
def test_code_and_tables_stay_whole(text: str, pieces: list[tuple[str, bool]]) -> None:
    """SPEC 4.3: a fence or table is one unit, also inside a list and when it is never closed."""
    assert _units(text) == pieces


def test_packing_counts_what_stands_between() -> None:
    """SPEC 4.3: neighbors as long as they fit from end to end; a larger one stays alone."""
    spans = [Span(0, 2), Span(3, 5), Span(6, 20), Span(21, 22), Span(23, 24)]
    assert packed(spans, 5) == [Span(0, 5), Span(6, 20), Span(21, 24)]
    assert packed(spans, 1) == spans
    assert packed([], 1) == []


def test_a_line_break_of_two_characters_is_one() -> None:
    """H14: CR and LF together end one line."""
    assert BLANK_LINES.search("a\r\nb") is None
    assert BLANK_LINES.search("a\r\n\r\nb") is not None
    assert BLANK_LINES.search("a\n\rb") is not None


def test_places_go_both_ways() -> None:
    """SPEC 4.3: sizes are code points, spans bytes of the file."""
    document = read("é𝄞a# b")
    assert in_characters(document, [0, 2, 6, 7]) == [0, 1, 2, 3]
    assert in_bytes(document, [Span(0, 1), Span(1, 3)]) == [Span(0, 2), Span(2, 7)]
