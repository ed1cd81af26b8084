"""Combines the wordings of one query in several languages: a document has terms of one of them.

The documents of a tree may be in several languages (SPEC 6.1). The query is analyzed in each of
them, and each wording matches the documents of its language. A word that several languages share
has in each of them another term; all of these get the idf of the word in the whole tree, so that a
page in a rare language does not rank above the others for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from operator import itemgetter

from ra.engine import query as engine
from ra.search.analyzed import Analyzed, Leaf, fold
from ra.search.expand import Counts, idf
from ra.text.languages import is_marked
from ra.text.names import language_key
from ra.text.questions import question_words
from ra.text.stopwords import stop_words

# Pages with the same words in several languages: the one in the language of the query comes first.
_OWN = 1.1

Alike = Mapping[str, tuple[str, ...]]
"""For each term the terms of the same typed word in all languages, itself included."""
Factors = Mapping[engine.Field, Mapping[str, float]]


def alike(queries: Sequence[Analyzed]) -> dict[str, tuple[str, ...]]:
    """The terms of each typed word in all languages, word by word."""
    by_text: dict[str, list[tuple[str, ...]]] = {}
    for query in queries:
        for text, words in {leaf.text: leaf.words for leaf in _leaves(query)}.items():
            by_text.setdefault(text, []).append(words)
    found: dict[str, tuple[str, ...]] = {}
    for wordings in by_text.values():
        size = len(wordings[0])
        for same in zip(*[words for words in wordings if len(words) == size], strict=True):
            terms = tuple(dict.fromkeys(same))
            found.update(dict.fromkeys(terms, terms))
    return found


def with_totals(counts: Counts, same: Alike) -> dict[engine.Field, dict[str, int]]:
    """The counts, those of a term with those of its word in other languages."""
    return {
        field: {
            term: sum(map(each.get, same[term], [0] * len(same[term]))) if term in same else count
            for term, count in each.items()
        }
        for field, each in counts.items()
    }


def factors(counts: Counts, totals: Counts, chunks: int) -> dict[engine.Field, dict[str, float]]:
    """What gives each term the idf of its word in all languages."""
    return {
        field: {
            term: idf(totals[field][term], chunks) / idf(count, chunks)
            for term, count in each.items()
            if count and totals[field][term] != count
        }
        for field, each in counts.items()
    }


def own_first(queries: Sequence[Analyzed], found: Mapping[str, int]) -> list[Analyzed]:
    """The wordings, first the one in the language of the query itself.

    That is the language that has the most of the typed words as stop words, then the one in which
    the most terms occur.
    """

    def rank(query: Analyzed) -> tuple[int, int]:
        typed = {word.lower() for leaf in query.bare for word in leaf.text.split()}
        asked = question_words(query.language)
        stop = stop_words(query.language)
        known = sum(word in stop for word in query.terms) + len(typed & asked)
        return known, sum(found.get(term, 0) > 0 for term in query.terms)

    ranked = [(rank(query), query) for query in queries]
    return [query for _, query in sorted(ranked, key=itemgetter(0), reverse=True)]


def any_of(
    wordings: Iterable[tuple[Analyzed, engine.Query]], *, is_free: bool = False
) -> engine.Query:
    """What one of the wordings matches in the documents of its language.

    Terms belong to one language. Exclusions, filters and prefixes do not; `is_free` says that
    there may be nothing else.
    """
    parts = list(wordings)
    if len(parts) == 1:
        return parts[0][1]
    others = [language_key(query.language) for query, _ in parts if is_marked(query.language)]
    first, *rest = [_inside(*part, others, is_free=is_free) for part in parts]
    return engine.BoolQuery(should=(engine.BoostQuery(first, _OWN), *rest))


def _inside(
    query: Analyzed, wanted: engine.Query, others: Sequence[str], *, is_free: bool
) -> engine.Query:
    if not (is_free or query.uses_operators or any(leaf.is_open for leaf in query.chains)):
        return wanted
    if is_marked(query.language):
        own = engine.TermQuery("name", language_key(query.language))
        return engine.BoolQuery(must=(wanted, engine.BoostQuery(own, 0.0)))
    return engine.BoolQuery(
        must=(wanted,), never=tuple([engine.TermQuery("name", key) for key in others])
    )


def _leaves(query: Analyzed) -> list[Leaf]:
    return fold(query.tree, lambda leaf: [leaf], lambda _, parts: list(chain(*parts)))
