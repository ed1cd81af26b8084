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
_KNOWN = 0.3  # what a word counts that another passage has already
_PARAGRAPH = re.compile(rb"\n[ \t\r]*\n\s*")
_SENTENCE_ENDS = "|".join("。！？।").encode()  # need no space after them
# Where a text may be cut: after a sentence or paragraph, or before a list item; else after a line,
# which may be in the middle of a sentence; else after a word.
_BORDERS = tuple(
    re.compile(pattern)
    for pattern in (
        rb"[.!?]\s+|\n[ \t\r]*\n\s*|\n(?=[ \t]*[-*+>|#])|" + _SENTENCE_ENDS,
        rb"\n",
        rb"\s+",
    )
)


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
) -> tuple[Range, ...]:
    """The ranges with the most weight of different matches, in order, of about `limit` bytes.

    Without matches it is the start of the text. Ranges begin and end at paragraphs, at sentences in
    long paragraphs.
    """
    if len(text) <= limit:
        return ((0, len(text)),)
    parts = _with_words(_pieces(text, max(limit // _SMALLEST, 1)), text, matches, weight)
    chosen: set[int] = set()
    seen: dict[bytes, float] = {}
    room = limit
    while window := _best_window(parts, chosen, seen, min(room, limit // _SHARE)):
        chosen.update(window)
        room -= sum(parts[at].end - parts[at].start for at in window)
        for at in window:
            seen |= dict.fromkeys(parts[at].words, _KNOWN)
    return _ranges(parts, chosen)


def brief_passage(
    text: bytes, matches: Sequence[Range], weight: Callable[[str], float], limit: int
) -> Range:
    """One range of at most `limit` bytes with the most weight of different matches.

    It begins where a sentence does, if one begins near enough before the matches. Without matches
    it is the start of the text.
    """
    first, last = _densest(text, matches, weight, limit) if matches else (0, 0)
    start = _opening(text, max(0, last - limit), first)
    if len(text) - start <= limit:
        return start, len(text)
    end = _whole_characters(text, start + limit)
    return start, max(_cut(text, max(start, last), end), last) if last < end else end


def _densest(
    text: bytes, matches: Sequence[Range], weight: Callable[[str], float], limit: int
) -> Range:
    """The range, from a match to a match, with the most weight of different words."""
    words = [text[start:end].lower() for start, end in matches]
    weights = {word: weight(word.decode(errors="replace")) for word in set(words)}
    inside = dict.fromkeys(words, 0)  # how often each word is between `first` and `last`
    first, value, most = 0, 0.0, -1.0
    best = matches[0]
    for last, (word, (_, end)) in enumerate(zip(words, matches, strict=True)):
        value += 0.0 if inside[word] else weights[word]
        inside[word] += 1
        while first < last and end - matches[first][0] > limit:
            inside[words[first]] -= 1
            value -= 0.0 if inside[words[first]] else weights[words[first]]
            first += 1
        if value > most:
            best, most = (matches[first][0], end), value
    return best if best[1] - best[0] <= limit else (best[0], best[0])


def _opening(text: bytes, least: int, first: int) -> int:
    """The last start of a sentence, else of a line, else of a word, from `least` up to `first`."""
    for border in _BORDERS:
        starts = [each.end() for each in border.finditer(text, least, first)]
        if starts or not least:
            return starts[-1] if starts else 0
    return first


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
    """The last border up to `end`, else the end of a character."""
    for border in _BORDERS:
        ends = [each.end() for each in border.finditer(text, start + (end - start) // 2, end)]
        if ends:
            return ends[-1]
    return max(start + 1, _whole_characters(text, end))


def _whole_characters(text: bytes, end: int) -> int:
    """The end of the last character up to `end`."""
    while end and text[end] & 0xC0 == 0x80:  # a continuation byte of UTF-8
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
