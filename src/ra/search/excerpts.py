"""Chooses the best passages of a long text, so that a result shows what matches and fits a screen
(SPEC 8.10).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from ra.search.highlight import Range
from ra.typed import NamedTuple

_SHARE = 3  # a passage has at most this part of the limit, so that several fit
_SMALLEST = 12  # parts of the limit that a paragraph may have before it is split
_HALF = 2  # the same where the limit is one sentence or two
_KNOWN = 0.3  # what a word counts that another passage has already
_PARAGRAPH = re.compile(rb"\n[ \t\r]*\n\s*")
_SENTENCE = re.compile(rb"\n|[.!?]\s+|\xe3\x80\x82|\xef\xbc\x9f")  # also 。 and ？
_SPACE = re.compile(rb"\s+")


class _Piece(NamedTuple):
    """A paragraph or a piece of one: bytes of the text, and the weights of the words it matches."""

    start: int
    end: int
    words: Mapping[bytes, float]


def best_passages(
    text: bytes,
    matches: Sequence[Range],
    weight: Callable[[str], float],
    limit: int,
    *,
    is_one: bool = False,
) -> tuple[Range, ...]:
    """The ranges with the most weight of different matches, in order, of about `limit` bytes.

    Without matches it is the start of the text. Ranges begin and end at paragraphs, at sentences in
    long paragraphs. With `is_one` it is a single range.
    """
    if len(text) <= limit:
        return ((0, len(text)),)
    smallest = limit // (_HALF if is_one else _SMALLEST)
    parts = _with_words(_pieces(text, max(smallest, 1)), text, matches, weight)
    if is_one:
        return _ranges(parts, set(_best_window(parts, set(), {}, limit)))
    chosen: set[int] = set()
    seen: dict[bytes, float] = {}
    room = limit
    while window := _best_window(parts, chosen, seen, min(room, limit // _SHARE)):
        chosen.update(window)
        room -= sum(parts[at].end - parts[at].start for at in window)
        for at in window:
            seen |= dict.fromkeys(parts[at].words, _KNOWN)
    return _ranges(parts, chosen)


def _pieces(text: bytes, most: int) -> Iterator[Range]:
    """Paragraphs with the white space after them; long ones in pieces of sentences."""
    start = 0
    for end in [*(each.end() for each in _PARAGRAPH.finditer(text)), len(text)]:
        while end - start > most:
            cut = _cut(text, start, start + most)
            yield start, cut
            start = cut
        if start < end:
            yield start, end
        start = end


def _cut(text: bytes, start: int, end: int) -> int:
    """The last end of a sentence, else of a word, else of a character up to `end`."""
    for border in (_SENTENCE, _SPACE):
        ends = [each.end() for each in border.finditer(text, start + (end - start) // 2, end)]
        if ends:
            return ends[-1]
    while end > start + 1 and text[end] & 0xC0 == 0x80:  # a continuation byte of UTF-8
        end -= 1
    return end


def _with_words(
    pieces: Iterator[Range], text: bytes, matches: Sequence[Range], weight: Callable[[str], float]
) -> list[_Piece]:
    known: dict[bytes, float] = {}
    parts, at = [], 0
    for start, end in pieces:
        words: dict[bytes, float] = {}
        while at < len(matches) and matches[at][0] < end:
            word = text[slice(*matches[at])].lower()
            if word not in known:
                known[word] = weight(word.decode(errors="replace"))
            words[word] = known[word]
            at += 1
        parts.append(_Piece(start, end, words))
    return parts


def _best_window(
    parts: Sequence[_Piece], chosen: set[int], seen: Mapping[bytes, float], size: int
) -> range:
    """The adjacent parts of at most `size` bytes with the most weight; none if nothing matches.

    The start of the text is chosen where no part matches at all.
    """
    best, most = range(0), 0.0
    for first in range(len(parts)):
        words: dict[bytes, float] = {}
        last = first
        while (
            last < len(parts)
            and last not in chosen
            and parts[last].end - parts[first].start <= size
        ):
            words |= parts[last].words
            last += 1
        value = sum(weight * seen.get(word, 1.0) for word, weight in words.items())
        if value > most:
            best, most = range(first, last), value
        elif not (most or chosen or best or first):
            best = range(first, last)
    return best


def _ranges(parts: Sequence[_Piece], chosen: set[int]) -> tuple[Range, ...]:
    """The chosen parts; adjacent ones are one range."""
    ranges: list[Range] = []
    for at in sorted(chosen):
        start, end, _ = parts[at]
        if ranges and ranges[-1][1] == start:
            start = ranges.pop()[0]
        ranges.append((start, end))
    return tuple(ranges)
