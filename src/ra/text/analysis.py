"""What are the words of a text, and where do they stand? (SPEC 6.1)

`words` and `tokens` ask the very analyzer that the index uses, so they cannot disagree with it.
"""

from collections.abc import Container, Sequence
from functools import lru_cache
from itertools import compress
from typing import NamedTuple

from ra.text import tokenizer
from ra.text.camel import camel_words
from ra.text.preparation import Traced, folded_traced, prepare_query, prepare_traced
from ra.text.tokenizer import analyzer

# Raise it with any change to what `prepare`, `camel_parts`, `path_text` or `analyzer` give.
ANALYZER_VERSION = 1

_MOST_ASKED = 2000  # each stage of a search asks for the words of the query again
# Which bytes of UTF-8 are the first of a character.
_BEGINS = bytes(code < 0x80 or code >= 0xC0 for code in range(256))

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
    return list(_asked(text, language))


@lru_cache(_MOST_ASKED)
def _asked(text: str, language: str) -> tuple[str, ...]:
    return tuple(filter(None, analyzer(language).analyze(prepare_query(text, language))))


def tokens(text: str, language: str, forms: Container[str] | None = None) -> list[Word]:
    """All words of a text as the index has them, then the parts of its camelCase words.

    A part has the range of the whole word, at each place where that stands; the index has the
    parts of a word once. Positions count words of which stemming leaves nothing, though they
    are not told. Between the words and the parts, two values of a field, one stays empty.
    With `forms` only words that are among these are told.
    """
    folded = folded_traced(text)
    at = _bytes_before(text)
    found, count = _words_of(prepare_traced(folded, language), language, forms)
    analyze = analyzer(language).analyze
    parts = [
        (word, start, end)
        for start, end, parts in camel_words(folded.text)
        for word in analyze(parts)
    ]
    found += [
        (word, *_origin(folded, start, end), position)
        for position, (word, start, end) in enumerate(parts, count + 1)
        if word and (forms is None or word in forms)
    ]
    return [Word(word, at[start], at[end], position) for word, start, end, position in found]


def _words_of(
    prepared: Traced, language: str, forms: Container[str] | None
) -> tuple[list[tuple[str, int, int, int]], int]:
    """Those words of a prepared text, from where to where in the original, and how many in all."""
    written = tokenizer.split(prepared.text, language)
    once = list(dict.fromkeys(written))
    made = dict(zip(once, analyzer(language).analyze(" ".join(once)), strict=True))
    told = {word: form for word, form in made.items() if form and (forms is None or form in forms)}
    find = prepared.text.index
    found = []
    end = 0
    for position, word in enumerate(written):
        start = find(word, end)
        end = start + len(word)
        if word in told:
            found.append((told[word], *_origin(prepared, start, end), position))
    return found, len(written)


def _origin(traced: Traced, start: int, end: int) -> tuple[int, int]:
    if traced.origin is None:
        return start, end
    return traced.origin.starts[start], traced.origin.ends[end - 1]


def _bytes_before(text: str) -> Sequence[int]:
    """How many bytes of UTF-8 stand before each character, and in all."""
    if text.isascii():
        return range(len(text) + 1)
    source = text.encode("utf-8", "surrogatepass")
    return [*compress(range(len(source)), source.translate(_BEGINS)), len(source)]
