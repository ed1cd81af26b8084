"""What does a query ask for, in the words of one language?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, groupby

from ra.query.ast import And, Boost, Field, Not, Or, Phrase, Prefix, Query, Term, all_of, one_of
from ra.text import words
from ra.text.preparation import prepare_query
from ra.text.tokenizer import split
from ra.typed import NamedTuple

LOOKUP_WORDS = 3
WORD_FIELDS = frozenset({"title", "hierarchy", "tags", "path", "body"})


class Bare(NamedTuple):
    """A bare word as typed, and as analyzed; analysis may make several or none of it."""

    typed: str
    words: tuple[str, ...]


class Wording(NamedTuple):
    """The bare words of a query in order, and its other positive parts that search bodies.

    `named` are words that are asked of one field only, with its name. `runs` are bare words that
    were typed side by side.
    """

    bare: tuple[Bare, ...]
    phrases: tuple[tuple[str, ...], ...]
    prefixes: tuple[str, ...]
    uses_operators: bool
    named: tuple[tuple[str, Bare], ...] = ()
    runs: tuple[tuple[str, ...], ...] = ()

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
                *before, start = prefix_words(text, language) or [""]
                phrases += [tuple(words(word, language)) for word in before]
                prefixes += [start] if start else []
    operators = not (
        isinstance(query, Term)
        or (isinstance(query, And) and all(isinstance(part, Term) for part in query.parts))
    )
    named = tuple(
        (name, Bare(term.text, tuple(words(term.text, language)))) for name, term in _named(query)
    )
    runs = tuple(_runs(query, language))
    return Wording(
        tuple(bare), tuple(filter(None, phrases)), tuple(prefixes), operators, named, runs
    )


def _runs(query: Query, language: str) -> Iterator[tuple[str, ...]]:
    """The bare words that stand side by side; those around an `OR` do not."""
    match query:
        case Term(text):
            yield tuple(words(text, language))
        case And(parts):
            for is_bare, group in groupby(parts, lambda part: isinstance(part, Term)):
                if is_bare:
                    yield tuple(chain.from_iterable(_all_runs(group, language)))
                else:
                    yield from _all_runs(group, language)
        case Or(parts):
            yield from _all_runs(parts, language)
        case Boost(expr, _) | Field("body", expr):
            yield from _runs(expr, language)
        case _:
            return


def _all_runs(parts: Iterable[Query], language: str) -> Iterator[tuple[str, ...]]:
    return (run for part in parts for run in _runs(part, language))


def prefix_words(text: str, language: str) -> list[str]:
    """The words of `text*` as written, in small letters: the last one is the start of a word."""
    return [word.lower() for word in split(prepare_query(text, language), language)]


def other_forms(start: str, language: str) -> list[str]:
    """The words that a prefix means beside those that begin so: `handling*` means `handled` too."""
    return [word for word in words(start, language) if not word.startswith(start)]


def asking(query: Query, language: str) -> Query | None:
    """The query without parts that are no words, such as `!!!`: they ask for nothing."""
    match query:
        case Term(text):
            return query if words(text, language) else None
        case Phrase(texts):
            return query if words(" ".join(texts), language) else None
        case Prefix(text):
            return query if prefix_words(text, language) else None
        case And(parts):
            return all_of(asking(part, language) for part in parts)
        case Or(parts):
            return one_of(asking(part, language) for part in parts)
        case _:
            return _asking_inside(query, language)


def _asking_inside(query: Not | Boost | Field, language: str) -> Query | None:
    if isinstance(query, Field) and (query.name not in WORD_FIELDS or is_place(query)):
        return query
    inner = asking(query.expr, language)
    return None if inner is None else query._replace(expr=inner)


def is_place(query: Field) -> bool:
    """Whether it asks for the beginning of a path, not for words: `path:guides/`."""
    expr = query.expr
    text = expr.text if isinstance(expr, Term | Prefix) else ""
    if isinstance(expr, Phrase):
        text = " ".join(expr.words)
    return query.name == "path" and "/" in text


def _positive(query: Query) -> Iterator[Term | Phrase | Prefix]:
    match query:
        case Term() | Phrase() | Prefix():
            yield query
        case And(parts) | Or(parts):
            for part in parts:
                yield from _positive(part)
        case Boost(expr, _):
            yield from _positive(expr)
        case Field("body", expr):
            yield from _positive(expr)
        case Field() | Not():
            return


def _named(query: Query) -> Iterator[tuple[str, Term]]:
    """The positive words that are asked of one field, but the body."""
    match query:
        case And(parts) | Or(parts):
            for part in parts:
                yield from _named(part)
        case Boost(expr, _):
            yield from _named(expr)
        case Field(name, expr) if name in WORD_FIELDS and name != "body" and not is_place(query):
            yield from ((name, part) for part in _positive(expr) if isinstance(part, Term))
        case _:
            return


def is_lookup(said: Wording, stop: frozenset[str]) -> bool:
    """A few words that name something, rather than a sentence (SPEC 8.1)."""
    found = said.single_words
    rare = [word for word in found if word not in stop]
    return 0 < len(rare) <= LOOKUP_WORDS and 2 * (len(found) - len(rare)) < len(found)
