"""What the scores of each tree are divided by, so that several trees can be compared (SPEC 8.6).

The best score that the query could reach in a tree makes scores comparable where the trees are
alike. Two facts say more about which of them a question is about. An answer has a higher score than
the common hits of its tree, while words that mean nothing there match many sections equally well:
only what a hit has beyond a common one is evidence. And a word occurs more often in a tree about
it, per length of text; the rarer the word is in every tree, the more that says. A lookup is no
question about a subject: its words are a name, which may be common in a tree or rare.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from heapq import nlargest
from math import exp, log

from ra.search.analyzed import Leaf
from ra.search.candidates import Leg
from ra.search.expand import idf
from ra.text.stopwords import stop_words

# Measured with `python -m bench trees`.
_COMMON_RANK = 20  # of a hit that is taken to be common
_FEW_HITS = 0.5  # of the best score: a common hit where there are too few to compare with
_LEAST_BEYOND = 0.1  # of the best score
_ONE_WORD = 0.4  # the exponent for one telling word: every hit has it, so they differ little
_SUBJECT, _SUBJECT_BY_IDF = 0.075, 0.025  # by word, and by its idf in the tree with the lowest one
_MOST_BY_SUBJECT, _MOST_BY_WORD = 0.6, 1.2
_PRIOR = 35_000  # bytes: of a smaller tree little is known
_UNIT = 700  # bytes: about a section


def divisors(legs: Sequence[Leg], text_bytes: Mapping[str, int]) -> dict[str, float]:
    """What the scores of each tree are divided by; `text_bytes` has the size of each."""
    if any(map(_is_lookup, legs)):
        return {leg.tree: leg.ideal for leg in legs}
    subject = _subjects(legs, text_bytes)
    return {leg.tree: _reachable(leg) / exp(subject.get(leg.tree, 0.0)) for leg in legs}


def _is_lookup(leg: Leg) -> bool:
    query = leg.facts.query
    return query.is_lookup(stop_words(query.language))


def _reachable(leg: Leg) -> float:
    """The best possible score, the less the more the best hit has beyond a common one."""
    scores = nlargest(_COMMON_RANK, (hit.score for hit in leg.hits))
    if not scores or scores[0] <= 0:
        return leg.ideal
    common = scores[-1] / scores[0] if len(scores) == _COMMON_RANK else _FEW_HITS
    beyond = max(_LEAST_BEYOND, 1 - common)
    has_several = len(dict(_telling(leg))) > 1
    return leg.ideal / (beyond if has_several else beyond**_ONE_WORD)


def _subjects(legs: Sequence[Leg], text_bytes: Mapping[str, int]) -> dict[str, float]:
    """How far each tree is about the words of the query, compared with the others, as a log."""
    sizes = {leg.tree: max(text_bytes.get(leg.tree, 0), 1) / _UNIT for leg in legs}
    chunks = {leg.tree: leg.facts.chunks for leg in legs}
    prior = _PRIOR / _UNIT
    total = dict.fromkeys(sizes, 0.0)
    for counts in _counts_by_word(legs):
        usual = sum(counts[tree] / size for tree, size in sizes.items()) / len(sizes)
        if not usual:
            continue
        each = {
            tree: log((counts[tree] + prior * usual) / ((size + prior) * usual))
            for tree, size in sizes.items()
        }
        mean = sum(each.values()) / len(each)
        rarity = min(idf(count, chunks[tree]) for tree, count in counts.items())
        weight = _SUBJECT + _SUBJECT_BY_IDF * rarity
        for tree, one in each.items():
            total[tree] += weight * max(-_MOST_BY_WORD, min(_MOST_BY_WORD, one - mean))
    most = _MOST_BY_SUBJECT
    return {tree: max(-most, min(most, one)) for tree, one in total.items()}


def _counts_by_word(legs: Sequence[Leg]) -> Iterator[dict[str, int]]:
    """For each typed word that is no stop word, in how many chunks of each tree it occurs."""
    typed = [dict(_telling(leg)) for leg in legs]
    for word in typed[0] if typed else ():
        if all(word in each for each in typed):
            yield {leg.tree: each[word] for leg, each in zip(legs, typed, strict=True)}


def _telling(leg: Leg) -> Iterator[tuple[str, int]]:
    facts = leg.facts
    stop = stop_words(facts.query.language)
    for leaf in facts.query.bare:
        if not stop.issuperset(leaf.words):
            yield leaf.text, _count(leaf, facts.counts)


def _count(leaf: Leaf, counts: Mapping[str, int]) -> int:
    """The count of the rarest of the terms of a word."""
    return min([counts.get(term, 0) for term in leaf.words], default=0)
