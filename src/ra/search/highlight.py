"""Highlights matches in a body: their byte ranges, and a snippet around them (SPEC 8.9)."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from operator import lt

from ra.text import Word
from ra.text.boundaries import back_to_boundary, on_to_boundary
from ra.text.find_words import Sought, begins, run, spans
from ra.text.plain_text import is_plain
from ra.typed import NamedTuple

LENGTH = 150  # characters of a snippet
CUT = "…"  # where the body continues before or after a snippet

_ESCAPES = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;"}  # as `html.escape`
)
_GAP = r"\s\s+"
_MOST_MATCHES = 100  # from the start of a body; the best snippet is among them
_NEAR = 20  # characters around the limit in which a cut at white space is preferred

Range = tuple[int, int]  # from and to, bytes of UTF-8, half-open


class Wanted(NamedTuple):
    """The parts to highlight in a body: the positive parts of a query that search bodies.

    `words`, with their expansions, and the terms of `phrases` are analyzed. A prefix is lowercase
    and normalized; it may start a term or a word as written. The last term of each of `begun` is
    such a prefix.
    """

    words: frozenset[str] = frozenset()
    prefixes: tuple[str, ...] = ()
    phrases: tuple[tuple[str, ...], ...] = ()
    begun: tuple[tuple[str, ...], ...] = ()


class SnippetPart(NamedTuple):
    """Part of a snippet, with white space collapsed; all pieces together are the snippet."""

    text: str
    is_match: bool


class _Collapsed(NamedTuple):
    """Part of a body with single spaces, and the offsets of the characters left out for that."""

    text: str
    first: int
    lost: Sequence[int]

    def at(self, place: int) -> int:
        """Map an offset in the collapsed text to the body."""
        return place - self.first - bisect_left(self.lost, place)


def match_ranges(body: str, wanted: Wanted, language: str) -> tuple[Range, ...]:
    """The ranges of all matches, sorted and merged; each is one or more whole words.

    A phrase matches only where it occurs whole; a part of a camelCase word matches all of it.
    """
    return all_match_ranges([body], wanted, language)[0]


def all_match_ranges(
    bodies: Sequence[str], wanted: Wanted, language: str
) -> list[tuple[Range, ...]]:
    """The same for several bodies at once, which is faster than one by one."""
    words, prefixes, phrases, begun = wanted
    if words or prefixes:
        marked = spans(bodies, language, Sought(words, prefixes))
    else:
        marked = [[] for _ in bodies]
    if not (phrases or begun):
        each = zip(bodies, marked, strict=True)
        return [tuple(at) if is_plain(body, language) else merge(at) for body, at in each]
    for body, places in zip(bodies, marked, strict=True):
        places += _phrases(body, phrases, language) if phrases else []
        places += _begun(body, begun, language) if begun else []
    return [merge(places) for places in marked]


def _phrases(body: str, phrases: Sequence[tuple[str, ...]], language: str) -> list[Range]:
    forms: frozenset[str] = frozenset().union(*phrases)
    found = run(body, language, forms)
    if found is None:
        from ra.text.word_offsets import tokens  # few texts need full analysis

        found = tokens(body, language, forms)
    return [place for phrase in phrases for places, _ in _each(phrase, found) for place in places]


def _begun(body: str, begun: Sequence[tuple[str, ...]], language: str) -> list[Range]:
    """The words of all occurrences of phrases whose last term is a prefix."""
    from ra.text.word_offsets import tokens  # rarely needed

    source = body.encode("utf-8", "surrogatepass")
    found = tokens(body, language)
    after = {word.position: word for word in found}
    marked: list[Range] = []
    for *before, start in begun:
        for places, next_position in _each(before, found):
            last = after.get(next_position)
            if last is None:
                continue
            written = source[last.start : last.end].decode("utf-8", "surrogatepass")
            if begins(written, last.text, (start,)):
                marked += [*places, (last.start, last.end)]
    return marked


def merge(ranges: Iterable[Range]) -> tuple[Range, ...]:
    """Ranges in order; those that overlap or touch become one."""
    ordered = sorted(ranges)
    places = list(chain.from_iterable(ordered))
    if all(map(lt, places, places[1:])):  # usually they are disjoint
        return tuple(ordered)
    merged: list[Range] = []
    last = -1
    for each in ordered:
        if each[0] > last:
            merged.append(each)
        else:
            merged[-1] = (merged[-1][0], max(each[1], last))
        last = merged[-1][1]
    return tuple(merged)


def clip(ranges: Iterable[Range], size: int) -> tuple[Range, ...]:
    """The ranges that lie whole within the first `size` bytes, for a body that was cut there."""
    return tuple((start, end) for start, end in ranges if end <= size)


def in_parts(ranges: Sequence[Range], parts: Iterable[Range]) -> Iterator[Range]:
    """The ranges inside of these parts of a body, as ranges of the text that the parts make up."""
    before = 0
    for start, end in parts:
        for one, other in ranges:
            if start <= one and other <= end:
                yield one - start + before, other - start + before
        before += end - start


def _each(phrase: Sequence[str], found: Sequence[Word]) -> Iterator[tuple[list[Range], int]]:
    """The words of each occurrence of a phrase, and the position after it."""
    if not phrase:
        return
    at = {word.position: word for word in found}
    for first in found:
        if first.text != phrase[0]:
            continue
        there = [at.get(first.position + step) for step in range(len(phrase))]
        if all(
            not text or (word and word.text == text)
            for word, text in zip(there, phrase, strict=True)
        ):
            yield [(word.start, word.end) for word in there if word], first.position + len(phrase)


def snippet(body: str, ranges: Sequence[Range], length: int = LENGTH) -> tuple[SnippetPart, ...]:
    """The part of the body with the most different matches, or its start if it has none.

    The length does not count ellipses.
    """
    places = _characters(body, ranges)
    core = _together(body, places[:_MOST_MATCHES], length)
    first, last = _region(body, core, length)
    shown = _collapsed(body, first, last)
    wanted = (shown.at(core[0][0]), shown.at(min(core[-1][1], last))) if core else (0, 0)
    start, end = _window(shown.text, wanted, length)
    pieces = _pieces(shown, places[bisect_left(places, (first + start, 0)) :], start, end)
    if start > 0 or body[:first].strip():
        pieces.insert(0, SnippetPart(CUT, False))
    if end < len(shown.text) or body[last:].strip():
        pieces.append(SnippetPart(CUT, False))
    return tuple(pieces)


def excerpt(body: str, ranges: Sequence[Range], passage: int | None) -> tuple[SnippetPart, ...]:
    """The snippet of a body; with the first character of a passage, the start of that."""
    if passage is None:
        return snippet(body, ranges)
    return (SnippetPart(CUT, False), *snippet(body[passage:], ()))


def html(pieces: Iterable[SnippetPart]) -> str:
    """The snippet as HTML: matches in `<b>`, everything else escaped."""
    escaped = ((text.translate(_ESCAPES), is_match) for text, is_match in pieces)
    return "".join(f"<b>{text}</b>" if is_match else text for text, is_match in escaped)


def _characters(body: str, ranges: Sequence[Range]) -> Sequence[Range]:
    """Byte ranges as ranges of characters."""
    if body.isascii():
        return ranges
    source = body.encode("utf-8", "surrogatepass")
    places, done, count = [], 0, 0
    for place in chain.from_iterable(ranges):
        count += len(source[done:place].decode("utf-8", "surrogatepass"))
        done = place
        places.append(count)
    return list(zip(places[::2], places[1::2], strict=True))


def _together(body: str, places: Sequence[Range], length: int) -> Sequence[Range]:
    """The matches to show: as many different ones as fit, then as many as fit, then the first."""
    if places and places[-1][1] - places[0][0] <= length:
        return places
    texts = [body[start:end].lower() for start, end in places]
    inside = dict.fromkeys(texts, 0)  # the matches from `first` on, how often each
    best, most = (0, 0), (0, 0)
    first = different = 0
    for at, (_, end) in enumerate(places):
        before = inside[texts[at]]
        inside[texts[at]] = before + 1
        different += not before
        while end > places[first][0] + length and first < at:
            left = inside[texts[first]] = inside[texts[first]] - 1
            different -= not left
            first += 1
        if different >= most[0] and (different, at + 1 - first) > most:
            best, most = (first, at + 1), (different, at + 1 - first)
    return places[best[0] : best[1]]


def _region(body: str, core: Sequence[Range], length: int) -> Range:
    """The part of the body to consider: enough of it even where much of it is white space."""
    if core:
        start, end = core[0][0], min(core[-1][1], core[0][0] + length)
    else:
        start = end = len(body) - len(body.lstrip())
    first = on_to_boundary(body, max(0, start - 2 * length))
    limit = min(len(body), end + 2 * length)
    last = back_to_boundary(body, limit)
    return min(first, start), max(last, end) if last > start else limit


def _collapsed(body: str, first: int, last: int) -> _Collapsed:
    text = " ".join(body[first:last].split())
    lost: list[int] = []
    if len(text) < last - first:
        if body[first].isspace():
            lost.append(first)
        for gap in re.compile(_GAP).finditer(body, first, last):  # few outputs have snippets
            lost += range(gap.start() + 1, gap.end())
    return _Collapsed(text, first, lost)


def _window(text: str, core: Range, length: int) -> Range:
    """The range of a text to show: the core in the middle of `length` characters, cut at words."""
    first, last = core[0], min(core[1], core[0] + length)
    start = max(0, first - (length - (last - first)) // 2)
    end = min(len(text), start + length)
    start = min(start, max(0, end - length))
    if start > 0:
        space = text.find(" ", start - 1, min(start + _NEAR, first))
        start = min(first, space + 1 if space >= 0 else on_to_boundary(text, start))
    if end < len(text):
        space = text.rfind(" ", max(last, end - _NEAR), end + 1)
        kept = max(last, space if space >= 0 else back_to_boundary(text, end))
        end = kept if kept > start else end
    return start, end


def _pieces(shown: _Collapsed, places: Iterable[Range], start: int, end: int) -> list[SnippetPart]:
    text, first, lost = shown
    pieces = []
    for one, other in places:
        at = one - first - bisect_left(lost, one)
        if at >= end:
            break
        if at >= start:
            if at > start:
                pieces.append(SnippetPart(text[start:at], False))
            start = min(other - first - bisect_left(lost, other), end)
            pieces.append(SnippetPart(text[at:start], True))
    if rest := text[start:end].rstrip():
        pieces.append(SnippetPart(rest, False))
    return pieces
