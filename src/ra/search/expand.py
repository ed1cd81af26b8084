"""Corrects mistyped words to terms of the index, with the weights they score by (SPEC 8.1).

Whole words are compared and then stemmed: the stems of `iteratr` and `iterator` differ by more than
the words do.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice, product

from ra.engine.query import Field
from ra.search.analyzed import Analyzed, Leaf, naming
from ra.text.analysis import terms_of, with_stems
from ra.text.languages import spoken
from ra.text.scripts import unspaced
from ra.text.variants import spellings
from ra.text.vocabulary import MIN_LETTERS
from ra.typed import NamedTuple

MOST = 50  # expansions of a term
MOST_WORDS = 50  # terms of a query that are expanded; a long query also matches by its other terms
FAR_LETTERS = 8  # of a word that may have two wrong ones
_FEW = 5  # expansions of each part of an identifier
# What a correction weighs, as a share of an exact match: measured (docs/guides/evaluation.md), a
# mistyped word says nearly as much as any other. A shorter one has too many neighbors.
_CORRECTION = 0.8
_VERDICT_SHARE = 0.6  # of the weight of the typed word, for the verdict
_CORRECTED_LETTERS = 5

Counts = Mapping[Field, Mapping[str, int]]
Frequencies = Callable[[Sequence[Field], Iterable[str]], Counts]
Near = Callable[[Sequence[str], int], Mapping[str, Mapping[str, int]]]
_IN_INDEX: dict[str, Field] = {
    "title": "title",
    "hierarchy": "hierarchy",
    "tags": "tags",
    "path": "path",
}


class Expansion(NamedTuple):
    """A term of the index that a mistyped one may mean; its score is multiplied by `factor`.

    `by_field` has the factors of fields with other document frequencies than the text; 0 where the
    term does not occur. `whole` is the most frequent word with this term. `is_correction`: the
    typed term itself does not occur.
    """

    word: str
    factor: float
    by_field: Mapping[Field, float] = {}
    whole: str = ""
    is_correction: bool = False

    def verdict_share(self, penalty: float) -> float:
        """How much of the weight of the typed word it counts for the verdict."""
        return min(self.factor, _VERDICT_SHARE) if self.is_correction else penalty


Expansions = Mapping[str, Sequence[Expansion]]


class Vocabulary(NamedTuple):
    """The terms of a tree: number of chunks, document frequencies, whole words near others.

    Its stop words are expansions only of words that may mean nothing else.
    """

    total: int
    frequencies: Frequencies
    near: Near
    stop: frozenset[str] = frozenset()


class _Typed(NamedTuple):
    """A word that may be mistyped: unstemmed, and the field in which it is asked for."""

    whole: str
    field: Field


def expand(
    query: Analyzed, known: Vocabulary, fields: Sequence[Field], penalty: float
) -> dict[str, tuple[Expansion, ...]]:
    """The expansions of each term: words one edit away, of three letters and more, frequent first.

    A word of eight letters that does not occur, nor any one edit away, gets those two edits away.
    An expansion scores with the idf of the typed term in the same field, if it occurs there, times
    the penalty, so the exact term always ranks first, however rare its expansion is. The
    corrections of a word of five letters that does not occur weigh more. Stop words are left out,
    unless they are the only ones: `hand` would match every `and`.
    """
    asked = _may_be_mistyped(query)
    near = _near(asked, known, query.language)
    counted = {other for word, others in near.items() if others for other in (word, *others)}
    searched = tuple(dict.fromkeys([*(typed.field for typed in asked.values()), *fields]))
    counts = known.frequencies(searched, counted) if counted else {}

    def expansions(word: str, others: Mapping[str, str]) -> Iterator[Expansion]:
        own = dict.fromkeys((asked[word].field, *fields))
        is_new = not any(counts[field][word] for field in own)
        is_typo = is_new and len(asked[word].whole) >= _CORRECTED_LETTERS
        least = max(penalty, _CORRECTION) if penalty and is_typo else penalty
        factors = [_factors(word, [*others], counts[field], known.total, least) for field in own]
        for (other, whole), each in zip(others.items(), zip(*factors, strict=True), strict=True):
            by_field = dict(zip(own, each, strict=True))
            if any(each) and (is_typo or other not in known.stop):
                yield Expansion(other, each[0], by_field, whole, is_new)

    return {
        word: tuple(expansions(word, others)) if others else () for word, others in near.items()
    }


def corrected(terms: Sequence[str], known: Expansions) -> list[tuple[tuple[str, ...], float]]:
    """What adjacent terms may mean of which some do not occur, each with its factor.

    The terms of `promis.allSetled` are corrected one by one.
    """
    if known.keys().isdisjoint(terms):
        return []
    options = []
    for term in terms:
        forms = [form for form in known.get(term, ()) if form.is_correction][:_FEW]
        options.append([(form.word, form.factor or 1.0) for form in forms] or [(term, 1.0)])
    if all(each[0][0] == term for each, term in zip(options, terms, strict=True)):
        return []
    ways = islice(product(*options), MOST)
    return [(tuple(word for word, _ in way), min(factor for _, factor in way)) for way in ways]


def corrections(query: Analyzed, known: Expansions) -> dict[str, tuple[str, ...]]:
    """The typed words that do not occur, with the words that are searched for instead."""
    found: dict[str, tuple[str, ...]] = {}
    for leaf in (*query.bare, *query.named):
        for whole, term in with_stems(leaf.text, query.language):
            forms = [form.whole for form in known.get(term, ()) if form.is_correction]
            if forms:
                found[whole] = tuple(forms)
    return found


def _factors(
    word: str, others: Sequence[str], counts: Mapping[str, int], total: int, penalty: float
) -> list[float]:
    """The factor of each of the others in a field with these document frequencies."""
    own = counts[word]
    if not own:
        return [penalty if counts[other] else 0.0 for other in others]
    most = penalty * idf(own, total)
    return [most / idf(count, total) if (count := counts[other]) else 0.0 for other in others]


def _may_be_mistyped(query: Analyzed) -> dict[str, _Typed]:
    """The terms that may be mistyped."""
    leaves: list[tuple[Field, Leaf]] = [("text", leaf) for leaf in query.bare]
    leaves += [(_IN_INDEX[leaf.field or ""], leaf) for leaf in query.named]
    terms: dict[str, _Typed] = {}
    for field, leaf in leaves:
        for whole, term in _wholes(leaf, query.language):
            may_be = len(whole) >= MIN_LETTERS and not (whole.isdigit() or _is_gram(whole))
            if may_be and len(terms) < MOST_WORDS:
                terms.setdefault(term, _Typed(whole, field))
    return terms


def _wholes(leaf: Leaf, language: str) -> list[tuple[str, str]]:
    """Each word of a leaf, unstemmed, with its term; most leaves are one word, and are analyzed."""
    text, terms = leaf.text, leaf.words
    if len(terms) == 1 and text.isascii() and text.isalnum():
        return [(text.lower(), terms[0])]
    return with_stems(text, language)


def _is_gram(word: str) -> bool:
    return word > "\u0e00" and unspaced().match(word) is not None


def _near(
    asked: Mapping[str, _Typed], known: Vocabulary, language: str
) -> dict[str, dict[str, str]]:
    """For each term those of the words near its own, the most frequent first, with that word."""
    wholes = [typed.whole for typed in asked.values()]
    near = known.near(wholes, 1) if wholes else {}
    others = _other_spellings(wholes, known, language)
    found = {
        term: _terms({**others[typed.whole], **near[typed.whole]}, term, known.stop, language)
        for term, typed in asked.items()
    }
    far = {
        term: typed
        for term, typed in asked.items()
        if not found[term] and len(typed.whole) >= FAR_LETTERS
    }
    if far:
        counts = known.frequencies(tuple({typed.field for typed in far.values()}), far)
        absent = {term: one for term, one in far.items() if not counts[one.field][term]}
        near = known.near([typed.whole for typed in absent.values()], 2) if absent else {}
        for term, typed in absent.items():
            found[term] = _terms(near[typed.whole], term, known.stop, language)
    return found


def _other_spellings(
    wholes: Sequence[str], known: Vocabulary, language: str
) -> dict[str, dict[str, int]]:
    """For each word its other spellings that occur, with the counts of their terms.

    An accent may make another word (Portuguese `e` and `é`): a word that occurs as it was typed is
    not spelled with other ones.
    """
    ways = {whole: spellings(whole, language) for whole in wholes}
    every = list(dict.fromkeys(chain(wholes, *ways.values())))
    if not any(ways.values()):
        return {whole: {} for whole in wholes}
    terms = dict(zip(every, terms_of(every, language), strict=True))
    counts = known.frequencies(("text",), filter(None, terms.values()))["text"]
    has_particles = spoken(language) == "arabic"
    return {
        whole: {way: count for way in some if (count := counts.get(terms[way], 0))}
        if has_particles or not counts.get(terms[whole], 0)
        else {}
        for whole, some in ways.items()
    }


def _terms(
    counts: Mapping[str, int], own: str, stop: frozenset[str], language: str
) -> dict[str, str]:
    """The terms of whole words, without the own one, the most frequent first, each with a word.

    Those of stop words are left out if there are others.
    """
    wholes = sorted(counts, key=lambda whole: (-counts[whole], whole))
    pairs = [
        (whole, term)
        for whole, term in zip(wholes, terms_of(wholes, language), strict=True)
        if term and term != own
    ]
    found: dict[str, str] = {}
    total: dict[str, int] = {}
    for whole, term in [pair for pair in pairs if pair[1] not in stop] or pairs:
        found.setdefault(term, whole)
        total[term] = total.get(term, 0) + counts[whole]
    best = sorted(found, key=lambda term: (-total[term], term))[:MOST]
    return {term: found[term] for term in best}


def idf(count: int, total: int) -> float:
    """Inverse document frequency of a term in `count` of `total` chunks, as BM25 has it."""
    others = total - count if total > count else 0
    return math.log(1 + (others + 0.5) / (count + 0.5))


def spelled_out(
    query: Analyzed, expansions: Mapping[str, Sequence[Expansion]]
) -> list[tuple[str, tuple[str, ...]]]:
    """The texts of a query that may be a name, with their terms; a mistyped word as its most
    frequent correction.
    """
    first = {
        term: forms[0] for term, forms in expansions.items() if forms[:1] and forms[0].is_correction
    }
    return [pair for leaf in naming(query) for pair in _spelled(leaf, query.language, first)]


def _spelled(
    leaf: Leaf, language: str, corrected: Mapping[str, Expansion]
) -> list[tuple[str, tuple[str, ...]]]:
    if corrected.keys().isdisjoint(leaf.words):
        return [(leaf.text, leaf.words)]
    return [
        (form.whole, (form.word,)) if (form := corrected.get(term)) else (whole, (term,))
        for whole, term in with_stems(leaf.text, language)
    ]
