"""What does a reader see of a body? About 150 characters around its matches (SPEC 8.9)."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ra.search.ranges import Range
from ra.text.boundaries import back_to_boundary, on_to_boundary

LENGTH = 150
CUT = "…"  # stands where the body goes on

_ESCAPES = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;"}  # as `html.escape`
)
_SPACE = re.compile(r"\s+")
_MOST_MATCHES = 100  # from the start of a body: a place worth showing is among them
_NEAR = 20  # characters within which white space is a better place to cut than any other


class Piece(NamedTuple):
    """Part of a snippet, with white space collapsed; the texts of all pieces make the snippet."""

    text: str
    is_match: bool


def snippet(body: str, ranges: Sequence[Range], length: int = LENGTH) -> tuple[Piece, ...]:
    """The part of the body with the most different matches, or its start if it has none.

    Ranges are those of `match_ranges`. The length is that of the text without its ellipses.
    """
    places = _characters(body, ranges)
    core = _together(body, places[:_MOST_MATCHES], length)
    first, last = _region(body, core, length)
    text, found = _collapsed(body[:last], first, places)
    wanted = (found[core[0]][0], found[core[-1]][1]) if core else (0, 0)
    start, end = _window(text, wanted, length)
    pieces = _pieces(text, found.values(), start, end)
    if start > 0 or body[:first].strip():
        pieces.insert(0, Piece(CUT, False))
    if end < len(text) or body[last:].strip():
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
    texts = [body[start:end].lower() for start, end in places]
    inside: dict[str, int] = {}  # the matches from `first` to `end`, how often each
    best, most, end = (0, 0), (0, 0), 0
    for first, (start, _) in enumerate(places):
        while end < len(places) and (end == first or places[end][1] - start <= length):
            inside[texts[end]] = inside.get(texts[end], 0) + 1
            end += 1
        if (len(inside), end - first) > most:
            best, most = (first, end), (len(inside), end - first)
        if end == len(places) and most >= (len(inside), end - first):
            break  # what follows has only matches that are in here
        inside[texts[first]] -= 1
        if not inside[texts[first]]:
            del inside[texts[first]]
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


def _collapsed(body: str, first: int, places: Sequence[Range]) -> tuple[str, dict[Range, Range]]:
    """A body from `first` on with single spaces, and where each match in it has come to stand."""
    text, done, found = "", first, {}
    for at in range(bisect_left(places, (first, first)), bisect_left(places, (len(body), 0))):
        start, end = places[at]
        text = _joined(text, body[done:start])
        before = len(text)
        text = _joined(text, body[start:end])
        found[start, end] = before, len(text)
        done = end
    return _joined(text, body[done:]).rstrip(), found


def _joined(text: str, more: str) -> str:
    more = _SPACE.sub(" ", more)
    return text + (more.lstrip() if not text or text.endswith(" ") else more)


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


def _pieces(text: str, found: Iterable[Range], start: int, end: int) -> list[Piece]:
    pieces = []
    for first, last in found:
        if start <= first < end:
            pieces += [Piece(text[start:first], False), Piece(text[first : min(last, end)], True)]
            start = min(last, end)
    pieces.append(Piece(text[start:end].rstrip(), False))
    return [piece for piece in pieces if piece.text]
