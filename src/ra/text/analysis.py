"""What are the words of a text, and where do they stand? (SPEC 6.1)

`words` and `tokens` ask the very analyzer that the index uses, so they cannot disagree with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, chain
from typing import NamedTuple

from ra.text import tokenizer
from ra.text.camel import camel_words
from ra.text.preparation import Traced, folded_traced, prepare_query, prepare_traced
from ra.text.tokenizer import analyzer

# Raise it with any change to what `prepare`, `camel_parts`, `path_text` or `analyzer` give.
ANALYZER_VERSION = 1

__all__ = ["ANALYZER_VERSION", "Word", "analyzer", "signature", "tokens", "words"]


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
    return [word for word in analyzer(language).analyze(prepare_query(text, language)) if word]


def tokens(text: str, language: str) -> list[Word]:
    """All words of a text as the index has them, then the parts of its camelCase words.

    A part has the range of the whole word, at each place where that stands; the index has the
    parts of a word once. Positions count words of which stemming leaves nothing, though they
    are not told. Between the words and the parts, two values of a field, one stays empty.
    """
    folded = folded_traced(text)
    at = _bytes_before(text)
    analyze = analyzer(language).analyze
    prepared = prepare_traced(folded, language)
    found = list(zip(analyze(prepared.text), _places(prepared, language), strict=True))
    parts = [
        (word, _origin(folded, start, end))
        for start, end, parts in camel_words(folded.text)
        for word in analyze(parts)
    ]
    numbered = chain(enumerate(found), enumerate(parts, len(found) + 1))
    return [Word(word, at[i], at[j], n) for n, (word, (i, j)) in numbered if word]


def _places(prepared: Traced, language: str) -> Iterator[tuple[int, int]]:
    """From where to where each word of a prepared text stands in the original."""
    end = 0
    for word in tokenizer.split(prepared.text, language):
        start = prepared.text.index(word, end)
        end = start + len(word)
        yield _origin(prepared, start, end)


def _origin(traced: Traced, start: int, end: int) -> tuple[int, int]:
    if traced.origin is None:
        return start, end
    return traced.origin[start][0], traced.origin[end - 1][1]


def _bytes_before(text: str) -> Sequence[int]:
    """How many bytes of UTF-8 stand before each character, and in all."""
    if text.isascii():
        return range(len(text) + 1)
    sizes = (len(character.encode("utf-8", "surrogatepass")) for character in text)
    return list(accumulate(sizes, initial=0))
