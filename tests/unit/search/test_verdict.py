"""Tests of the verdict (SPEC 8.10)."""

from __future__ import annotations

import pytest

from ra.embed.protocol import Confidence
from ra.search.verdict import Evidence, Similarity, Verdict, judge, needed


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
    assert needed(6, 0.0) < needed(6, 0.5) < needed(6, 1.0) < 0.8
    assert judge([Evidence(0.3, 6, 0.0, is_question=True)]).strength == "strong"
    assert judge([Evidence(0.3, 6, 0.6, is_question=True)]).strength == "weak"


@pytest.mark.parametrize(("cosine", "strength"), [(0.5, "strong"), (0.4, "weak"), (0.2, "none")])
def test_meaning_and_words_decide_together(cosine: float, strength: str) -> None:
    """SPEC 8.10: by the keyword share and the top cosine."""
    near = Similarity(0.1, cosine, Confidence(0.15, 0.455, 0.32))
    assert judge([Evidence(0.5, 3, is_question=True, similarity=near)]).strength == strength


def test_a_lookup_whose_words_are_all_there_is_strong_however_far_its_meaning_is() -> None:
    """An identifier as typed is found; in a question the same words may be of another subject."""
    far = Similarity(0.3, 0.1, Confidence(0.15, 0.455, 0.32))
    near = far._replace(cosine=0.4)
    assert judge([Evidence(1.0, 1, similarity=far)]).strength == "strong"
    assert judge([Evidence(1.0, 1, similarity=far), Evidence(0.5, 1, similarity=near)]).share == 1
    assert judge([Evidence(1.0, 1, is_question=True, similarity=far)]).strength == "none"


def test_a_question_in_english_needs_more() -> None:
    """Our choice, measured: compounds and inflected words of other languages match less."""
    for words in (2, 5, 9):
        for absent in (0.0, 0.4):
            assert needed(words, absent, "german") < needed(words, absent, "english")


def test_a_few_long_texts_need_less() -> None:
    """Our choice, measured: where each word stands in most chunks, none of them is rare."""
    few = Evidence(0.2, 5, is_question=True, chunks=3)
    assert few.needed < Evidence(0.2, 5, is_question=True, chunks=30).needed
    assert few._replace(chunks=9999).needed == few._replace(chunks=30).needed
    assert Evidence(0.9, 1, chunks=3).needed == Evidence(0.9, 1).needed
