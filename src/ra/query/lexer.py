"""Splits a query into tokens with their offsets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from ra.errors import QueryError
from ra.query.fields import ALIASES, FIELDS
from ra.typed import Literal, NamedTuple

Kind = Literal["(", ")", "-", "^", "AND", "OR", "NOT", "field", "property", "phrase", "word", "end"]

_OPERATORS: dict[str, Kind] = {"AND": "AND", "OR": "OR", "NOT": "NOT"}
_MARKS: dict[str, Kind] = {"(": "(", ")": ")", "-": "-"}
_OTHERS: dict[str | None, Kind] = {
    "boost": "^",
    None: "^",
    "field": "field",
    "property": "property",
    "phrase": "phrase",
}
_SIGNS = frozenset('()"^-:[')  # without one of them, a query has only words and operators
_QUOTED = r'"[^"\]]* [^"\]\s] [^"\]]*"'
_PROPERTY = r'(?: "[^"\[\]\s] [^"\[\]]*" | [^\W\d_] [\w-]+ )'  # quoted if it has a space
_VALUE = r'[^\s()"^\[\]:/] [^\s()"^\[\]]*'


class Token(NamedTuple):
    """A mark, a word or a phrase, its text and its offset."""

    kind: Kind
    text: str
    start: int


def tokens(text: str) -> Iterator[Token]:
    """Yield all tokens of a query in order, then `end` without end."""
    yield from _words(text) if _SIGNS.isdisjoint(text) else _marked(text)
    end = Token("end", "", len(text))
    while True:
        yield end


def _words(text: str) -> Iterator[Token]:
    """The tokens of a query without signs. Most have none, and compiling `_token` takes 2 % of the
    instructions of a cold search.
    """
    end = 0
    for word in text.split():
        start = text.index(word, end)
        end = start + len(word)
        yield Token(_OPERATORS.get(word, "word"), word, start)


def _marked(text: str) -> Iterator[Token]:
    for match in _token().finditer(text):  # every character but white space begins a token
        group = match.lastgroup
        said = match[group] if group else ""
        if group == "word":
            yield Token(_OPERATORS.get(said, "word"), said, match.start())
        elif group == "open":
            problem = "unclosed quote; close it or remove it"
            raise QueryError(problem, text=text, offset=match.start())
        else:
            yield Token(_MARKS[said] if group == "mark" else _OTHERS[group], said, match.start())


@cache
def _token() -> re.Pattern[str]:
    """Any token. The order counts: a field's name before a word.

    Dashes without a word after them are text, and so is `path:` before white space or a second
    colon, unless the query ends there: then its value is missing. A property is one name in
    brackets, or several words in quotes: `[x]` is a task, `[a](b)` a link, both are text.
    """
    return re.compile(
        rf"""
        (?P<mark> [()] | -(?= -* [^\s)^-] ) )
      | "(?P<phrase> [^"]* )"
      | (?P<open> " )
      | \^ (?: \s* (?P<boost> [0-9]+ (?:\.[0-9]+)? | \.[0-9]+ ) (?= [\s()"^] | \Z ) )?
      | (?P<field> {"|".join((*FIELDS, *ALIASES))} ) : (?! : | \s+ \S )
      | \[ (?P<property> {_PROPERTY} (?: : (?: {_QUOTED} | {_VALUE} ) )? ) \] (?= [\s)^] | \Z )
      | (?P<word> [^\s()"^]+ (?: \(\) [^\s()"^]* )* )
        """,
        re.VERBOSE,
    )
