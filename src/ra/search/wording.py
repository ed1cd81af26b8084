"""What does a query ask for, in the words of one language?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ra.query.ast import And, Boost, Field, Not, Or, Phrase, Prefix, Query, Term
from ra.text import words

LOOKUP_WORDS = 3
_BODY_FIELDS = frozenset({"body"})


class Bare(NamedTuple):
    """A bare word as typed, and as analyzed; analysis may make several or none of it."""

    typed: str
    words: tuple[str, ...]


class Wording(NamedTuple):
    """The bare words of a query in order, and its other positive parts that search bodies."""

    bare: tuple[Bare, ...]
    phrases: tuple[tuple[str, ...], ...]
    prefixes: tuple[str, ...]
    uses_operators: bool

    @property
    def single_words(self) -> tuple[str, ...]:
        """All analyzed words of bare terms, in order."""
        return tuple(word for bare in self.bare for word in bare.words)


def wording(query: Query, language: str) -> Wording:
    """Gather the positive parts of a query."""
    bare: list[Bare] = []
    phrases: list[tuple[str, ...]] = []
    prefixes: list[str] = []
    for part in _positive(query):
        match part:
            case Term(text):
                analyzed = tuple(words(text, language))
                bare.append(Bare(text, analyzed))
                if len(analyzed) > 1:
                    phrases.append(analyzed)
            case Phrase(texts):
                phrases.append(tuple(words(" ".join(texts), language)))
            case Prefix(text):
                prefixes.append(text.lower())
    operators = not (
        isinstance(query, Term)
        or (isinstance(query, And) and all(isinstance(part, Term) for part in query.parts))
    )
    return Wording(tuple(bare), tuple(filter(None, phrases)), tuple(prefixes), operators)


def _positive(query: Query) -> Iterator[Term | Phrase | Prefix]:
    match query:
        case Term() | Phrase() | Prefix():
            yield query
        case And(parts) | Or(parts):
            for part in parts:
                yield from _positive(part)
        case Boost(expr, _):
            yield from _positive(expr)
        case Field(name, expr) if name in _BODY_FIELDS:
            yield from _positive(expr)
        case Field() | Not():
            return


def is_lookup(said: Wording, stop: frozenset[str]) -> bool:
    """A few words that name something, rather than a sentence (SPEC 8.1)."""
    found = said.single_words
    rare = [word for word in found if word not in stop]
    return 0 < len(rare) <= LOOKUP_WORDS and 2 * (len(found) - len(rare)) < len(found)
