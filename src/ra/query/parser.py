"""Parses the tokens of a query into a tree, by the grammar of SPEC 7.

or := and ("OR" and)*
and := unary (["AND"] unary)*
unary := ("-" | "NOT") unary | primary
primary := (value | field ":" value | property) ["^" number]
value := word | phrase | "(" or ")"
property := "[" (name | phrase) [":" (word | phrase)] "]"
"""

from __future__ import annotations

from collections.abc import Sequence

from ra.errors import QueryError
from ra.query.ast import Boost, Field, Not, Phrase, Prefix, Query, Term, all_of, one_of
from ra.query.fields import ALIASES, DATES, EXACT, PROPERTY, is_date, is_filter
from ra.query.lexer import Kind, Token, tokens
from ra.query.limits import (
    MAX_BOOST,
    MAX_DEPTH,
    MAX_PREFIXES,
    MAX_TERMS,
    can_be_searched,
    check_length,
    refuse_signs,
    size,
)
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import NoReturn

_VALUES: frozenset[Kind] = frozenset({"word", "phrase", "("})
_GOES_ON: frozenset[Kind] = _VALUES | {"-", "NOT", "field", "property", "AND"}


def parse(text: str) -> Query | None:
    """Parse a query; None if it is empty. Raises `QueryError`."""
    return _Reading(text).query()


def plain(text: str) -> Query | None:
    """A query of the words of a text: signs and operators of the query syntax are text.

    Pass the result to `Library.search`, for text that is not written as a query.
    """
    check_length(text)
    words = text.split()
    if sum(map(size, words)) > MAX_TERMS:
        raise QueryError(f"more than {MAX_TERMS:,} words; shorten the query", text=text, offset=0)
    if words and not can_be_searched(text):
        refuse_signs(text)
    return all_of(map(Term, words))


def each_of(queries: Sequence[str | Query]) -> list[Query | None]:
    """Several queries, each parsed on its own; None for one that is empty.

    The limits hold for all together. A parsed query is returned as it is.
    """
    found: list[Query | None] = []
    terms = prefixes = 0
    for text in queries:
        if isinstance(text, Query):
            found.append(text)
            continue
        reading = _Reading(text, terms, prefixes)
        found.append(reading.query())
        terms, prefixes = reading.terms, reading.prefixes
    return found


