"""Tests that a query without signs is read as the full grammar reads it."""

from __future__ import annotations

from itertools import takewhile

from hypothesis import given
from hypothesis import strategies as st

from ra.query.lexer import _marked, tokens

WORDS = st.sampled_from(["tea", "AND", "OR", "NOT", "and", "C++", "a/b", "x]", "naïve?", "^"])
SPACES = st.sampled_from([" ", "  ", "\t", "\n", "\u00a0", "\u3000", "\x1c", "\x85"])


@given(st.lists(st.one_of(WORDS, SPACES, st.characters()), max_size=12).map("".join))
def test_words_are_read_alike(text: str) -> None:
    """SPEC 7: the quick way for queries without signs finds the same words at the same places."""
    if '"' in text:
        return
    read = list(takewhile(lambda token: token.kind != "end", tokens(text)))
    assert read == list(_marked(text))
