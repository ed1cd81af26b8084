"""What does a query ask for, in the words of one language?"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import chain, groupby
from operator import is_

from ra.query.ast import And, Boost, Field, Not, Or, Phrase, Prefix, Query, Term, all_of, one_of
from ra.text import words
from ra.text.analysis import phrase_words, stems
from ra.text.preparation import begins_gram, prepare_prefix
from ra.text.tokenizer import split
from ra.typed import NamedTuple

LOOKUP_WORDS = 3
_LONG_START = 6  # letters; of a shorter one `comm` and `ing` would mean every `com`
_MOST_STARTS = 500  # each stage of a search asks for the other forms again
WORD_FIELDS = frozenset({"title", "hierarchy", "tags", "path", "body"})


class Bare(NamedTuple):
    """A bare word as typed, and as analyzed; analysis may make several or none of it."""

    typed: str
    words: tuple[str, ...]


class Chain(NamedTuple):
    """Words that are asked for side by side; the last word of an open one is the start of one.

    `typed` is how a query has it: a phrase, a prefix, or a word that is several in the index.
    """

    typed: str
    words: tuple[str, ...]
    is_open: bool = False


class Wording(NamedTuple):
    """The bare words of a query in order, and its other positive parts that search bodies.

    `named` are words that are asked of one field only, with its name. `runs` are bare words that
    were typed side by side.
    """

    bare: tuple[Bare, ...]
    chains: tuple[Chain, ...]
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
    chains: list[Chain]
    named: list[tuple[str, Bare]]
    runs: list[tuple[str, ...]]


def wording(query: Query, language: str) -> Wording:
    """Gather the positive parts of a query."""
    _, bare, chains, named, runs = _gathered(query, language)
    operators = not (
        isinstance(query, Term)
        or (isinstance(query, And) and all(isinstance(part, Term) for part in query.parts))
    )
    return Wording(
        bare=tuple(bare),
        chains=tuple(chains),
        uses_operators=operators,
        named=tuple(named),
        runs=tuple(runs),
    )


def _gathered(query: Query, language: str) -> _Gathered:
    found = _Gathered(language, [], [], [], [])
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
        case Phrase() | Prefix():
            _gather_chain(query, found)
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
        _gather_chain(Term(text), found)
    return analyzed


def _gather_chain(part: Term | Phrase | Prefix, found: _Gathered) -> None:
    asked = chain_of(part, found.language)
    found.chains.extend([asked] if asked.words else [])


def chain_of(part: Term | Phrase | Prefix, language: str) -> Chain:
    """A part of a query as words side by side.

    What ends in less than a gram of a script without spaces is open: the text may go on.
    """
    if isinstance(part, Prefix):
        *before, start = prefix_words(part.text, language) or [""]
        return Chain(f"{part.text}*", (*stems(before, language), start) if start else (), True)
    text = part.text if isinstance(part, Term) else " ".join(part.words)
    found = phrase_words(text, language)
    typed = text if isinstance(part, Term) else f'"{text}"'
    return Chain(typed, found, bool(found) and begins_gram(found[-1]))


def prefix_words(text: str, language: str) -> list[str]:
    """The words of `text*` as written, in small letters: the last one is the start of a word."""
    return [word.lower() for word in split(prepare_prefix(text, language), language)]


@lru_cache(_MOST_STARTS)
def other_forms(start: str, language: str) -> tuple[str, ...]:
    """The words that a prefix means beside those that begin so: `handling*` means `handled` too.

    The index has stems. A long start means those of all words that it may be the start of, as
    far as the usual endings of the language tell: `handlin*` means `handled` as well.
    """
    begun = [start]
    if len(start) >= _LONG_START:
        from ra.text.endings import endings  # few queries have a prefix

        begun += [f"{start}{ending}" for ending in endings(language)]
    found = dict.fromkeys(stems(begun, language))
    return tuple(word for word in found if not word.startswith(start))


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
