"""What does a query ask for, in the words of one language?"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, groupby
from operator import is_

from ra.query.ast import And, Boost, Field, Not, Or, Phrase, Prefix, Query, Term, all_of, one_of
from ra.text import words
from ra.text.preparation import prepare_prefix
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
        return tuple([word for bare in self.bare for word in bare.words])


class _Gathered(NamedTuple):
    """The positive parts of a query so far; see `Wording`."""

    language: str
    bare: list[Bare]
    phrases: list[tuple[str, ...]]
    prefixes: list[str]
    named: list[tuple[str, Bare]]
    runs: list[tuple[str, ...]]


def wording(query: Query, language: str) -> Wording:
    """Gather the positive parts of a query."""
    _, bare, phrases, prefixes, named, runs = _gathered(query, language)
    operators = not (
        isinstance(query, Term)
        or (isinstance(query, And) and all(isinstance(part, Term) for part in query.parts))
    )
    return Wording(
        bare=tuple(bare),
        phrases=tuple(filter(None, phrases)),
        prefixes=tuple(prefixes),
        uses_operators=operators,
        named=tuple(named),
        runs=tuple(runs),
    )


def _gathered(query: Query, language: str) -> _Gathered:
    found = _Gathered(language, [], [], [], [], [])
    _gather(query, found)
    return found


def _gather(query: Query, found: _Gathered) -> None:
    match query:
        case Term(text):
            found.runs.append(_bare(text, found))
        case Boost(expr, _) | Field("body", expr):
            _gather(expr, found)
        case Or(parts):
            _gather_all(parts, found)
        case And(parts):
            _gather_side_by_side(parts, found)
        case Phrase(texts):
            found.phrases.append(tuple(words(" ".join(texts), found.language)))
        case Prefix(text):
            *before, start = prefix_words(text, found.language) or [""]
            found.phrases.extend(tuple(words(word, found.language)) for word in before)
            found.prefixes.extend([start] if start else [])
        case Field(name, expr) if name in WORD_FIELDS and not is_place(query):
            found.named.extend((name, bare) for bare in _gathered(expr, found.language).bare)


def _gather_all(parts: Iterable[Query], found: _Gathered) -> None:
    for part in parts:
        _gather(part, found)


def _gather_side_by_side(parts: Iterable[Query], found: _Gathered) -> None:
    """Bare words that stand side by side are one run; those around an `OR` do not."""
    runs = found.runs
    for kind, group in groupby(parts, type):
        before = len(runs)
        _gather_all(group, found)
        if kind is Term:
            runs[before:] = [tuple(chain.from_iterable(runs[before:]))]


def _bare(text: str, found: _Gathered) -> tuple[str, ...]:
    """The words of a bare word; several are a phrase."""
    analyzed = tuple(words(text, found.language))
    found.bare.append(Bare(text, analyzed))
    if len(analyzed) > 1:
        found.phrases.append(analyzed)
    return analyzed


def prefix_words(text: str, language: str) -> list[str]:
    """The words of `text*` as written, in small letters: the last one is the start of a word."""
    return [word.lower() for word in split(prepare_prefix(text, language), language)]


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
            asked = [asking(part, language) for part in parts]
            return query if _unchanged(asked, parts) else all_of(asked)
        case Or(parts):
            asked = [asking(part, language) for part in parts]
            return query if _unchanged(asked, parts) else one_of(asked)
        case _:
            return _asking_inside(query, language)


def _unchanged(asked: Iterable[Query | None], parts: Iterable[Query]) -> bool:
    return all(map(is_, asked, parts))


def _asking_inside(query: Not | Boost | Field, language: str) -> Query | None:
    if isinstance(query, Field) and (query.name not in WORD_FIELDS or is_place(query)):
        return query
    inner = asking(query.expr, language)
    if inner is query.expr:
        return query
    return None if inner is None else query._replace(expr=inner)


def is_place(query: Field) -> bool:
    """Whether it asks for the beginning of a path, not for words: `path:guides/`."""
    expr = query.expr
    text = expr.text if isinstance(expr, Term | Prefix) else ""
    if isinstance(expr, Phrase):
        text = " ".join(expr.words)
    return query.name == "path" and "/" in text


def is_lookup(said: Wording, stop: frozenset[str]) -> bool:
    """A few words that name something, rather than a sentence (SPEC 8.1)."""
    found = said.single_words
    rare = [word for word in found if word not in stop]
    return 0 < len(rare) <= LOOKUP_WORDS and 2 * (len(found) - len(rare)) < len(found)
