"""Splits a text into the pieces that are encoded one by one, by the pattern of cl100k_base.

Python's `re` has no classes by Unicode category, so the letters and numbers are listed. It checks
the part of a class above U+FFFF range by range, for each space too. Such characters are therefore
replaced before matching by a lower one of the same category.
"""

from __future__ import annotations

import re
from bisect import bisect
from functools import cache
from itertools import pairwise

from ra.text.cl100k.categories import LETTERS, NUMBERS, ranges

_SPACES = "\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"  # White_Space
_ABOVE = re.compile("[\U00010000-\U0010ffff]")
_LAST_BELOW = 0xFFFF


def pieces(text: str) -> list[str]:
    """The pieces of a text in order; joined they are the text."""
    if text.isascii():
        return _ascii_pattern().findall(text)
    pattern = _unicode_pattern()
    if not _ABOVE.search(text):
        return pattern.findall(text)
    ends = [match.end() for match in pattern.finditer(_ABOVE.sub(_stand_in, text))]
    return [text[start:end] for start, end in pairwise([0, *ends])]


@cache
def _ascii_pattern() -> re.Pattern[str]:
    return _pattern("A-Za-z", "0-9")


@cache
def _unicode_pattern() -> re.Pattern[str]:
    return _pattern(_class(LETTERS), _class(NUMBERS))


def _pattern(letters: str, numbers: str) -> re.Pattern[str]:
    """The published pattern, with letters, numbers and white space as members of classes."""
    return re.compile(
        r"'(?i:[sdmt]|ll|ve|re)"
        rf"|[^\r\n{letters}{numbers}]?+[{letters}]++"
        rf"|[{numbers}]{{1,3}}+"
        rf"| ?[^{_SPACES}{letters}{numbers}]++[\r\n]*+"
        rf"|[{_SPACES}]++\Z"
        rf"|[{_SPACES}]*[\r\n]"
        rf"|[{_SPACES}]+(?![^{_SPACES}])"
        rf"|[{_SPACES}]"
    )


def _class(table: str) -> str:
    """The members of a table up to U+FFFF, as a character class."""
    return "".join(
        f"{chr(first)}-{chr(last)}" for first, last in ranges(table) if last <= _LAST_BELOW
    )


def _stand_in(match: re.Match[str]) -> str:
    """Replace by a letter that is in no English contraction, a digit, or a sign."""
    if _contains(LETTERS, match[0]):
        return "a"
    return "1" if _contains(NUMBERS, match[0]) else "!"


def _contains(table: str, char: str) -> bool:
    return bisect(_edges(table), ord(char)) % 2 == 1


@cache
def _edges(table: str) -> list[int]:
    """The alternating starts and stops of the ranges of a table."""
    return [edge for first, last in ranges(table) for edge in (first, last + 1)]
