"""Which words of the index may a mistyped word mean, and what do they count? (SPEC 8.1)"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import compress

from ra.engine.query import Field
from ra.search.fuzzy import MIN_LETTERS, alphabet, edits, within_one_edit
from ra.search.wording import Bare, Wording, prefix_words
from ra.text.preparation import begins_gram
from ra.typed import NamedTuple

MOST = 50  # expansions of a word
MOST_WORDS = 50  # of a query: a long text is found by its other words too
_START = 3  # letters: few words start alike then, and few edits are before

Counts = Mapping[Field, Mapping[str, int]]
Frequencies = Callable[[Sequence[Field], Iterable[str]], Counts]
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
    said: Wording, known: Vocabulary, fields: Sequence[Field], penalty: float
) -> dict[str, tuple[Expansion, ...]]:
    """For each word of three letters and more the words one edit away, most common first.

    Stop words are left out: `hands` would find every `and`, and few mistype one to find it.
    An expansion scores with the idf that the typed word has in the same field, if it occurs
    there, times the penalty: so the exact word always comes first, however rare its expansion.
    """
    asked = _asked(said, known.language)
    near = {word: _near(word, known, field) for word, field in asked.items()}
    common = _common(near, asked, known)
    counted = {other for word, others in common.items() if others for other in (word, *others)}
    searched = tuple(dict.fromkeys([*asked.values(), *fields]))
    counts = known.frequencies(searched, counted) if counted else {}

    def expansions(word: str, others: Sequence[str]) -> Iterator[Expansion]:
        own = dict.fromkeys((asked[word], *fields))
        factors = [_factors(word, others, counts[field], known.total, penalty) for field in own]
        for other, each in zip(others, zip(*factors, strict=True), strict=True):
            yield Expansion(other, each[0], dict(zip(own, each, strict=True)))

    return {
        word: tuple(expansions(word, others)) if others else () for word, others in common.items()
    }


def _factors(
    word: str, others: Sequence[str], counts: Mapping[str, int], total: int, penalty: float
) -> list[float]:
    """What each of the others counts for the word in a field with these counts."""
    own = counts[word]
    if not own:
        return [penalty if counts[other] else 0.0 for other in others]
    most = penalty * idf(own, total)
    return [most / idf(count, total) if (count := counts[other]) else 0.0 for other in others]


def _asked(said: Wording, language: str) -> dict[str, Field]:
    """The words that may be mistyped, with the field that is looked into."""
    bare: list[tuple[Field, Bare]] = [("text", bare) for bare in said.bare]
    bare += [(_IN_INDEX[name], bare) for name, bare in said.named]
    found: dict[str, Field] = {}
    for field, one in bare:
        if len(found) < MOST_WORDS and _may_be_mistyped(one, language):
            found.setdefault(one.words[0], field)
    return found


def _may_be_mistyped(bare: Bare, language: str) -> bool:
    typed = bare.typed
    if len(bare.words) != 1 or len(typed) < MIN_LETTERS or begins_gram(bare.words[0]):
        return False
    if typed.isascii() and typed.isalnum():
        return True
    return sum(map(len, prefix_words(typed, language))) >= MIN_LETTERS


def _common(
    near: Mapping[str, set[str]], asked: Mapping[str, Field], known: Vocabulary
) -> dict[str, list[str]]:
    """Of the words near each word those that its field has, the most common first."""
    looked_up: dict[Field, set[str]] = {}
    for word, others in near.items():
        looked_up.setdefault(asked[word], set()).update(others)
    counts = {
        field: known.frequencies((field,), others)[field] for field, others in looked_up.items()
    }
    there = {field: [*compress(count, count.values())] for field, count in counts.items()}
    found = {}
    for word, others in near.items():
        count = counts[asked[word]]
        common = sorted(others.intersection(there[asked[word]]))
        found[word] = sorted(common, key=count.__getitem__, reverse=True)[:MOST]
    return found


def _near(word: str, known: Vocabulary, field: Field) -> set[str]:
    """Words that may stand for a word: most by a look at what starts alike, it is the shortest."""
    letters = alphabet(word, known.language)
    if len(word) <= _START:
        return edits(word, letters).difference(known.stop)
    near = edits(word, letters, before=_START)
    size, middle = len(word), len(word) // 2 + 1
    head, tail = word[:middle], word[middle + 1 :]  # one edit leaves one of them as it is
    alike = [
        other
        for other in known.starting(field, word[:_START])
        if -2 < len(other) - size < 2 and (other.endswith(tail) or other.startswith(head))
    ]
    near.update([other for other in alike if within_one_edit(word, other)])
    near.discard(word)
    near -= known.stop
    return near


def idf(count: int, total: int) -> float:
    """How much a word tells that `count` of `total` chunks have (BM25)."""
    others = total - count if total > count else 0
    return math.log(1 + (others + 0.5) / (count + 0.5))
