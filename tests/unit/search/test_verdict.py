"""Tests of the verdict (SPEC 8.10)."""

from __future__ import annotations

import pytest

from ra.search.verdict import Evidence, Verdict, judge, needed


def test_nothing_found_is_none() -> None:
    """SPEC 8.10: only then; words alone cannot prove absence."""
    assert judge([]).strength == "none"
    assert judge([Evidence(0.0, 3)]).strength == "weak"


@pytest.mark.parametrize("words", [0, 1, 2, 5, 100])
def test_strong_or_weak(words: int) -> None:
    """SPEC 8.10: by the share of what the query could reach."""
    enough = needed(words)
    assert judge([Evidence(enough, words)]) == Verdict("strong", enough, enough)
    assert judge([Evidence(enough - 0.01, words)]) == Verdict("weak", enough - 0.01, enough)
    assert judge([Evidence(1.0, words)]).strength == "strong"


def test_the_fewer_words_the_more_of_them_are_needed() -> None:
    """Our choice, measured: one of two words is not enough, half of many is."""
    shares = [needed(words) for words in range(1, 30)]
    assert shares == sorted(shares, reverse=True)
    assert 0.5 < needed(2) < needed(1) < 1
    assert needed(30) < 1 / 2 < needed(3)


def test_the_best_tree_decides() -> None:
    """SPEC 8.10: by what it has over what it needs."""
    assert judge([Evidence(0.1, 2), Evidence(0.9, 2)]).share == 0.9
    assert judge([Evidence(0.7, 2), Evidence(0.6, 9)]) == Verdict("strong", 0.6, needed(9))


def test_a_question_needs_less_the_longer_it_is_and_more_for_unseen_words() -> None:
    """Our choice, measured: an answer lacks words of a long request."""
    shares = [needed(words, 0.0) for words in range(1, 60)]
    assert shares == sorted(shares, reverse=True)
    assert 0 < shares[-1] < 0.1
    assert needed(6, 0.0) < needed(6, 0.5) < needed(6, 1.0) < 0.6
    assert judge([Evidence(0.3, 6, 0.0, is_question=True)]).strength == "strong"
    assert judge([Evidence(0.3, 6, 0.6, is_question=True)]).strength == "weak"
