"""Tests that only the end of a related part is repeated, and never code (SPEC 4.3, S3 8.3.2)."""

from __future__ import annotations

from ra.chunking.overlap import Part, before, overlaps


def test_only_relatives_repeat() -> None:
    """O2: what was split from the same thing, by a field and not by a name."""
    parts = [Part(1, "abc"), Part(1, "def"), Part(2, "ghi"), Part(None, "jkl"), Part(None, "mno")]
    assert overlaps(parts, 2) == ["", "bc", "", "", ""]


def test_sizes_of_zero_and_less_are_off() -> None:
    """S3 8.3.2: `overlap_chars <= 0` repeats nothing."""
    parts = [Part(1, "abc"), Part(1, "def")]
    assert overlaps(parts, 0) == overlaps(parts, -1) == ["", ""]
    assert overlaps([], 5) == []


def test_nothing_before_the_tail_is_repeated() -> None:
    """O3: text after code is repeated from where it begins; a part that ends with code is not."""
    after, code = Part(1, "```\nx\n```\nab", 10), Part(1, "```\nx\n```", 9)
    assert overlaps([after, Part(1, "next")], 50) == ["", "ab"]
    assert overlaps([after, Part(1, "next")], 1) == ["", "b"]
    assert overlaps([code, Part(1, "next")], 50) == ["", ""]


def test_code_takes_nothing() -> None:
    """O3: never into code or tables."""
    assert overlaps([Part(1, "abc"), Part(1, "```\nx\n```", open=False)], 2) == ["", ""]


def test_what_stands_before_a_body() -> None:
    """O4, SPEC 4.3: each text with a blank line after it; nothing for what is empty."""
    assert before("A > B", "end") == "A > B\n\nend\n\n"
    assert before("", "end") == "end\n\n"
    assert before("", "") == ""
