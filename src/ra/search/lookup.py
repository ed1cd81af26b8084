"""Is this chunk what the words name? A bonus for lookups that match a heading or a path (8.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import fsum
from operator import attrgetter

from ra.engine.query import Hit
from ra.search.wording import Wording

_LONGEST_NAME = 6

Names = Mapping[str, frozenset[str]]
"""The words of each title and path of some hits that has a word of the query."""


def lookup_strength(said: Wording, stop: frozenset[str]) -> float:
    """1 for a name, 0 for a sentence: it falls with the share of stop words.

    Many words and no stop word among them are a sentence, too, in a language without a list.
    """
    found = said.single_words
    stops = sum(word in stop for word in found)
    if not found or (not stops and len(found) > _LONGEST_NAME):
        return 0.0
    return max(0.0, 1 - 2 * stops / len(found))


def with_bonus(
    hits: Sequence[Hit],
    asked: frozenset[str],
    idf: Mapping[str, float],
    names: Names,
    weights: tuple[float, float],
) -> list[Hit]:
    """Add to each score its share of the best one: how far heading and path are the query.

    A match is the idf of the words in common, squared, over that of the query and the field:
    1 if they have the same words.
    """
    if not hits:
        return []
    best = max(map(attrgetter("score"), hits))
    matches = _matches(asked, idf, names)
    of_title, of_path = weights
    raised = []
    for hit in hits:
        chunk_id, score, path, title = hit
        bonus = of_title * matches.get(title, 0.0) + of_path * matches.get(path, 0.0)
        raised.append(Hit(chunk_id, score + best * bonus, path, title) if bonus else hit)
    raised.sort(key=lambda hit: (-hit.score, hit.chunk_id))
    return raised


def _matches(asked: frozenset[str], idf: Mapping[str, float], names: Names) -> dict[str, float]:
    tell = idf.__getitem__
    whole = fsum(map(tell, asked))  # exact: another sum would depend on the order
    if not whole:
        return {}
    return {
        text: (whole if asked <= found else fsum(map(tell, asked & found))) ** 2
        / (whole * fsum(map(tell, found)))
        for text, found in names.items()
    }
