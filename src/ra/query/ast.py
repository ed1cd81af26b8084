"""The syntax tree of a query, as the parser returns it; the room `search` analyzes its words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ra.typed import NamedTuple


class Term(NamedTuple):
    """A word as typed; analysis may split it into several terms."""

    text: str


class Phrase(NamedTuple):
    """Words in quotes, split at white space: exactly these, in this order."""

    words: tuple[str, ...]


class Prefix(NamedTuple):
    """`text*`: every word that starts with it."""

    text: str


class Not(NamedTuple):
    """Everything except this."""

    expr: Query


class And(NamedTuple):
    """All of these: two or more, none of them an `And`. `explicit`: an `AND` was typed."""

    parts: tuple[Query, ...]
    explicit: bool = False


class Or(NamedTuple):
    """Any of these: two or more, none of them an `Or`."""

    parts: tuple[Query, ...]


class Field(NamedTuple):
    """A query on one field, by its name in `fields.FIELDS`; fields do not nest."""

    name: str
    expr: Query


class Boost(NamedTuple):
    """A part whose score is multiplied by `factor`."""

    expr: Query
    factor: float


# Tuples of different classes can be equal, `Term("a") == Prefix("a")`: check the class first.
Query = Term | Phrase | Prefix | Not | And | Or | Field | Boost


def all_of(parts: Iterable[Query | None], *, explicit: bool = False) -> Query | None:
    """All parts as one flat query; None is an empty part. One explicit part makes it explicit."""
    flat: list[Query] = []
    for part in parts:
        if isinstance(part, And):
            flat += part.parts
            explicit = explicit or part.explicit
        elif part is not None:
            flat.append(part)
    return And(tuple(flat), explicit) if len(flat) > 1 else next(iter(flat), None)


def one_of(parts: Iterable[Query | None]) -> Query | None:
    """Any of the parts as one flat query; None is an empty part."""
    flat: list[Query] = []
    for part in parts:
        if part is not None:
            flat += part.parts if isinstance(part, Or) else (part,)
    return Or(tuple(flat)) if len(flat) > 1 else next(iter(flat), None)


def operands(query: Query) -> tuple[Query, ...]:
    """The operands of an operator; none for a word, phrase or prefix."""
    if isinstance(query, And | Or):
        return query.parts
    return (query.expr,) if isinstance(query, Not | Field | Boost) else ()


def asks_for(query: Query, field: str) -> bool:
    """Whether a part of the query is on this field."""
    if isinstance(query, Field) and query.name == field:
        return True
    return any(asks_for(part, field) for part in operands(query))


def words_of(query: Query) -> Iterator[str]:
    """All words of a query, in order."""
    if isinstance(query, Term | Prefix):
        yield query.text
    elif isinstance(query, Phrase):
        yield from query.words
    for part in operands(query):
        yield from words_of(part)


def to_json(query: Query | None) -> dict[str, object] | None:
    """The tree as JSON: each object has one of eight forms, named by its first key."""
    match query:
        case None:
            return None
        case Term(text):
            return {"term": text}
        case Phrase(words):
            return {"phrase": list(words)}
        case Prefix(text):
            return {"prefix": text}
        case Field(name, expr):
            return {"field": name, "expr": to_json(expr)}
        case Boost(expr, factor):
            return {"boost": factor, "expr": to_json(expr)}
        case Not(expr):
            return {"not": to_json(expr)}
    name = "and" if isinstance(query, And) else "or"
    return {name: [to_json(part) for part in query.parts]}
