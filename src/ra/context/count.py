"""Counts the words of pieces of text: by term, with the pieces where each was found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from ra.context.pieces import WeightedText
from ra.text.analysis import with_stems
from ra.text.camel_case import camel_words
from ra.text.normalization import folded
from ra.text.scripts import unspaced
from ra.typed import NamedTuple


class Found(NamedTuple):
    """How often a word occurs in pieces of one kind."""

    source: str
    weight: float
    frequency: int


class CountedWord(NamedTuple):
    """A term, the most frequent word with it, and where it was found, heaviest first."""

    term: str
    word: str
    found: tuple[Found, ...]

    @property
    def frequency(self) -> int:
        """How often it occurs in all pieces."""
        return sum(each.frequency for each in self.found)

    @property
    def weight(self) -> float:
        """The mean weight of its occurrences."""
        return sum(each.weight * each.frequency for each in self.found) / self.frequency


class WordLimits(NamedTuple):
    """Which words count: their number of letters, and how often they must occur."""

    min_length: int
    max_length: int
    min_frequency: int


class WordCounts:
    """The words of some files so far."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._terms: dict[str, Counter[tuple[str, float]]] = {}
        self._words: dict[str, Counter[str]] = {}

    def add(self, pieces: Iterable[WeightedText], stop: frozenset[str]) -> None:
        """Count the words of these pieces, without stop words as they are written."""
        for source, weight, text in pieces:
            for (word, term), count in Counter(_words(text, self._language)).items():
                if word not in stop:
                    self._terms.setdefault(term, Counter())[source, weight] += count
                    self._words.setdefault(term, Counter())[word] += count

    def counted(self, stop: frozenset[str], limits: WordLimits) -> Iterator[CountedWord]:
        """Each term that counts: no stop word, no number, long and frequent enough."""
        for term, places in self._terms.items():
            word = min(self._words[term].items(), key=lambda each: (-each[1], each[0]))[0]
            if term in stop or word.isdecimal() or not _fits(word, limits):
                continue
            found = [Found(source, weight, many) for (source, weight), many in places.items()]
            found.sort(key=lambda each: (-each.weight, each.source))
            one = CountedWord(term, word, tuple(found))
            # A name is written once, however much it matters.
            if one.frequency >= limits.min_frequency or found[0].weight > 1:
                yield one


def _words(text: str, language: str) -> Iterator[tuple[str, str]]:
    """Every word in lowercase with its term, then the parts of camelCase words."""
    yield from with_stems(text, language)
    for _, _, parts in camel_words(folded(text)):
        yield from with_stems(parts, language)


def _fits(word: str, limits: WordLimits) -> bool:
    """Whether a word has the right length; n-grams of scripts without spaces always have."""
    if not word.isascii() and unspaced().match(word):
        return True
    return limits.min_length <= len(word) <= limits.max_length
