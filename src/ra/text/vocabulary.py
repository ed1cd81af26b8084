"""Prepares the whole words of a document, unstemmed: mistyped words are compared with these."""

from __future__ import annotations

from collections.abc import Iterable

from ra.text.normalization import beyond_ascii, replaced
from ra.text.scripts import unspaced

MIN_LETTERS = 3  # shorter words have too many neighbors


def vocabulary_text(prepared: Iterable[str]) -> str:
    """The text of the vocabulary field: prepared texts without n-grams of unspaced scripts.

    The tokenizer of the field finds the words: it is faster than Python. Numbers and short words
    are among them, and no look-up returns them.
    """
    return " ".join([text if text.isascii() else _without_ngrams(text) for text in prepared])


def _without_ngrams(text: str) -> str:
    return replaced(unspaced(), _blank, text, beyond_ascii(text))


def _blank(_: object) -> str:
    return " "
