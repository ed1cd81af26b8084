"""Which words of the index may a mistyped word mean, and what do they count? (SPEC 8.1)"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from ra.engine.protocol import Field
from ra.search.fuzzy import MIN_LETTERS, alphabet, edits, within_one_edit
from ra.search.wording import Bare, Wording, prefix_words

MOST = 50  # expansions of a word
MOST_WORDS = 50  # of a query: a long text is found by its other words too
_START = 3  # letters: few words start alike then, and few edits are before

Frequencies = Callable[[Field, Iterable[str]], Mapping[str, int]]
_IN_INDEX: dict[str, Field] = {
    "title": "title",
    "hierarchy": "hierarchy",
    "tags": "tags",
    "path": "path",
}


class Expansion(NamedTuple):
    """A word of the index that stands for a typed one; `factor` makes it score like that one.

    `by_field` has the factors of fields where the two words are not as common as in the text;
    0 where the word of the index does not occur.
    """

    word: str
    factor: float
    by_field: Mapping[Field, float] = {}


class Vocabulary(NamedTuple):
    """What is known of the words of a tree: language, size, how common each is, which start so.

    `stop` are its stop words: nobody means them by another word.
    """

    language: str
    total: int
    frequencies: Frequencies
    starting: Callable[[Field, str], Iterable[str]]
    stop: frozenset[str] = frozenset()


def expand(
    said: Wording, known: Vocabulary, fields: Iterable[Field], penalty: float
) -> dict[str, tuple[Expansion, ...]]:
    """For each word of three letters and more the words one edit away, most common first.

    Stop words are left out: `hands` would find every `and`, and few mistype one to find it.
    An expansion scores with the idf that the typed word has in the same field, if it occurs
    there, times the penalty: so the exact word always comes first, however rare its expansion.
    """
    asked: list[tuple[Field, Bare]] = [("text", bare) for bare in said.bare]
    asked += [(_IN_INDEX[name], bare) for name, bare in said.named]
    found: dict[str, tuple[Expansion, ...]] = {}
    for field, bare in asked:
        if len(found) < MOST_WORDS and _may_be_mistyped(bare, known.language):
            word = bare.words[0]
            if word not in found:
                searched = dict.fromkeys([field, *fields])
                found[word] = _expansions(word, known, tuple(searched), penalty)
    return found


def _may_be_mistyped(bare: Bare, language: str) -> bool:
    if len(bare.words) != 1 or len(bare.typed) < MIN_LETTERS:
        return False
    return sum(map(len, prefix_words(bare.typed, language))) >= MIN_LETTERS


def _expansions(
    word: str, known: Vocabulary, fields: tuple[Field, ...], penalty: float
) -> tuple[Expansion, ...]:
    """The most common words near a word of the first of these fields."""
    alike = _near(word, known, fields[0]) - known.stop
    near = known.frequencies(fields[0], [word, *alike])
    common = sorted(
        (other for other, count in near.items() if count and other != word),
        key=lambda other: (-near[other], other),
    )[:MOST]
    if not common:
        return ()
    counts = {field: known.frequencies(field, [word, *common]) for field in fields[1:]}
    counts[fields[0]] = near

    def factor(other: str, field: Field) -> float:
        own, count = counts[field][word], counts[field][other]
        if not count:
            return 0.0
        if not own:
            return penalty
        return penalty * idf(own, known.total) / idf(count, known.total)

    return tuple(
        Expansion(
            other, factor(other, fields[0]), {field: factor(other, field) for field in fields}
        )
        for other in common
    )


def _near(word: str, known: Vocabulary, field: Field) -> set[str]:
    """Words that may stand for a word: most by a look at what starts alike, it is the shortest."""
    letters = alphabet(word, known.language)
    if len(word) <= _START:
        return edits(word, letters)
    sizes = range(len(word) - 1, len(word) + 2)
    alike = known.starting(field, word[:_START])
    near = {other for other in alike if len(other) in sizes and within_one_edit(word, other)}
    return near - {word} | edits(word, letters, before=_START)


def idf(count: int, total: int) -> float:
    """How much a word tells that `count` of `total` chunks have (BM25)."""
    return math.log(1 + (max(total, count) - count + 0.5) / (count + 0.5))
