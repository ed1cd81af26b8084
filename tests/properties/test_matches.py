"""Tests of ranges, snippets and token budgets on every body (SPEC 8.9, 8.10)."""

from __future__ import annotations

import re
from html import unescape
from itertools import pairwise

from hypothesis import example, given
from hypothesis import strategies as st

from ra.search.budget import fit
from ra.search.highlight import (
    LENGTH,
    Range,
    Wanted,
    clip,
    html,
    match_ranges,
    merge,
    snippet,
)
from ra.text import LANGUAGES
from ra.text.edit_distance import edits, within_one_edit
from ra.text.word_offsets import tokens
from tests.worlds import marked

SOME_WORDS = """
    pool Pools thread threads getElementById handled café Straße naïve слово Словами 日本語 ไทย
    हिन्दी தமிழ் ｆｕｌｌ a1 2D x_y İstanbul ΣΑΣ 🚀 👨\u200d👩 <b> & ** `code` [link](a.md)
"""
WORDS = st.sampled_from(SOME_WORDS.split())
GAPS = st.sampled_from([" ", " ", "\n", "\r\n\r\n", ", ", "-", "", "\t", "\u00a0", " " * 700])
BODIES = st.lists(st.tuples(WORDS | st.text(max_size=60), GAPS), max_size=60).map(
    lambda parts: "".join(word + gap for word, gap in parts)
)
INTERVALS = st.lists(
    st.tuples(st.integers(0, 60), st.integers(1, 9)).map(lambda at: (at[0], at[0] + at[1]))
)


@st.composite
def searched(draw: st.DrawFn) -> tuple[str, Wanted, str]:
    """A body, some of its words, phrases and prefixes, and a language."""
    body = draw(BODIES)
    language = draw(st.sampled_from(LANGUAGES))
    found = [word.text for word in tokens(body, language)] or ["pool"]
    some = st.lists(st.sampled_from(found), max_size=3)
    first = draw(st.integers(0, len(found) - 1))
    phrase = tuple(found[first : first + draw(st.integers(1, 3))])
    prefixes = tuple(word[:2] for word in draw(some)) if draw(st.booleans()) else ()
    return (
        body,
        Wanted(frozenset(draw(some)), prefixes, (phrase, *[(w,) for w in draw(some)])),
        language,
    )


@given(searched())
@example(("pool getElementById", Wanted(frozenset({"element"})), "english"))
def test_ranges_lie_on_the_words_of_the_body(case: tuple[str, Wanted, str]) -> None:
    """SPEC 8.9: sorted, apart, and each begins and ends where a word of the body does."""
    body, wanted, language = case
    found = match_ranges(body, wanted, language)
    words = tokens(body, language)
    assert list(found) == sorted(found)
    assert all(one[1] < other[0] for one, other in pairwise(found))
    assert {start for start, _ in found} <= {word.start for word in words}
    assert {end for _, end in found} <= {word.end for word in words}


@given(searched())
def test_every_wanted_word_is_in_a_range(case: tuple[str, Wanted, str]) -> None:
    """SPEC 8.9: the quick way for ASCII and the full one agree: nothing wanted is left out."""
    body, wanted, language = case
    plain = Wanted(wanted.words)
    expected = [(w.start, w.end) for w in tokens(body, language) if w.text in wanted.words]
    assert match_ranges(body, plain, language) == merge(expected)


@given(INTERVALS)
def test_merging_keeps_every_byte_and_adds_none(ranges: list[Range]) -> None:
    """SPEC 8.9: merged ranges cover the same bytes."""
    merged = merge(ranges)
    assert {at for i, j in ranges for at in range(i, j)} == {
        at for i, j in merged for at in range(i, j)
    }
    assert merge(merged) == merged == merge(reversed(ranges))
    assert all(end <= 30 for _, end in clip(merged, 30))


@given(searched(), st.integers(20, 200))
@example(("x" * 900 + " pool", Wanted(frozenset({"pool"})), "english"), LENGTH)
def test_a_snippet_shows_a_match_if_there_is_one(
    case: tuple[str, Wanted, str], length: int
) -> None:
    """SPEC 8.9: and it is one line of at most its length, taken from the body as it is."""
    body, wanted, language = case
    ranges = match_ranges(body, wanted, language)
    pieces = snippet(body, ranges, length)
    assert any(piece.is_match for piece in pieces) == bool(ranges)
    assert sum(len(piece.text) for piece in pieces) <= length + 2
    shown = re.sub("^…|…$", "", marked(pieces))
    assert shown == " ".join(shown.split())
    assert shown in " ".join(body.split())


@given(searched())
def test_only_our_own_tags_are_in_the_html(case: tuple[str, Wanted, str]) -> None:
    """SPEC 8.9: everything but `<b>` is escaped, and unescaped it is the snippet again."""
    body, wanted, language = case
    pieces = snippet(body, match_ranges(body, wanted, language))
    written = html(pieces)
    bare = re.sub("</?b>", "", written)
    assert not re.search("[<>\"']", bare)
    assert unescape(bare) == marked(pieces)
    assert written.count("<b>") == written.count("</b>") == sum(p.is_match for p in pieces)


@given(st.lists(st.tuples(st.text(max_size=20), BODIES), max_size=4), st.integers(0, 80))
def test_the_budget_is_never_exceeded(results: list[tuple[str, str]], limit: int) -> None:
    """SPEC 8.10: what is printed stays within the limit, in order, and its sums are true."""

    def count(text: str) -> int:
        return len(re.findall(r"\w{1,4}|\W", text))

    found = fit(results, limit, count)
    assert found.tokens == sum(result.tokens for result in found.results) <= limit
    states = [result.state for result in found.results]
    assert states == sorted(states, key=["whole", "cut", "dropped"].index)
    assert states.count("cut") <= 1
    for (breadcrumb, body), result in zip(results, found.results, strict=True):
        assert body.startswith(result.body)
        if result.state != "dropped":
            assert result.tokens == count(breadcrumb) + count(result.body)
        if result.state == "whole":
            assert result.body == body


@given(st.text("abc", max_size=6), st.text("abc", max_size=6))
def test_edits_and_nearness_agree(one: str, other: str) -> None:
    """SPEC 8.1: what can be made by an edit is near, and what is near can be made."""
    near = {one, *edits(one, "abc")}
    assert not other or (other in near) == within_one_edit(one, other)
