"""Draws the tree of a query."""

from __future__ import annotations

from collections.abc import Iterator

from ra.present import clean
from ra.present.style import Style
from ra.query.ast import Boost, Field, Phrase, Prefix, Query, Term, operands

_OPERATORS = {"And": "all of", "Or": "any of"}


def draw(query: Query, style: Style) -> Iterator[str]:
    """One line for each part of the tree, with branches before it."""
    return _drawn(query, style, "", "")


def _drawn(query: Query, style: Style, first: str, rest: str) -> Iterator[str]:
    """The lines of one part: `first` is before its own line, `rest` before those below it."""
    marks = style.symbols
    yield style.dim(first) + _label(query, style)
    parts = operands(query)
    for number, part in enumerate(parts, start=1):
        last = number == len(parts)
        branch, below = (marks.last, "    ") if last else (marks.branch, marks.line)
        yield from _drawn(part, style, rest + branch, rest + below)


def _label(query: Query, style: Style) -> str:
    if isinstance(query, Term | Prefix):
        kind = "term" if isinstance(query, Term) else "prefix"
        return f"{kind} {style.bold(clean.line(query.text))}"
    if isinstance(query, Phrase):
        return f"phrase {style.bold(clean.line(' '.join(query.words)))}"
    if isinstance(query, Field):
        return f"in {style.name(query.name)}"
    if isinstance(query, Boost):
        return f"times {query.factor:g}"
    return _OPERATORS.get(type(query).__name__) or style.bad("not")
