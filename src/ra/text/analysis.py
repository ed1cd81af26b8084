"""Analyzes text into terms (SPEC 6.1).

It uses the analyzer of the index, so that both give the same terms.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable
from functools import lru_cache
from itertools import dropwhile

from ra.text.preparation import prepare_query, without_endings
from ra.text.tokenizer import analyzer
from ra.typed import NamedTuple

# Raise it with any change to what `prepare`, `camel_parts`, `path_text` or `analyzer` give.
ANALYZER_VERSION = 2

_MOST_ASKED = 2000  # titles and paths that most searches meet again

__all__ = ["ANALYZER_VERSION", "Word", "analyzer", "signature", "words"]


class Word(NamedTuple):
    """An analyzed word, the bytes of the original text it stands for, and its place in order."""

    text: str
    start: int
    end: int
    position: int


def signature(language: str) -> str:
    """Tells analyses with different results apart, for the fingerprint of a tree (SPEC 6.4)."""
    return f"{ANALYZER_VERSION}:{language}"


def words(text: str, language: str) -> list[str]:
    """The analyzed words of a query text, in order: those that the index has for this text.

    The last character of a run in pairs is left out: whoever asks for 日本語 wants 日本 本語.
    Stemming may leave nothing of a word, as of the Greek εις; such a word cannot be asked for.
    """
    return list(_asked(text, language))


def phrase_words(text: str, language: str) -> tuple[str, ...]:
    """Like `words`, but "" stands for a word inside of which stemming leaves nothing."""
    found = list(analyzer(language).analyze(prepare_query(text, language)))
    while found and not found[-1]:
        found.pop()
    return tuple(dropwhile(operator.not_, found))


def stems(prepared: Iterable[str], language: str) -> list[str]:
    """The words that the index has for these, which are cut and prepared already."""
    return list(filter(None, analyzer(language).analyze(without_endings(" ".join(prepared)))))


@lru_cache(_MOST_ASKED)
def _asked(text: str, language: str) -> tuple[str, ...]:
    return tuple(filter(None, analyzer(language).analyze(prepare_query(text, language))))
