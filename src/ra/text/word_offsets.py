"""Finds the offsets of each term in a text (SPEC 6.1).

It normalizes the text as for the index, and keeps the original offset of each character.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Sequence
from itertools import accumulate, chain, compress, repeat
from operator import add
from unicodedata import category

from ra.text import scripts, tokenizer
from ra.text.analysis import Word, analyzer
from ra.text.camel_case import camel_words
from ra.text.normalization import (
    as_ngrams,
    characters_of,
    folded,
    without_endings,
    without_long,
    without_long_ascii,
)
from ra.typed import NamedTuple

# Which bytes of UTF-8 start a character.
_BEGINS = bytes(code < 0x80 or code >= 0xC0 for code in range(256))
# Jamo that close a Korean syllable, and half-width sound marks: they join the character before.
_JOINS = frozenset(map(chr, (*range(0x1160, 0x1200), *range(0xD7B0, 0xD7FC), 0xFF9E, 0xFF9F)))


class Offsets(NamedTuple):
    """For each character of a normalized text, its start and end in the original."""

    starts: Sequence[int]
    ends: Sequence[int]


class Traced(NamedTuple):
    """A normalized text, and the origin of its characters."""

    text: str
    origin: Offsets | None  # None: nothing moved


def tokens(text: str, language: str, forms: Container[str] | None = None) -> list[Word]:
    """All terms of a text, then the parts of its camelCase words.

    A part has the range of the whole word, at each of its occurrences; the index has the parts of a
    word once. Positions also count words that stem to nothing, which are not returned. The parts of
    a word are a separate field value, so one position is skipped before them. With `forms` only
    these terms are returned.
    """
    folded = folded_traced(text)
    at = _bytes_before(text)
    found, count = _words_of(normalize_traced(folded, language), language, forms)
    analyze = analyzer(language).analyze
    for start, end, parts in camel_words(folded.text):
        place, cut = _origin(folded, start, end), analyze(parts)
        found += [
            (word, *place, position)
            for position, word in enumerate(cut, count + 1)
            if word and (forms is None or word in forms)
        ]
        count += len(cut) + 1
    return [Word(word, at[start], at[end], position) for word, start, end, position in found]


def _words_of(
    prepared: Traced, language: str, forms: Container[str] | None
) -> tuple[list[tuple[str, int, int, int]], int]:
    """These terms of a normalized text with their original ranges, and the number of all words."""
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
    """The number of bytes of UTF-8 before each character, and of the whole text."""
    if text.isascii():
        return range(len(text) + 1)
    source = text.encode("utf-8", "surrogatepass")
    return [*compress(range(len(source)), source.translate(_BEGINS)), len(source)]


def folded_traced(text: str) -> Traced:
    """Like `folded`, with the origin of each character."""
    if folded(text) == text:
        return Traced(text, None)
    joining = "".join(sorted(filter(_joins, set(text))))
    pieces = re.findall(f"(?s:.)[{joining}]*", text) if joining else list(text)
    made = {piece: folded(piece) for piece in set(pieces)}
    at = list(accumulate(map(len, pieces), initial=0))
    sizes = [len(made[piece]) for piece in pieces]
    origin = Offsets(_repeated(at, sizes), _repeated(at[1:], sizes))
    return Traced("".join(map(made.__getitem__, pieces)), origin)


def normalize_traced(folded: Traced, language: str) -> Traced:
    """Like `prepare` for a folded text, with the origin of each character."""
    if folded.text.isascii():
        return Traced(without_long_ascii(folded.text), folded.origin)
    text, origin = _endings_traced(_grams_traced(folded, language))
    return Traced(without_long(text, language), origin)


def _joins(character: str) -> bool:
    """Whether normalizing can join this character with those before it."""
    return not character.isascii() and (character in _JOINS or category(character)[0] == "M")


def _grams_traced(folded: Traced, language: str) -> Traced:
    text = folded.text
    cut = as_ngrams(text, language)
    if len(cut) == len(text):
        return Traced(cut, folded.origin)
    where: list[int] = []
    done = 0
    for run in scripts.unspaced().finditer(text):
        first, end = run.span()
        where += range(done, first)
        where += [first] * (first > 0)
        where += _grams_from(first, run[0])
        where += [first] * (end < len(text))
        done = end
    where += range(done, len(text))
    if folded.origin is None:
        return Traced(cut, Offsets(where, list(map(add, where, repeat(1)))))
    starts, ends = ([places[at] for at in where] for places in folded.origin)
    return Traced(cut, Offsets(starts, ends))


def _endings_traced(cut: Traced) -> Traced:
    """Remove endings; the last character of a stem then covers the rest of its word."""
    text = without_endings(cut.text)
    if text == cut.text:
        return cut
    size = len(text)
    starts, ends = cut.origin or Offsets(range(size), range(1, size + 1))
    ends = list(ends)
    for ending in scripts.endings().finditer(cut.text):
        ends[ending.start() - 1] = ends[ending.end() - 1]
    return Traced(text, Offsets(starts, ends))


def _repeated(places: Iterable[int], counts: Iterable[int]) -> list[int]:
    return list(chain.from_iterable(map(repeat, places, counts)))


def _grams_from(first: int, run: str) -> list[int]:
    """The origin of each character of the n-grams of a run; that of a space does not matter."""
    characters, size = characters_of(run), scripts.gram_size(run)
    at = list(accumulate(map(len, characters), initial=first))
    where: list[int] = []
    for start, end in zip(at[:-1], at[size:] + at[-1:] * (size - 1), strict=False):
        where += range(start, end)
        where.append(start)
    return where[:-1]
