"""Splits a query into tokens with their offsets."""

from __future__ import annotations

import re
from collections.abc import Iterator

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
# In this order: a field's name before a word. Dashes without a word after them are text, and so is
# `path:` before white space or a second colon, unless the query ends there: then its value is
# missing. A property is one name in brackets: `[x]` is a task, `[a](b)` a link, both are text.
_QUOTED = r'"[^"\]]* [^"\]\s] [^"\]]*"'
_VALUE = r'[^\s()"^\[\]:/] [^\s()"^\[\]]*'
_TOKEN = re.compile(
    rf"""
    (?P<mark> [()] | -(?= -* [^\s)^-] ) )
  | "(?P<phrase> [^"]* )"
  | (?P<open> " )
  | \^ (?: \s* (?P<boost> [0-9]+ (?:\.[0-9]+)? | \.[0-9]+ ) (?= [\s()"^] | \Z ) )?
  | (?P<field> {"|".join((*FIELDS, *ALIASES))} ) : (?! : | \s+ \S )
  | \[ (?P<property> [^\W\d_] [\w-]+ (?: : (?: {_QUOTED} | {_VALUE} ) )? ) \] (?= [\s)^] | \Z )
  | (?P<word> [^\s()"^]+ (?: \(\) [^\s()"^]* )* )
    """,
    re.VERBOSE,
)


class Token(NamedTuple):
    """A mark, a word or a phrase, its text and its offset."""

    kind: Kind
    text: str
    start: int


def tokens(text: str) -> Iterator[Token]:
    """Yield all tokens of a query in order, then `end` without end."""
    for match in _TOKEN.finditer(text):  # every character but white space begins a token
        group = match.lastgroup
        said = match[group] if group else ""
        if group == "word":
            yield Token(_OPERATORS.get(said, "word"), said, match.start())
        elif group == "open":
            problem = "unclosed quote; close it or remove it"
            raise QueryError(problem, text=text, offset=match.start())
        else:
            yield Token(_MARKS[said] if group == "mark" else _OTHERS[group], said, match.start())
    end = Token("end", "", len(text))
    while True:
        yield end
