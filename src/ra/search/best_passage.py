"""Finds the passage of a hit that has the most of the query, for the verdict (SPEC 8.10).

A long text has most words of any question somewhere; an answer has them close together.
"""

from __future__ import annotations

from collections import Counter

from ra.model import Chunk
from ra.search.candidates import KeywordFacts
from ra.text import Word
from ra.text.find_words import run
from ra.text.normalization import begins_ngram

_LENGTH = 400  # characters: a few sentences


def passage_terms(chunk: Chunk, facts: KeywordFacts, penalty: float) -> set[str] | None:
    """The terms of the query in the best passage of a long text.

    None if the text is short, or one term or a prefix is sought: then all of it counts.
    """
    query = facts.query
    if len(chunk.body) <= _LENGTH or any(leaf.is_open for leaf in query.chains):
        return None
    weights = _weights(facts, penalty)
    if len(weights) == 1 or any(map(begins_ngram, weights)):
        return None
    found = run(chunk.body, query.language, frozenset(weights))
    if found is None:
        from ra.text.word_offsets import tokens  # few texts need full analysis

        found = tokens(chunk.body, query.language, frozenset(weights))
    ratio = len(chunk.body.encode("utf-8", "surrogatepass")) / len(chunk.body)
    return _best(sorted(found, key=lambda word: word.start), weights, int(_LENGTH * ratio))


def _weights(facts: KeywordFacts, penalty: float) -> dict[str, float]:
    """What each term of the query, or a term that may be meant instead, weighs in a passage."""
    adjacent = [term for leaf in facts.query.chains for term in leaf.adjacent if term]
    weights = {term: facts.weights.get(term, 0.0) for term in (*facts.query.terms, *adjacent)}
    for term, forms in facts.expansions.items():
        for form in forms:
            known = weights.get(form.word, 0.0)
            weight = form.verdict_share(penalty) * facts.weights.get(term, 0.0)
            weights[form.word] = max(known, weight)
    return weights


def _best(found: list[Word], weights: dict[str, float], length: int) -> set[str]:
    """The terms within `length` bytes with the largest weight together."""
    inside: Counter[str] = Counter()
    best = (0, 0)
    first, value, most = 0, 0.0, 0.0
    for at, word in enumerate(found, 1):
        value += 0.0 if inside[word.text] else weights[word.text]
        inside[word.text] += 1
        while found[first].start < min(word.start, word.end - length):  # a word may be longer
            left = found[first].text
            inside[left] -= 1
            value -= 0.0 if inside[left] else weights[left]
            first += 1
        if value > most:
            best, most = (first, at), value
    return {word.text for word in found[best[0] : best[1]]}
