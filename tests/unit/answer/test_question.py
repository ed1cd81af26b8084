"""Tests of what a question asks for."""

from __future__ import annotations

import pytest

from ra.answer.question import defines, offers, subject, wanted


@pytest.mark.parametrize(
    ("question", "language", "kind"),
    [
        ("How many cups are in a pot?", "english", "number"),
        ("When was tea invented?", "english", "number"),
        ("How do I brew tea?", "english", "steps"),
        ("What is a samovar?", "english", "definition"),
        ("Who drank it first?", "english", "name"),
        ("Does it need milk?", "english", "anything"),
        ("Wie viele Tassen?", "german", "number"),
        ("Wie koche ich Tee?", "german", "steps"),
        ("Was ist ein Samowar?", "german", "definition"),
        ("Comment faire du thé ?", "french", "steps"),
        ("¿Cuándo se inventó?", "spanish", "number"),
        ("なぜ?", "japanese", "anything"),
    ],
)
def test_the_first_fitting_kind_counts(question: str, language: str, kind: str) -> None:
    """SPEC 10: "how" asks for steps, "what is" for a definition, "when" for a number."""
    assert wanted(question, language) == kind


def test_a_sentence_offers_a_number_or_a_new_name() -> None:
    """A name that the question has already is no answer."""
    assert offers("It takes 3 minutes.", "number", "How long?")
    assert not offers("It takes a while.", "number", "How long?")
    assert offers("Then Shennong drank it.", "name", "Who drank tea?")
    assert not offers("Then Tea was drunk.", "name", "Who drank Tea?")


@pytest.mark.parametrize(
    ("question", "about"),
    [
        ("What is a samovar?", "samovar"),
        ("Was ist ein Samowar?", "samowar"),
        ("Why is it hot?", ""),
        ("What is green tea?", "green tea"),
    ],
)
def test_the_subject_of_a_definition_has_no_article(question: str, about: str) -> None:
    """A sentence that begins with it defines it."""
    assert subject(question) == about


def test_a_definition_begins_with_its_subject() -> None:
    """Articles and emphasis before it do not count."""
    assert defines("A **samovar** boils water.".replace("**", ""), "samovar")
    assert defines("_Ownership_ is a set of rules.", "ownership")
    assert not defines("Water boils in a samovar.", "samovar")
