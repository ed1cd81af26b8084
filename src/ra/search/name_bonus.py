"""Raises hits whose names match the query: pages, headings and paths (SPEC 8.2)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from math import fsum
from operator import attrgetter

from ra.config.schema import Weights
from ra.engine.query import Hit
from ra.names import file_name
from ra.text.names import name_key
from ra.typed import NamedTuple

_LONGEST_NAME = 6  # terms of a query that may be a title
_NUANCE = 0.02  # of the best score: what decides between equal names
_COMMON = 12  # sections with the same heading; a heading of more says less about each of them

Names = Mapping[str, frozenset[str]]
"""The terms of each title, file name and path that shares one with the query."""


class SpokenName(NamedTuple):
    """What the query names in one language; `idf` weighs its terms and those of all names."""

    terms: frozenset[str]
    idf: Mapping[str, float]
    names: Names


class LookupName(NamedTuple):
    """What the query names; `text` is how it was typed, `spoken` that in each language.

    `exact` are the ids of the chunks of which a whole name is the query; `alike` counts the
    sections with such a heading.
    """

    text: str
    strength: float
    spoken: Sequence[SpokenName]
    exact: Collection[str]
    alike: int


def lookup_strength(terms: Sequence[str], stop: frozenset[str]) -> float:
    """1 for a name, 0 for a sentence: it falls with the share of stop words.

    Many terms and no stop word among them are a sentence, too, in a language without a list.
    """
    stops = sum(term in stop for term in terms)
    if not terms or (not stops and len(terms) > _LONGEST_NAME):
        return 0.0
    return max(0.0, 1 - 2 * stops / len(terms))


def is_page(hit: Hit) -> bool:
    """Whether a hit is a document, not a section of it."""
    return hit.chunk_id.endswith(f":{hit.path}")


def _page_of(hit: Hit) -> str:
    """The id of the document of a hit."""
    return f"{hit.chunk_id.partition(':')[0]}:{hit.path}"


def names_of(hits: Iterable[Hit]) -> set[str]:
    """The titles and paths of hits, and the file names of pages."""
    names: set[str] = set()
    for chunk_id, _, path, title in hits:
        names.update((title, path))
        if chunk_id.endswith(f":{path}"):
            names.add(file_name(path))
    return names


def with_bonus(hits: Sequence[Hit], asked: LookupName, weights: Weights) -> list[Hit]:
    """Add to each score a share of the best one: how far the names of the hit match the query.

    A hit of which a whole name is the query starts from the best score, however long its text.
    """
    if not hits:
        return []
    best = max(map(attrgetter("score"), hits))
    matches, *others = [_matches(*each) for each in asked.spoken]
    for other in others:
        for text, share in other.items():
            matches[text] = max(share, matches.get(text, 0.0))
    scores = _partly_named(hits, best * asked.strength, matches, weights)
    top = max(scores)
    raised = []
    for hit, score in zip(hits, scores, strict=True):
        if hit.chunk_id in asked.exact:
            score = max(score, _named(hit, best, top, asked, weights))
        same = score == hit.score
        raised.append(hit if same else Hit(hit.chunk_id, score, hit.path, hit.title))
    raised.sort(key=lambda hit: (-hit.score, hit.chunk_id))
    return raised


def _partly_named(
    hits: Iterable[Hit], most: float, matches: Mapping[str, float], weights: Weights
) -> list[float]:
    """The scores with a bonus for what title and path share with the query."""
    of_title, of_path = weights.lookup_title, weights.lookup_path
    nuance, share = _NUANCE if of_title else 0.0, matches.get
    scores = []
    for chunk_id, score, path, title in hits:
        named, bonus = share(title, 0.0), of_path * share(path, 0.0)
        if chunk_id.endswith(f":{path}"):  # a page before a section with an equally good name
            named = max(named, share(file_name(path), 0.0))
            bonus += nuance * named
        scores.append(score + most * (of_title * named + bonus))
    return scores


def _named(hit: Hit, best: float, top: float, asked: LookupName, weights: Weights) -> float:
    """The score of a hit of which a whole name is the query: above all that match in part.

    A title says more than the name of a file or an alias, and its very spelling more than the
    words; of equal names the better text comes first. A heading of many sections says little. A
    section with the name of its own page has the text of it, so it comes before the page.
    """
    is_main = not is_page(hit) and _page_of(hit) in asked.exact
    is_named_page = is_main or is_page(hit)
    weight = weights.lookup_page if is_named_page else weights.lookup_title
    if not weight:
        return hit.score
    is_title = name_key(hit.title) == name_key(asked.text)
    is_spelled = hit.title.casefold() == asked.text.casefold()
    nuance = _NUANCE * (hit.score + best * (is_title + is_spelled + 2 * is_main))
    if asked.alike > _COMMON and not is_named_page:
        return hit.score + best * weight * _COMMON / asked.alike
    page = best * max(0.0, weights.lookup_page - weights.lookup_title) if is_named_page else 0.0
    return max(best * (1 + weight), top + page) + nuance


def _matches(terms: frozenset[str], idf: Mapping[str, float], names: Names) -> dict[str, float]:
    """The idf of the shared terms, squared, over that of the query and of the name.

    It is 1 for a name that has the terms of the query and no other.
    """
    weight = idf.__getitem__
    whole = fsum(map(weight, terms))  # exact: another sum would depend on the order
    if not whole:
        return {}
    return {
        text: (whole if terms <= found else fsum(map(weight, terms & found))) ** 2
        / (whole * fsum(map(weight, found)))
        for text, found in names.items()
    }
