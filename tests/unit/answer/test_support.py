"""Tests of the check whether evidence says what a sentence says."""

from __future__ import annotations

import pytest

from ra.answer.support import citations, support, without_citations

EVIDENCE = "Green tea needs water of 80 degrees. It must not boil. Two minutes are enough."


@pytest.mark.parametrize(
    ("sentence", "supported"),
    [
        ("Green tea needs water of 80 degrees.", True),
        ("The water for green tea has 80 degrees.", True),
        ("Green tea needs water of 95 degrees.", False),
        ("Green tea needs water of 80 degrees, enough for 2 minutes of 80 degrees.", False),
        ("Green tea was invented in Portugal by monks.", False),
        ("The water must boil.", False),
        ("", False),
    ],
)
def test_numbers_words_and_negations_must_agree(sentence: str, supported: bool) -> None:
    """SPEC 10: unsupported sentences are caught."""
    assert support(sentence, [EVIDENCE], "english", None).supported is supported


def test_a_doubtful_sentence_must_be_close_to_one_of_the_evidence() -> None:
    """Cosines decide where many words differ, and only there."""
    sentence = "Green tea needs hot water of 80 degrees in a cup."
    near = support(sentence, [EVIDENCE], "english", lambda _, texts: 0.9)
    far = support(sentence, [EVIDENCE], "english", lambda _, texts: 0.1)
    assert (near.supported, far.supported) == (True, False)


def test_citations_are_read_and_removed() -> None:
    """Each number counts once."""
    assert citations("Tea [2] is hot [10] [2].") == (2, 10)
    assert without_citations("Tea [2] is hot [10].") == "Tea is hot."
