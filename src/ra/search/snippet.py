"""What does a reader see of a body? About 150 characters around its matches (SPEC 8.9)."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence

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
    """A text with single spaces, and which places of the original were left out for that."""

    text: str
    lost: Sequence[int]

    def at(self, place: int) -> int:
        """Where a place of the original has come to stand."""
        return place - bisect_left(self.lost, place)


def snippet(body: str, ranges: Sequence[Range], length: int = LENGTH) -> tuple[Piece, ...]:
    """The part of the body with the most different matches, or its start if it has none.

    Ranges are those of `match_ranges`. The length is that of the text without its ellipses.
    """
    places = _characters(body, ranges)
    core = _together(body, places[:_MOST_MATCHES], length)
    first, last = _region(body, core, length)
    shown = _collapsed(body[first:last])
    wanted = (0, 0)
    if core:
        wanted = shown.at(core[0][0] - first), shown.at(min(core[-1][1], last) - first)
    start, end = _window(shown.text, wanted, length)
    near = places[bisect_left(places, (first + start, 0)) : bisect_left(places, (last, 0))]
    pieces = _pieces(shown, [(one - first, other - first) for one, other in near], start, end)
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


def _characters(body: str, ranges: Sequence[Range]) -> list[Range]:
    """Byte ranges as ranges of characters."""
    if body.isascii():
        return list(ranges)
    source = body.encode("utf-8", "surrogatepass")
    places, done, count = [], 0, 0
    for start, end in ranges:
        first = count + _length(source[done:start])
        count = first + _length(source[start:end])
        done = end
        places.append((first, count))
    return places


def _length(source: bytes) -> int:
    return len(source.decode("utf-8", "surrogatepass"))


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


def _collapsed(text: str) -> _Collapsed:
    lost = [at for gap in _GAP.finditer(text) for at in range(gap.start() + 1, gap.end())]
    if text[:1].isspace():
        lost.insert(0, 0)
    return _Collapsed(" ".join(text.split()), lost)


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
    text, at = shown.text, shown.at
    pieces = []
    for place in places:
        first = at(place[0])
        if first >= end:
            break
        if first >= start:
            last = min(at(place[1]), end)
            pieces += [Piece(text[start:first], False), Piece(text[first:last], True)]
            start = last
    pieces.append(Piece(text[start:end].rstrip(), False))
    return [piece for piece in pieces if piece.text]
