"""Expands mistyped words into terms of the index, with the weights they score by (SPEC 8.1)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from ra.engine.query import Field
from ra.search.analyzed import Analyzed, Leaf
from ra.text.normalization import begins_ngram
from ra.typed import NamedTuple

MOST = 50  # expansions of a term
MOST_WORDS = 50  # terms of a query that are expanded; a long query also matches by its other terms
MIN_LETTERS = 3  # shorter words, as they are typed, have too many neighbors

Counts = Mapping[Field, Mapping[str, int]]
Frequencies = Callable[[Sequence[Field], Iterable[str]], Counts]
Near = Callable[[Field, Sequence[str]], Mapping[str, Mapping[str, int]]]
_IN_INDEX: dict[str, Field] = {
    "title": "title",
    "hierarchy": "hierarchy",
    "tags": "tags",
    "path": "path",
}


class Expansion(NamedTuple):
    """A term of the index that a mistyped one may mean; its score is multiplied by `factor`.

    `by_field` has the factors of fields with other document frequencies than the text; 0 where the
    term does not occur.
    """

    word: str
    factor: float
    by_field: Mapping[Field, float] = {}


class Vocabulary(NamedTuple):
    """The terms of a tree: number of chunks, document frequencies, terms within one edit.

    Its stop words are never expansions.
    """

    total: int
    frequencies: Frequencies
    near: Near
    stop: frozenset[str] = frozenset()


def expand(
    query: Analyzed, known: Vocabulary, fields: Sequence[Field], penalty: float
) -> dict[str, tuple[Expansion, ...]]:
    """The expansions of each term of three letters and more: terms one edit away, frequent first.

    Stop words are left out: `hands` would match every `and`, and few people mistype a stop word. An
    expansion scores with the idf of the typed term in the same field, if it occurs there, times the
    penalty. So the exact term always ranks first, however rare its expansion is.
    """
    asked = _may_be_mistyped(query)
    near = _near(asked, known)
    counted = {other for word, others in near.items() if others for other in (word, *others)}
    searched = tuple(dict.fromkeys([*asked.values(), *fields]))
    counts = known.frequencies(searched, counted) if counted else {}

    def expansions(word: str, others: Sequence[str]) -> Iterator[Expansion]:
        own = dict.fromkeys((asked[word], *fields))
        factors = [_factors(word, others, counts[field], known.total, penalty) for field in own]
        for other, each in zip(others, zip(*factors, strict=True), strict=True):
            yield Expansion(other, each[0], dict(zip(own, each, strict=True)))

    return {
        word: tuple(expansions(word, others)) if others else () for word, others in near.items()
    }


def _factors(
    word: str, others: Sequence[str], counts: Mapping[str, int], total: int, penalty: float
) -> list[float]:
    """The factor of each of the others in a field with these document frequencies."""
    own = counts[word]
    if not own:
        return [penalty if counts[other] else 0.0 for other in others]
    most = penalty * idf(own, total)
    return [most / idf(count, total) if (count := counts[other]) else 0.0 for other in others]


def _may_be_mistyped(query: Analyzed) -> dict[str, Field]:
    """The terms that may be mistyped, with the field in which corrections are looked up."""
    leaves: list[tuple[Field, Leaf]] = [("text", leaf) for leaf in query.bare]
    leaves += [(_IN_INDEX[leaf.field or ""], leaf) for leaf in query.named]
    terms: dict[str, Field] = {}
    for field, leaf in leaves:
        is_long = leaf.letters >= MIN_LETTERS and not begins_ngram(leaf.words[0])
        if is_long and len(terms) < MOST_WORDS:
            terms.setdefault(leaf.words[0], field)
    return terms


def _near(asked: Mapping[str, Field], known: Vocabulary) -> dict[str, list[str]]:
    """The terms one edit away from each of these, in its field, the most frequent first."""
    found: dict[str, list[str]] = {}
    for field in dict.fromkeys(asked.values()):
        words = [word for word, at in asked.items() if at == field]
        for word, counts in known.near(field, words).items():
            others = sorted(counts.keys() - known.stop)
            found[word] = sorted(others, key=counts.__getitem__, reverse=True)[:MOST]
    return {word: found[word] for word in asked}


def idf(count: int, total: int) -> float:
    """Inverse document frequency of a term in `count` of `total` chunks, as BM25 has it."""
    others = total - count if total > count else 0
    return math.log(1 + (others + 0.5) / (count + 0.5))
