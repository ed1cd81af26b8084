"""Which marks and words does a query consist of, and where do they stand?"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ra.errors import QueryError
from ra.query.fields import ALIASES, FIELDS
from ra.typed import Literal, NamedTuple

Kind = Literal["(", ")", "-", "^", "AND", "OR", "NOT", "field", "phrase", "word", "end"]

_OPERATORS: dict[str, Kind] = {"AND": "AND", "OR": "OR", "NOT": "NOT"}
_MARKS: dict[str, Kind] = {"(": "(", ")": ")", "-": "-"}
# In this order: a field's name before a word. After `path::` stands no value: it is text.
_TOKEN = re.compile(
    rf"""
    (?P<mark> [()-] )
  | "(?P<phrase> [^"]* )"
  | (?P<open> " )
  | \^ (?: \s* (?P<boost> [0-9]+ (?:\.[0-9]+)? | \.[0-9]+ ) (?= [\s()"^] | \Z ) )?
  | (?P<field> {"|".join((*FIELDS, *ALIASES))} ) : (?!:)
  | (?P<word> [^\s()"^]+ )
    """,
    re.VERBOSE,
)
_SPACE = re.compile(r"\s*")


class Token(NamedTuple):
    """A mark, a word or a phrase; `text` is what it says, `start` where it begins."""

    kind: Kind
    text: str
    start: int


def tokens(text: str) -> Iterator[Token]:
    """All tokens of a query in order, then an endless row of `end`."""
    at = 0
    while (at := _next(text, at)) < len(text):
        match = _TOKEN.match(text, at)
        assert match is not None, "every character but white space begins a token"
        yield _token(match, text)
        at = match.end()
    end = Token("end", "", len(text))
    while True:
        yield end


def _next(text: str, at: int) -> int:
    space = _SPACE.match(text, at)
    return space.end() if space else at


def _token(match: re.Match[str], text: str) -> Token:
    start, kind = match.start(), match.lastgroup
    if kind == "open":
        raise QueryError("unclosed quote; close it or take it out", text=text, offset=start)
    if kind is None:
        return Token("^", "", start)
    said = match[kind]
    if kind == "mark":
        return Token(_MARKS[said], said, start)
    if kind == "word":
        return Token(_OPERATORS.get(said, "word"), said, start)
    if kind == "boost":
        return Token("^", said, start)
    if kind == "field":
        return Token("field", said, start)
    return Token("phrase", said, start)
