"""Is this chunk what the words name? A bonus for lookups that match a heading or a path (8.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from ra.engine.protocol import Hit
from ra.search.wording import Wording

_LONGEST_NAME = 6

Words = Callable[[str], Sequence[str]]


def lookup_strength(said: Wording, stop: frozenset[str]) -> float:
    """1 for a name, 0 for a sentence: it falls with the share of stop words.

    Many words and no stop word among them are a sentence, too, in a language without a list.
    """
    found = said.single_words
    stops = sum(word in stop for word in found)
    if not found or (not stops and len(found) > _LONGEST_NAME):
        return 0.0
    return max(0.0, 1 - 2 * stops / len(found))


def named_words(hits: Iterable[Hit], words_of: Words) -> set[str]:
    """All words of the titles and paths of hits: their idf is needed for the bonus."""
    return {word for hit in hits for text in (hit.title, hit.path) for word in words_of(text)}


def with_bonus(
    hits: Sequence[Hit],
    asked: frozenset[str],
    idf: Mapping[str, float],
    words_of: Words,
    weights: tuple[float, float],
) -> list[Hit]:
    """Add to each score its share of the best one: how far heading and path are the query.

    A match is the idf of the words in common, squared, over that of the query and the field:
    1 if they have the same words.
    """
    if not hits:
        return []
    best = max(hit.score for hit in hits)
    title_weight, path_weight = weights

    def raised(hit: Hit) -> Hit:
        title = _match(asked, frozenset(words_of(hit.title)), idf)
        path = _match(asked, frozenset(words_of(hit.path)), idf)
        return hit._replace(score=hit.score + best * (title_weight * title + path_weight * path))

    return sorted((raised(hit) for hit in hits), key=lambda hit: (-hit.score, hit.chunk_id))


def _match(asked: frozenset[str], field: frozenset[str], idf: Mapping[str, float]) -> float:
    common = sum(idf[word] for word in sorted(asked & field))
    whole = sum(idf[word] for word in sorted(asked)) * sum(idf[word] for word in sorted(field))
    return common * common / whole if whole else 0.0
