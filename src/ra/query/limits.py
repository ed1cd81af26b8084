"""Bounds of a query: its length, its number of words, and that one of them can be searched."""

from __future__ import annotations

import re

from ra.errors import QueryError
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import NoReturn

# More than any person types, and few enough that every later stage may walk the tree.
MAX_LENGTH = 100_000  # characters
MAX_DEPTH = 50  # parentheses and negations inside each other
MAX_TERMS = 1_000  # words of one query, or of all queries of one search
_SHORT_WORD = 20  # characters; a longer one may be several terms of the index, and counts as such
# An automaton for each and every field: 64 take 0.4 s with 14 600 documents, 520 take 1.6 s.
MAX_PREFIXES = 64  # of one query, or of all queries of one search
MAX_BOOST = 1_000


def check_length(text: str) -> None:
    """Refuse a text that is longer than any query."""
    if len(text) > MAX_LENGTH:
        raise QueryError(
            f"the query is longer than {MAX_LENGTH:,} characters; shorten it",
            text=text,
            offset=MAX_LENGTH,
        )


def size(word: str) -> int:
    """About how many terms of the index a typed word is."""
    if len(word) <= _SHORT_WORD:
        return 1
    runs = re.findall(rf"[A-Za-z0-9]+|[^\0-\x7f]{{1,{_SHORT_WORD}}}", word)
    return max(1, len(runs))


def can_be_searched(text: str) -> bool:
    """Whether the index can have a term of this text: signs alone have none, emoji have one."""
    if any(letter.isalnum() for letter in text):
        return True
    if text.isascii():
        return False
    from ra.text.scripts import unspaced  # few queries have neither letters nor digits

    return unspaced().search(text) is not None


def refuse_signs(text: str) -> NoReturn:
    """Say that a query has no word, and which tool finds signs."""
    shown = text.strip()
    raise QueryError(
        f"no word in {shown!r} can be searched; to search for signs, use `rg -F`",
        text=text,
        offset=len(text) - len(text.lstrip()),
    )
