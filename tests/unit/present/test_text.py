"""Tests of sizes, counts and columns."""

from __future__ import annotations

import pytest

from ra.present import text
from ra.present.style import PLAIN, Style


@pytest.mark.parametrize(
    ("number", "shown"),
    [
        (0, "0 B"),
        (1023, "1023 B"),
        (1024, "1.0 KiB"),
        (1536, "1.5 KiB"),
        (1024**2 - 1, "1.0 MiB"),
        (20 * 1024**2, "20.0 MiB"),
        (1024**3, "1.0 GiB"),
        (5 * 1024**4, "5.0 TiB"),
    ],
)
def test_a_size_has_the_unit_a_person_would_choose(number: int, shown: str) -> None:
    """Three digits before the point at most, apart from bytes."""
    assert text.size(number) == shown


def test_counts_agree_with_their_noun() -> None:
    """One chunk, two chunks."""
    assert [text.count(n, "chunk") for n in (0, 1, 2, 1234)] == [
        "0 chunks",
        "1 chunk",
        "2 chunks",
        "1,234 chunks",
    ]


@pytest.mark.parametrize(
    ("word", "columns"), [("abc", 3), ("日本", 4), ("e\u0301", 1), ("ＡＢ", 4), ("घर", 2)]
)
def test_width_counts_columns(word: str, columns: int) -> None:
    """Wide letters take two columns, marks none."""
    assert text.width(word) == columns
    assert text.width(text.pad(word, 10)) == 10


def test_a_breadcrumb_is_joined_only_when_printed() -> None:
    """SPEC 3.4: `> Document Title › Parent › Chunk`."""
    assert text.breadcrumb(("A", "B\x1b[1m", "C"), Style()) == "> A › B › C"
    assert text.breadcrumb(("A", "B"), Style(symbols=PLAIN)) == "> A > B"
