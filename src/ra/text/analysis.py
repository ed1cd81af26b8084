"""Analyzes text into terms (SPEC 6.1).

It uses the analyzer of the index, so that both give the same terms.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import dropwhile

from ra.text.normalization import normalize_query, without_endings
from ra.text.tokenizer import analyzer, split
from ra.typed import NamedTuple

# Raise this with any change to the results of `prepare`, `camel_parts`, `path_text` or `analyzer`.
ANALYZER_VERSION = 3

_MOST_ASKED = 2000  # cached titles and paths, which most searches see again

__all__ = ["ANALYZER_VERSION", "Word", "analyzer", "signature", "words"]


class Word(NamedTuple):
    """An analyzed word, its byte range in the original text, and its position."""

    text: str
    start: int
    end: int
    position: int


def signature(language: str) -> str:
    """Identifies the analysis for the fingerprint of a tree: other results, other signature (SPEC
    6.4).
    """
    return f"{ANALYZER_VERSION}:{language}"


def words(text: str, language: str) -> list[str]:
    """The terms of a query text, in order: those that the index has for this text.

    The last character of a run of bigrams is left out: a query for 日本語 searches 日本 本語.
    Stemming may leave nothing of a word, as of the Greek εις; such a word cannot be searched.
    """
    return list(_asked(text, language))


def phrase_words(text: str, language: str) -> tuple[str, ...]:
    """Like `words`, with "" for an inner word that stems to nothing."""
    found = list(analyzer(language).analyze(normalize_query(text, language)))
    while found and not found[-1]:
        found.pop()
    return tuple(dropwhile(operator.not_, found))


def with_stems(text: str, language: str) -> list[tuple[str, str]]:
    """Each word of a query text, lowercase and unstemmed, with its term; without empty terms."""
    prepared = normalize_query(text, language)
    pairs = zip(split(prepared, language), analyzer(language).analyze(prepared), strict=True)
    return [(written.lower(), term) for written, term in pairs if term]


def terms_of(whole: Sequence[str], language: str) -> list[str]:
    """The term of each of these unstemmed words of the index; "" if stemming leaves nothing."""
    return analyzer(language).analyze(" ".join(whole))


def stems(prepared: Iterable[str], language: str) -> list[str]:
    """The terms of these words, which are already split and normalized."""
    return list(filter(None, analyzer(language).analyze(without_endings(" ".join(prepared)))))


@lru_cache(_MOST_ASKED)
def _asked(text: str, language: str) -> tuple[str, ...]:
    return tuple(filter(None, analyzer(language).analyze(normalize_query(text, language))))
