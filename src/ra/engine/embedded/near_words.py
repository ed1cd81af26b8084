"""Finds the words of an index that are near mistyped ones.

Most words one edit away from another do not exist, and to look up each of them takes time. A
process that asks often keeps all words, of many chunks first those with the same first letter.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from ra.text.edit_distance import candidates
from ra.text.vocabulary import MIN_LETTERS
from ra.typed import NamedTuple

_OFTEN, _OFTEN_WITH_LETTER = 40, 15  # words that were looked up before all are kept
_OFTEN_WITH_ANY = 160  # of any letters: they cost as much as keeping the words of all letters does
_MANY_CHUNKS = 20_000
_MOST_KEPT = 200_000
_MOST_NEAR = 5_000  # words whose near ones are kept
_LAST = "\U0010ffff"  # no word has it


class KeptWords:
    """The whole words of one commit by their first letters, sorted; also those of deleted chunks.

    The words of few chunks are kept together, by "". `sought` counts the words looked up. `near`
    has the words near some, which do not change in a commit, by distance.
    """

    def __init__(self, chunks: int) -> None:
        self.length = 1 if chunks > _MANY_CHUNKS else 0
        self.often = _OFTEN_WITH_LETTER if self.length else _OFTEN
        self.sought: Counter[str] = Counter()
        self.letters: dict[str, list[str]] = {}
        self.words: set[str] = set()
        self.near: dict[tuple[str, int], dict[str, int]] = {}

    def keep(self, letter: str, words: list[str]) -> list[str]:
        """Keep all words with this first letter."""
        self.words.update(words)
        self.letters[letter] = sorted(words)  # last: a thread that sees it sees all its words
        return self.letters[letter]

    def is_full(self) -> bool:
        """Whether no further words are kept."""
        return len(self.words) > _MOST_KEPT


class WholeWords(NamedTuple):
    """How the whole words of one commit are looked up: by prefix, and how many chunks have each."""

    kept: KeptWords
    listed: Callable[[str], list[str]]
    counts: Callable[[Sequence[str]], Mapping[str, int]]

    def starting(self, start: str) -> list[str]:
        """The words with this prefix."""
        kept, first = self.kept, start[: self.kept.length]
        words = kept.letters.get(first)
        if words is None:
            if kept.sought[first] < kept.often or kept.is_full():
                return self.listed(start)
            words = kept.keep(first, self.listed(first))
        begin = bisect_left(words, start)
        return words[begin : bisect_left(words, start + _LAST, begin)]

    def existing(self, words: set[str]) -> set[str]:
        """Those words that exist, and those with first letters that are not kept."""
        kept = self.kept
        letters, known = kept.letters, kept.words
        if "" in letters:
            return words & known
        unknown = {word for word in words if word[:1] not in letters}
        if unknown and kept.length and kept.sought.total() >= _OFTEN_WITH_ANY:
            for letter in sorted({word[:1] for word in unknown}):
                if not kept.is_full():
                    kept.keep(letter, self.listed(letter))
            unknown = {word for word in unknown if word[:1] not in letters}
        return unknown | (words & known)


def near_words(
    words: Sequence[str], distance: int, language: str, index: WholeWords
) -> dict[str, dict[str, int]]:
    """The existing words within `distance` edits of each word, with their counts."""
    known = index.kept.near
    found = {word: known[word, distance] for word in words if (word, distance) in known}
    new = [word for word in words if word not in found]
    if new:
        looked_up = _looked_up(new, distance, language, index)
        if len(known) > _MOST_NEAR:
            known = index.kept.near = {}
        known.update(((word, distance), near) for word, near in looked_up.items())
        found |= looked_up
    return found


def _looked_up(
    words: Sequence[str], distance: int, language: str, index: WholeWords
) -> dict[str, dict[str, int]]:
    kept = index.kept
    near = {word: candidates(word, language, index.starting, distance) for word in words}
    asked: set[str] = set().union(*near.values())
    kept.sought.update([word[: kept.length] for word in words])  # one search alone keeps nothing
    counts = index.counts(list(index.existing(asked)))
    existing = [
        word
        for word, count in counts.items()
        if count and len(word) >= MIN_LETTERS and not word.isdigit()
    ]
    return {
        word: {other: counts[other] for other in others.intersection(existing)}
        for word, others in near.items()
    }
