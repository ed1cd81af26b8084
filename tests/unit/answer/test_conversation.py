"""Tests of follow-up questions."""

from __future__ import annotations

import pytest

from ra.answer.conversation import completed

FIRST = "How do I install the pump on Linux?"


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("and on Windows?", "How do I install the pump on Windows?"),
        ("What about on Windows?", "How do I install the pump on Windows?"),
        ("and with a proxy?", "How do I install the pump on Linux with a proxy?"),
        ("Does it need oil?", "How do I install the pump on Linux Does it need oil?"),
        ("How deep is the well?", "How deep is the well?"),
        ("", ""),
    ],
)
def test_a_follow_up_is_asked_with_what_it_refers_to(question: str, asked: str) -> None:
    """Issue 19: a question that stands alone is asked as it is."""
    assert completed(question, [FIRST]) == asked


def test_a_first_question_stays_as_it_is() -> None:
    """Nothing was asked before."""
    assert completed("and on Windows?", []) == "and on Windows?"
