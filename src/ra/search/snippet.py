"""What does a reader see of a body? About 150 characters around its matches (SPEC 8.9)."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from itertools import chain

from ra.search.ranges import Range
from ra.text.boundaries import back_to_boundary, on_to_boundary
from ra.typed import NamedTuple

LENGTH = 150
CUT = "…"  # stands where the body goes on

_ESCAPES = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;"}  # as `html.escape`
)
_GAP = re.compile(r"\s\s+")
_MOST_MATCHES = 100  # from the start of a body: a place worth showing is among them
_NEAR = 20  # characters within which white space is a better place to cut than any other


class Piece(NamedTuple):
    """Part of a snippet, with white space collapsed; the texts of all pieces make the snippet."""

    text: str
    is_match: bool


class _Collapsed(NamedTuple):
    """Part of a body with single spaces, and which places of the body were left out for that."""

    text: str
    first: int
    lost: Sequence[int]

    def at(self, place: int) -> int:
        """Where a place of the body has come to stand."""
        return place - self.first - bisect_left(self.lost, place)


def snippet(body: str, ranges: Sequence[Range], length: int = LENGTH) -> tuple[Piece, ...]:
    """The part of the body with the most different matches, or its start if it has none.

    Ranges are those of `match_ranges`. The length is that of the text without its ellipses.
    """
    places = _characters(body, ranges)
    core = _together(body, places[:_MOST_MATCHES], length)
    first, last = _region(body, core, length)
    shown = _collapsed(body, first, last)
    wanted = (shown.at(core[0][0]), shown.at(min(core[-1][1], last))) if core else (0, 0)
    start, end = _window(shown.text, wanted, length)
    pieces = _pieces(shown, places[bisect_left(places, (first + start, 0)) :], start, end)
    if start > 0 or body[:first].strip():
        pieces.insert(0, Piece(CUT, False))
    if end < len(shown.text) or body[last:].strip():
        pieces.append(Piece(CUT, False))
    return tuple(pieces)


def html(pieces: Iterable[Piece]) -> str:
    """The snippet as HTML: matches in `<b>`, everything else escaped."""
    escaped = ((text.translate(_ESCAPES), is_match) for text, is_match in pieces)
    return "".join(f"<b>{text}</b>" if is_match else text for text, is_match in escaped)


def marked(pieces: Iterable[Piece], before: str = "", after: str = "") -> str:
    """The snippet as plain text, with these marks around its matches."""
    return "".join(f"{before}{text}{after}" if is_match else text for text, is_match in pieces)


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
    """The part of the body to look at: enough of it even where much of it is white space."""
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
        for gap in _GAP.finditer(body, first, last):
            lost += range(gap.start() + 1, gap.end())
    return _Collapsed(text, first, lost)


def _window(text: str, core: Range, length: int) -> Range:
    """What to show of a text: the core in the middle of `length` characters, cut at words."""
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


def _pieces(shown: _Collapsed, places: Iterable[Range], start: int, end: int) -> list[Piece]:
    text, first, lost = shown
    pieces = []
    for one, other in places:
        at = one - first - bisect_left(lost, one)
        if at >= end:
            break
        if at >= start:
            if at > start:
                pieces.append(Piece(text[start:at], False))
            start = min(other - first - bisect_left(lost, other), end)
            pieces.append(Piece(text[at:start], True))
    if rest := text[start:end].rstrip():
        pieces.append(Piece(rest, False))
    return pieces
