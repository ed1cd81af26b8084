"""Tests of sentence boundaries."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ra.text.sentences import sentence_spans


def _sentences(text: str) -> list[str]:
    return [text[start:end] for start, end in sentence_spans(text)]


@pytest.mark.parametrize(
    "sentences",
    [
        ["One here.", "Two here!", "Three?", "And the rest"],
        ["It is 3.14 or 1,000.5 at v1.2.3.", "Next."],
        ["See page.md or foo.bar() there.", "Then a.b.c follows."],
        ["Dr. Smith met Mrs. Jones vs. Prof. Who.", "They left."],
        ["J. R. R. Tolkien wrote it.", "He was born in 1892.", "He died in 1973."],
        ["Use e.g. This, i.e. That, or the U.S. Army.", "Done."],
        ["No. 5 is alive.", "I said no.", "See fig. 3 and p. 7.", "The end."],
        ["It ends with etc.", "The next begins."],
        ["Lists, tables, etc. are units of Foo Inc. too.", "and so on."],
        ["a1 a2 a3.", "b1 b2.", "x is lower."],
        ["He said “Stop.”", "She went (as agreed.)", "**Bold.**", "Noted.[^1]", "Then."],
        ["Wait...", "What?!", "Well… perhaps not."],
        ["Yes!", "Why?", "because it is."],
        ["今日は晴れ。", "明日は雨！", "本当？", "はい"],
        ["「そうです。」", "彼は言った。"],
        ["यह एक है।", "वह दो था॥", "ठीक"],
        ["هل هذا صحيح؟", "نعم۔", "انتهى"],
        ["すごい!", "次です"],
        ["Vgl. Abb. 3 bzw. Kap. 2.", "Das war Nr. 7."],
    ],
)
@pytest.mark.parametrize("gap", [" ", "\n", "  \n"])
def test_sentences(sentences: list[str], gap: str) -> None:
    """SPEC 4.4: whole sentences; abbreviations, initials and decimals do not end one."""
    assert _sentences(gap.join(sentences)) == sentences


def test_scripts_without_spaces_need_none() -> None:
    """SPEC 4.4: a full stop of Chinese and Japanese ends a sentence by itself."""
    assert _sentences("一。二！三？四") == ["一。", "二！", "三？", "四"]
    assert _sentences("これはv1.2です。次") == ["これはv1.2です。", "次"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1. First item. More\n2. Second item", ["1. First item.", "More", "2. Second item"]),
        ("- a\n  - b c\n    d", ["- a", "- b c\n    d"]),
        ("one two\n\nthree\nfour", ["one two", "three\nfour"]),
        ("> one\n>\n> two", ["> one", ">\n> two"]),
        ("  \n ", []),
        ("", []),
    ],
)
def test_lines_end_sentences_too(text: str, expected: list[str]) -> None:
    """SPEC 4.4: an item and a paragraph end without a mark; the number of an item is no end."""
    assert _sentences(text) == expected


@given(st.text() | st.lists(st.sampled_from([". ", "! ", "。", "Dr", "1", "a", "\n", "- ", "…"])))
def test_nothing_is_lost(drawn: str | list[str]) -> None:
    """SPEC 4.4: sentences are in order, do not overlap and hold all but white space."""
    text = "".join(drawn)
    done = 0
    for start, end in sentence_spans(text):
        assert not text[done:start].strip()
        assert text[start:end] == text[start:end].strip()
        assert start < end
        done = end
    assert not text[done:].strip()


@pytest.mark.parametrize(
    "unit", [".", "a. ", "\n", ". A", "(", "1. ", "\n- ", "\n>", "!)", "e.g. "]
)
def test_much_of_one_mark_is_read_once(unit: str) -> None:
    """Hostile input ends; work that grows with the square of it would not."""
    text = unit * (200_000 // len(unit)) + "x"
    spans = sentence_spans(text)
    assert spans[-1][1] == len(text)
