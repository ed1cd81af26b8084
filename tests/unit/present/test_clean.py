"""Tests of the text that may reach a terminal."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ra.present import clean


@pytest.mark.parametrize(
    ("dirty", "shown"),
    [
        ("plain", "plain"),
        ("Grüße 日本語 😀", "Grüße 日本語 😀"),
        ("a\x1b[31mred\x1b[0m", "ared"),
        ("a\x9b31mred", "ared"),
        ("a\x1b]0;title\x07b", "ab"),
        ("a\x1b]8;;http://x\x1b\\b", "ab"),
        ("a\x1bPdata\x1b\\b", "ab"),
        ("a\x1b(Bb", "ab"),
        ("a\x1bcb", "ab"),
        ("a\x08\x07\x00b", "ab"),
        ("gpj\u202eexe", "gpjexe"),
        ("a\nb\tc\r\nd", "a b c d"),
        ("unclosed \x1b]0;title", "unclosed 0;title"),
        ("zero\u200dwidth joiner", "zero\u200dwidth joiner"),
    ],
)
def test_a_line_is_shown_without_control(dirty: str, shown: str) -> None:
    """A title must not be able to inject terminal escapes; what is text stays."""
    assert clean.line(dirty) == shown


def test_a_block_keeps_its_lines_and_tabs() -> None:
    """A body keeps its form; a lone carriage return cannot overwrite a line."""
    assert clean.block("a\tb\r\nc\rd\n") == "a\tb\nc\nd\n"


@pytest.mark.parametrize("separator", "\x0b\x0c\x1c\x1d\x1e\x1f\x85\u2028\u2029")
def test_a_separator_does_not_glue_words(separator: str) -> None:
    """A form feed and the like stand between words; on a terminal a space does."""
    assert clean.block(f"one{separator}zebra") == "one zebra"
    assert clean.line(f"one{separator}zebra") == "one zebra"


@given(st.text(alphabet=st.characters(), max_size=60) | st.text("\x1b[]\x9b\x9d;0m\x07\\a\r\n"))
def test_no_text_leaves_a_control_character(text: str) -> None:
    """Whatever a document holds: no escape, no C0 or C1 control, no direction override."""
    unsafe = {*map(chr, range(32)), *map(chr, range(127, 160)), "\u202e"}
    assert not unsafe & set(clean.line(text))
    assert unsafe & set(clean.block(text)) <= {"\n", "\t"}


@given(st.text(alphabet=st.characters(exclude_categories=["C", "Z"]), max_size=60))
def test_text_without_control_is_not_touched(text: str) -> None:
    """Cleaning removes nothing that can be read."""
    assert clean.line(text) == clean.block(text) == text
