"""How much of what is asked does a hit have? A share of the query's words, the rare ones first.

A word counts what it tells (idf), once, wherever it stands in the text or the names; a word
that only looks like it counts `fuzzy_penalty` of that. So the share depends neither on how long
a chunk is, nor on how a ranking weighs its fields, nor on how few documents there are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ra.query.ast import And, Boost, Field, Not, Or, Phrase, Prefix, Query, Term
from ra.search.has import has_prefix, has_word, readable, words_in
from ra.search.report import Answer, Found
from ra.search.retrieve import Retrieved
from ra.search.verdict import Evidence
from ra.search.wording import prefix_words
from ra.text import words as analyzed
from ra.text.stopwords import stop_words
from ra.typed import NamedTuple


class _Told(NamedTuple):
    """What a word counts, and how much of that a hit has."""

    possible: float
    found: float


class _Hit(NamedTuple):
    words: set[str]
    asked: Retrieved
    penalty: float


_Parts = Mapping[str, _Told]
_MET: _Parts = {}  # it tells nothing, and holds: else there were no hit


def evidence(
    query: Query | None, answers: Sequence[Answer], retrieved: Iterable[Retrieved], penalty: float
) -> list[Evidence]:
    """For each tree with results what its best hit has of the query."""
    if query is None:
        return []
    asked = {each.tree: each for each in retrieved}
    best: dict[str, Found] = {}
    for answer in answers:
        best.setdefault(answer.found.chunk.tree, _best(answer))
    return [_of(query, found, asked[tree], penalty) for tree, found in best.items()]


def _best(answer: Answer) -> Found:
    """The hit to which a result owes its place."""
    hits = [*answer.constituents, *([answer.own] if answer.own else [])] or [answer.found]
    return max(hits, key=lambda hit: hit.score)


def _of(query: Query, found: Found, asked: Retrieved, penalty: float) -> Evidence:
    words = words_in(readable(found.chunk, found.aliases), asked.language)
    parts = _parts(query, _Hit(words, asked, penalty))
    telling = parts.keys() - stop_words(asked.language)
    return Evidence(_share(parts), len(telling))


def _share(parts: _Parts) -> float:
    possible = sum(told.possible for told in parts.values())
    return sum(told.found for told in parts.values()) / possible if possible else 1.0


def _parts(query: Query, hit: _Hit) -> _Parts:
    """Word by word; of several alternatives the best one counts."""
    match query:
        case Term(text):
            return {word: _word(word, hit) for word in analyzed(text, hit.asked.language)}
        case Phrase(texts):
            return _phrase(analyzed(" ".join(texts), hit.asked.language), hit)
        case Prefix(text):
            return _prefix(text, hit)
        case And(several):
            return {word: told for part in several for word, told in _parts(part, hit).items()}
        case Or(several):
            return max((_parts(part, hit) for part in several), key=_share)
        case Boost(expr, _) | Field("body", expr):
            return _parts(expr, hit)
        case Field() | Not():
            return _MET


def _word(word: str, hit: _Hit) -> _Told:
    weight = hit.asked.weights.get(word, 0.0)
    if has_word(word, hit.words):
        return _Told(weight, weight)
    near = any(form.word in hit.words for form in hit.asked.expansions.get(word, ()))
    return _Told(weight, hit.penalty * weight if near else 0.0)


def _phrase(found: Sequence[str], hit: _Hit) -> _Parts:
    """All of its words, or none."""
    weights = {word: hit.asked.weights.get(word, 0.0) for word in found}
    whole = all(has_word(word, hit.words) for word in found)
    return {word: _Told(weight, weight if whole else 0.0) for word, weight in weights.items()}


def _prefix(text: str, hit: _Hit) -> _Parts:
    """A prefix must be met, unless it is one of several alternatives."""
    written = prefix_words(text, hit.asked.language)
    if not written or has_prefix(written[-1], hit.words, hit.asked.language):
        return _MET
    return {f"{text}*": _Told(1.0, 0.0)}
