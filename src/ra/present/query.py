"""How is a query understood? Its tree, drawn."""

from __future__ import annotations

from collections.abc import Iterator

from ra.present import clean
from ra.present.style import Style
from ra.query.ast import And, Boost, Field, Not, Or, Phrase, Prefix, Query, Term


def draw(query: Query, style: Style) -> Iterator[str]:
    """One line for each part of the tree, with branches before it."""
    return _drawn(query, style, "", "")


def _drawn(query: Query, style: Style, first: str, rest: str) -> Iterator[str]:
    """The lines of one part: `first` stands before its own line, `rest` before those below it."""
    marks = style.symbols
    yield style.dim(first) + _label(query, style)
    parts = _parts(query)
    for number, part in enumerate(parts, start=1):
        last = number == len(parts)
        branch, below = (marks.last, "    ") if last else (marks.branch, marks.line)
        yield from _drawn(part, style, rest + branch, rest + below)


def _parts(query: Query) -> tuple[Query, ...]:
    match query:
        case And(parts) | Or(parts):
            return parts
        case Not(expr) | Field(_, expr) | Boost(expr, _):
            return (expr,)
    return ()


def _label(query: Query, style: Style) -> str:
    match query:
        case Term(text):
            return f"term {style.bold(clean.line(text))}"
        case Phrase(words):
            return f"phrase {style.bold(clean.line(' '.join(words)))}"
        case Prefix(text):
            return f"prefix {style.bold(clean.line(text))}"
        case Field(name, _):
            return f"in {style.name(name)}"
        case Boost(_, factor):
            return f"times {factor:g}"
        case Not(_):
            return style.bad("not")
    return "all of" if isinstance(query, And) else "any of"
