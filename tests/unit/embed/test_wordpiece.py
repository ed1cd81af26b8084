"""Tests that the tokenizer splits a text like the one that the model was trained with."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ra.embed.english import vocabulary
from ra.embed.wordpiece import WordPiece

CASES = json.loads(
    (Path(__file__).parents[2] / "fixtures" / "wordpiece.json").read_text(encoding="utf-8")
)


@pytest.mark.parametrize("case", CASES, ids=range(len(CASES)))
def test_ids_are_those_of_the_reference_tokenizer(case: dict[str, object]) -> None:
    """The ids of each text were made with the package `tokenizers`, cut at 40."""
    text = case["text"]
    assert isinstance(text, str)
    assert WordPiece(vocabulary()).encode(text, 40) == case["ids"]


def test_words_are_cut_alike_when_they_come_again() -> None:
    """What is remembered of a word is what it was cut into."""
    tokenizer = WordPiece(vocabulary())
    first = tokenizer.encode("unbelievably embeddable", 30)
    assert tokenizer.encode("unbelievably embeddable", 30) == first
    assert len(first) > 4


def test_capital_letters_count_where_the_model_has_them() -> None:
    """A cased model keeps capitals and accents."""
    pieces = ["[UNK]", "[CLS]", "[SEP]", "École", "ecole"]
    assert WordPiece(pieces, lowercase=False).encode("École", 9) == [1, 3, 2]
    assert WordPiece(pieces).encode("École", 9) == [1, 4, 2]
