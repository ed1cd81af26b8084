"""Scores counted words by the statistics of an index, and makes a query of the best ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePosixPath

from ra.context.count import CountedWord
from ra.query.ast import Boost, Field, Not, Or, Phrase, Query, Term, all_of
from ra.search.expand import idf
from ra.search.origin import OriginTerm, TermSource
from ra.typed import NamedTuple

# The boost of a word is this power of its share of the best score: with 1, one frequent word
# decides the order alone; with 0, all words count the same (docs/decisions, bench/context.py).
_FLATTER = 0.5
_NAME_BOOST = 4.0
_PLACE_BOOST = 2.0


class Frequencies(NamedTuple):
    """How many chunks of the selected trees contain each term, and how many chunks there are."""

    counts: Mapping[str, int]
    total: int


def scored(
    counted: Iterable[CountedWord], known: Frequencies, most: int, boost: float = 1.0
) -> list[OriginTerm]:
    """The best words by frequency × weight × idf; those that the index lacks are left out."""
    found = []
    for one in counted:
        count = known.counts.get(one.term, 0)
        if not count:
            continue
        rare = idf(count, known.total)
        score = one.frequency * one.weight * rare
        sources = tuple(TermSource(*each) for each in one.found)
        found.append(OriginTerm(one.word, sources, one.frequency, one.weight, rare, score, 0.0))
    found.sort(key=lambda each: (-each.score, each.word))
    best = found[0].score if found else 1.0
    return [each._replace(boost=boost * (each.score / best) ** _FLATTER) for each in found[:most]]


def given_term(text: str, source: str, boost: float = 1.0) -> OriginTerm:
    """Words that are searched whatever the index says."""
    return OriginTerm(text, (TermSource(source, boost, 1),), 1, boost, 0.0, 0.0, boost)


def name_phrases(path: str) -> list[OriginTerm]:
    """Phrases by which a text names a file: its name, and its folder and name.

    The analyzer splits at dots and slashes, so `search/elbow.py` finds `ra.search.elbow`, too.
    """
    if not path:
        return []
    whole = PurePosixPath(path)
    stem = whole.name.partition(".")[0]
    folder = whole.parent.name
    names = [(whole.name, _NAME_BOOST)] if "." in whole.name.strip(".") else []
    names += [(f"{folder}/{stem}", _PLACE_BOOST)] if folder and stem else []
    return [given_term(name, "name", boost) for name, boost in names]


def composed(terms: Sequence[OriginTerm], without: Iterable[str] = ()) -> Query | None:
    """Any of these terms, with their boosts, in any document except these; None without terms."""
    parts = [Boost(_searched(one), one.boost) for one in terms if one.boost > 0]
    if not parts:
        return None
    wanted: Query = Or(tuple(parts)) if len(parts) > 1 else parts[0]
    return all_of((wanted, *(Not(Field("doc", Term(each))) for each in without)))


def _searched(term: OriginTerm) -> Query:
    """The words of a rule; a name with dots or slashes is a phrase, so that its parts adjoin."""
    if term.sources[0].name == "name":
        return Phrase((term.word,))
    words = all_of(map(Term, term.word.split()))
    return Term(term.word) if words is None else words
