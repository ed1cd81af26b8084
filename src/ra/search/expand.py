"""Which words of the index may a mistyped word mean, and what do they count? (SPEC 8.1)"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from ra.search.fuzzy import MIN_LETTERS, alphabet, edits
from ra.search.wording import Wording

MOST = 50

Frequencies = Callable[[Iterable[str]], Mapping[str, int]]


class Expansion(NamedTuple):
    """A word of the index that stands for a typed one; `factor` makes it score like that one."""

    word: str
    factor: float


def expand(
    said: Wording, language: str, total: int, frequencies: Frequencies, penalty: float
) -> dict[str, tuple[Expansion, ...]]:
    """For each bare word of three letters and more the words one edit away, most common first.

    An expansion scores with the idf of the typed word, if that occurs, times the penalty: so
    the exact word always comes first, however rare its expansion is.
    """
    found: dict[str, tuple[Expansion, ...]] = {}
    for bare in said.bare:
        if len(bare.words) != 1 or len(bare.typed) < MIN_LETTERS or bare.words[0] in found:
            continue
        word = bare.words[0]
        near = frequencies([word, *edits(word, alphabet(word, language))])
        own = near[word]
        others = sorted(
            ((other, count) for other, count in near.items() if count and other != word),
            key=lambda pair: (-pair[1], pair[0]),
        )[:MOST]
        found[word] = tuple(
            Expansion(other, penalty * (idf(own, total) / idf(count, total) if own else 1.0))
            for other, count in others
        )
    return found


def idf(count: int, total: int) -> float:
    """How much a word tells that `count` of `total` chunks have (BM25)."""
    return math.log(1 + (max(total, count) - count + 0.5) / (count + 0.5))