class _Reading:
    """A position in the tokens of one query; each method parses one rule of the grammar."""

    def __init__(self, text: str, terms: int = 0, prefixes: int = 0) -> None:
        check_length(text)
        self.text, self.terms, self.prefixes = text, terms, prefixes
        self._next = tokens(text).__next__
        self._before: Token | None = None
        self._at = self._next()
        self._field: Token | None = None
        self._depth = 0
        self._has_words = False

    def query(self) -> Query | None:
        if self._at.kind == "end":
            return None
        found = self._or()
        if self._at.kind == ")":
            self._fail("unmatched ')'; remove it or add '(' before it")
        self._expect_no_boost()
        if found is not None and not self._has_words:
            refuse_signs(self.text)
        return found

    def _or(self) -> Query | None:
        parts = [self._and()]
        while self._at.kind == "OR":
            self._take()
            parts.append(self._and())
        return one_of(parts) if len(parts) > 1 else parts[0]

    def _and(self) -> Query | None:
        parts = [self._unary()]
        explicit = False
        while self._at.kind in _GOES_ON:
            if self._at.kind == "AND":
                explicit = True
                self._take()
            parts.append(self._unary())
        return all_of(parts, explicit=explicit) if len(parts) > 1 else parts[0]

    def _unary(self) -> Query | None:
        if self._at.kind not in ("-", "NOT"):
            return self._primary()
        self._deeper(self._take())
        expr = self._unary()
        self._depth -= 1
        return None if expr is None else Not(expr)

    def _primary(self) -> Query | None:
        if self._at.kind == "field":
            expr = self._in_field()
        elif self._at.kind == "property":
            expr = self._property()
        elif self._at.kind in _VALUES:
            expr = self._value()
        else:
            self._fail_without_start()
        if self._at.kind != "^":
            return expr
        factor = self._factor(self._take())
        return None if expr is None else Boost(expr, factor)

    def _in_field(self) -> Query | None:
        field = self._take()
        if self._field is not None:
            self._fail(f"a field is not allowed inside '{self._field.text}:'; {_QUOTE}", field)
        if self._at.kind not in _VALUES:
            place = field if self._at.kind == "end" else self._at
            self._fail(f"expected a word, a phrase or a group after '{field.text}:'", place)
        self._field = field
        expr = self._value()
        self._field = None
        return None if expr is None else Field(ALIASES.get(field.text, field.text), expr)

    def _property(self) -> Query:
        token = self._take()
        if self._field is not None:
            self._fail(f"a property is not allowed inside '{self._field.text}:'; {_QUOTE}", token)
        self._has_words = True
        end = '"' if token.text.startswith('"') else ":"
        name, _, value = token.text.removeprefix('"').partition(end)
        value = value.removeprefix(":") if end == '"' else value
        if not value:
            return Field(PROPERTY, Term(name))
        words = value.strip('"').split()
        self._count(words, token)
        if value.startswith('"'):
            return Field(f"{PROPERTY}.{name}", Phrase(tuple(words)))
        is_prefix = _is_prefix(value)
        return Field(f"{PROPERTY}.{name}", Prefix(value[:-1]) if is_prefix else Term(value))

    def _value(self) -> Query | None:
        token = self._take()
        if token.kind == "(":
            return self._group(token)
        if self._field is not None:
            self._check(token, self._field.text)
        self._has_words = self._has_words or self._asks(token)
        if token.kind == "phrase":
            words = tuple(token.text.split())
            self._count(words, token)
            return Phrase(words) if words else None
        self._count((token.text,), token)
        return self._prefix(token) if _is_prefix(token.text) else Term(token.text)

    def _prefix(self, token: Token) -> Prefix:
        self.prefixes += 1
        if self.prefixes > MAX_PREFIXES:
            self._fail(f"more than {MAX_PREFIXES} prefixes with '*'; use fewer", token)
        return Prefix(token.text[:-1])

    def _group(self, opened: Token) -> Query | None:
        self._deeper(opened)
        expr = self._or()
        self._expect_no_boost()
        if self._at.kind == "end":
            self._fail("unclosed '('; add ')' or remove it", opened)
        self._take()
        self._depth -= 1
        return expr

    def _asks(self, token: Token) -> bool:
        """Whether a value can match anything: it is compared, or the index may have its words."""
        name = "" if self._field is None else self._field.text
        if is_filter(name) or (name == "path" and "/" in token.text):
            return not token.text.isspace()
        return can_be_searched(token.text)

    def _check(self, token: Token, name: str) -> None:
        """Reject a value that its field can never have."""
        value = token.text.strip()
        if name in DATES and value and not is_date(value):
            dates = "a date like 2024-05-31, 2024-05 or 2024, or 7d, 2w, 3m, 1y"
            self._fail(f"'{name}:' takes {dates}", token)
        if name in EXACT and token.kind == "word" and _is_prefix(value):
            self._fail(f"'{name}:' takes an exact name, without '*'", token)

    def _factor(self, caret: Token) -> float:
        if not caret.text:
            self._fail(f"'^' needs a number after it, for example ^2; {_QUOTE}", caret)
        factor = float(caret.text)
        if factor > MAX_BOOST:
            self._fail(f"the number after '^' must be at most {MAX_BOOST:,}", caret)
        return factor

    def _expect_no_boost(self) -> None:
        if self._at.kind == "^":
            self._fail("two '^' for the same part; remove one")

    def _deeper(self, token: Token) -> None:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            self._fail(f"nested deeper than {MAX_DEPTH} levels; remove some parentheses", token)

    def _count(self, words: Sequence[str], token: Token) -> None:
        self.terms += sum(map(size, words))
        if self.terms > MAX_TERMS:
            self._fail(f"more than {MAX_TERMS:,} words; shorten the query", token)

    def _take(self) -> Token:
        before = self._before = self._at
        self._at = self._next()
        return before

    def _fail_without_start(self) -> NoReturn:
        """Report a missing operand, with the side of the operator that lacks it."""
        before, at = self._before, self._at
        if at.kind in ("OR", "AND", "^"):
            self._fail(f"'{at.kind}' needs something before it; {_QUOTE}")
        if before is None:
            self._fail("unmatched ')'; remove it or add '(' before it")
        if before.kind != "(":
            self._fail(f"'{before.text}' needs something after it; {_QUOTE}", before)
        if at.kind == "end":
            self._fail("unclosed '('; add ')' or remove it", before)
        self._fail(f"empty parentheses; {_QUOTE}", before)

    def _fail(self, problem: str, token: Token | None = None) -> NoReturn:
        raise QueryError(problem, text=self.text, offset=(token or self._at).start)


_QUOTE = "quote it if it is text"


def _is_prefix(word: str) -> bool:
    """`rust*`, but neither `*` nor `**bold**`."""
    return len(word) > 1 and word.find("*") == len(word) - 1
