"""Separates text that needs full analysis from plain words, which are faster (SPEC 6.1)."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cache
from operator import itemgetter

from ra.text.normalization import beyond_ascii, beyond_ascii_in
from ra.text.stemmers import KEEPS_MARKS
from ra.typed import NamedTuple

Range = tuple[int, int]

_CAPITALS, _LETTERS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ", b"abcdefghijklmnopqrstuvwxyz"
_ASCII = b" " * 48 + b"0123456789" + b" " * 7 + _CAPITALS + b" " * 6 + _LETTERS + b" " * 5
_ONLY_WORDS = _ASCII + bytes(range(128, 256))
"""Maps all bytes of ASCII but letters and digits to spaces."""
_END = b"\0"
_WORDS_AND_ENDS = _END + _ONLY_WORDS[1:]
# Latin and Cyrillic letters, punctuation, arrows and signs. For these, Python and the
# index agree on word characters, and normalization changes nothing.
_PLAIN = (
    "\x00-\u00ac",
    "\u00ae-\u012f",
    "\u0131-\u024f",
    "\u0400-\u0482",
    "\u048a-\u052f",
    "\u1e00-\u1eff",
    "\u2010-\u2027",
    "\u2030-\u205e",
    "\u20a0-\u20bf",
    "\u2190-\u2319",
    "\u231c-\u2327",
    "\u232b-\u23ce",
    "\u23d0-\u23e8",
    "\u2400-\u245f",
    "\u2500-\u25ff",
)
_MUCH = 10  # if more than one in so many characters needs full analysis, splitting gains nothing


class Parted(NamedTuple):
    """A text in two: the plain part, with a space for each byte of the rest, and the rest.

    `joints` maps each piece of the rest from its first byte in the rest to its byte in the text.
    """

    plain: str
    odd: str
    joints: tuple[Range, ...] = ()

    def in_text(self, start: int, end: int) -> Range:
        """Map bytes of the rest to bytes of the text."""
        joint, place = self.joints[bisect_right(self.joints, start, key=itemgetter(0)) - 1]
        return start + place - joint, end + place - joint


def is_plain(text: str, language: str) -> bool:
    """Whether no part of a text needs full analysis."""
    if language in KEEPS_MARKS:
        return False
    return text.isascii() or not any(map(_is_odd, set(beyond_ascii(text))))


def parted(text: str, language: str) -> Parted:
    """Separate the words that need full analysis, each with the space before it.

    A combining mark may join that space, and none reaches beyond it.
    """
    if is_plain(text, language):
        return Parted(text, "")
    if language in KEEPS_MARKS or _MUCH * len(_odd_signs().findall(beyond_ascii(text))) > len(text):
        return Parted("", text, ((0, 0),))
    plain, odd, joints = [], [], []
    done = before = place = 0
    for start, end in _odd(text):
        place += size(text[done:start])
        joints.append((before, place))
        odd.append(text[start:end])
        taken = size(odd[-1])
        plain += [text[done:start], " " * taken]
        before += taken
        place += taken
        done = end
    return Parted("".join([*plain, text[done:]]), "".join(odd), tuple(joints))


def separated(plain: str) -> bytes:
    """A plain text with a space for each byte that is not part of a word."""
    data = plain.encode()
    text = data.translate(_ONLY_WORDS)
    if plain.isascii():
        return text
    for character in set(beyond_ascii_in(data)):
        if not character.isalnum():
            sign = character.encode()
            text = text.replace(sign, b" " * len(sign))
    return text


def words_of_each(texts: Sequence[str]) -> list[list[str]]:
    """The words of each of several short texts in ASCII, faster than one by one."""
    joined = "\0".join(texts).encode()
    if joined.count(_END) >= len(texts):
        return [separated(text).decode().split() for text in texts]
    return [words.split() for words in joined.translate(_WORDS_AND_ENDS).decode().split("\0")]


def size(text: str) -> int:
    """The size in bytes of UTF-8."""
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))


@cache
def _is_odd(sign: str) -> bool:
    return not any(plain[0] <= sign <= plain[-1] for plain in _PLAIN)


@cache
def _space() -> re.Pattern[str]:
    return re.compile("[ \n]")


@cache
def _odd_signs() -> re.Pattern[str]:
    return re.compile(f"[^{''.join(_PLAIN)}]")


def _odd(text: str) -> Iterator[Range]:
    done = 0
    while odd := _odd_signs().search(text, done):
        at = odd.start()
        start = max(done, text.rfind(" ", done, at), text.rfind("\n", done, at))
        space = _space().search(text, at)
        done = space.start() if space else len(text)
        yield start, done
