"""Tests that a token budget is kept and cuts are reported."""

from __future__ import annotations

from ra.search.budget import Fit, cut, fit


def _words(text: str) -> int:
    return len(text.split())


def _states(found: Fit) -> list[str]:
    return [result.state for result in found.results]


def test_what_fits_is_kept_whole() -> None:
    """SPEC 8.10: breadcrumbs and bodies count together; exactly the limit is within it."""
    found = fit([("a > b", "one two"), ("c", "three")], 7, _words)
    assert _states(found) == ["whole", "whole"]
    assert [result.body for result in found.results] == ["one two", "three"]
    assert (found.tokens, found.limit) == (7, 7)


def test_the_first_that_does_not_fit_is_cut_and_the_rest_dropped() -> None:
    """SPEC 8.10: what was cut is marked; a worse result never takes its place."""
    found = fit([("a", "one"), ("b", "two three four"), ("c", "x")], 5, _words)
    assert _states(found) == ["whole", "cut", "dropped"]
    assert found.results[1].body == "two three"
    assert [result.tokens for result in found.results] == [2, 3, 0]
    assert found.tokens == 5


def test_a_result_of_which_only_the_breadcrumb_fits_is_dropped() -> None:
    """SPEC 8.10: a heading without a word of its text tells nothing."""
    assert _states(fit([("a", "one"), ("b c", "two")], 4, _words)) == ["whole", "dropped"]
    assert _states(fit([("a b c", "one")], 2, _words)) == ["dropped"]
    assert fit([], 5, _words) == Fit((), 0, 5)


def test_lines_are_kept_whole_if_half_remains() -> None:
    """SPEC 8.10: a cut at a line reads better, unless it would cost more than half."""
    assert cut("one two three\nfour five six", 5, _words) == "one two three"
    assert cut("one\ntwo three four five", 4, _words) == "one\ntwo three four"


def test_words_are_kept_whole() -> None:
    """SPEC 8.10: the text is cut where a word ends, even if more of it would fit."""
    assert cut("alpha beta gamma", 9, len) == "alpha"
    assert cut("alpha beta gamma", 10, len) == "alpha beta"
    assert cut("alpha", 4, len) == ""


def test_text_without_spaces_is_cut_between_characters() -> None:
    """SPEC 8.10, 6.1: Japanese must not vanish for want of a space."""
    body = "見出し 日本語の文章" + "日本語" * 100
    assert cut(body, 200, len) == body[:200]


def test_a_counter_that_is_not_monotone_never_breaks_the_limit() -> None:
    """SPEC 8.10: with real tokens a shorter text can have more of them."""

    def count(text: str) -> int:
        return len(text) + (5 if text.endswith("b") else 0)

    for limit in range(30):
        assert count(cut("aab aab aab ccc aab ccc", limit, count) or "") <= limit
