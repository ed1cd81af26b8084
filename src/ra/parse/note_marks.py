"""Reads the marks that note-taking apps add to Markdown: inline tags, block ids, comments.

Candidates are found by searching bytes, which is fast; only a file that has some is checked
against its code, links and HTML.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence

from ra.model import Span
from ra.typed import Literal, NamedTuple

LiteralKind = Literal["code", "html", "link"]

_TAG = re.compile(rb"#[0-9A-Za-z_/\x80-\xff-]+")
_BEFORE_TAG = b" \t\r\n(*_~>|"
# Few files need these: they are compiled on first use.
_BLOCK_ID = rb"\^([0-9A-Za-z-]+)[ \t]*\r?(?=\n|\Z)"
# A line that continues a paragraph: the id above it is not at the end of its block.
_CONTINUES = rb"\n[ \t>]*(?!\Z|[ \t>\r\n#|`~]|[-*+][ \t]|[0-9]+[.)][ \t]|\^)"
_DEFINITION = rb"[ \t]{0,3}\[[^\]\n^][^\]\n]*\]:"  # of a link, not of a footnote
_COMMENT = b"%%"
_BLANK_LINE = rb"\n[ \t>]*\r?\n"
_DRAWING = rb"[ \t>]*(?:`{3,}|~{3,})[ \t]*(compressed-json|json)\b"
_COMPRESSED = b"compressed-json"
_PLUGIN = "excalidraw-plugin"
_VISIBLE = rb"[^\r\n]"


class LiteralRange(NamedTuple):
    """A range of bytes in which marks are text: code, HTML or a link."""

    start: int
    end: int
    kind: LiteralKind


class Candidates(NamedTuple):
    """Places that may be marks; `comments`: there may be text to hide."""

    tags: Sequence[Span]
    blocks: Sequence[Span]
    comments: bool

    @property
    def are_any(self) -> bool:
        """Whether there is anything to check."""
        return bool(self.tags or self.blocks or self.comments)


def candidates(data: bytes, start: int) -> Candidates:
    """The places in the content of a file that may be marks."""
    tags = [
        Span(*found.span())
        for found in _TAG.finditer(data, start)
        if _may_begin_tag(data, found.start(), start)
    ]
    blocks = []
    if b"^" in data:
        blocks = [
            Span(found.start(), found.end(1))
            for found in re.compile(_BLOCK_ID).finditer(data, start)
            if found.start() == start or data[found.start() - 1] in b" \t\n>"
        ]
    # One byte is found much faster than several.
    has_comments = (b"%" in data and _COMMENT in data) or (b"!" in data and b"<!--" in data)
    return Candidates(tags, blocks, has_comments or _COMPRESSED in data)


def _may_begin_tag(data: bytes, place: int, start: int) -> bool:
    """Whether a tag may follow the byte before this; `](#a)` is the target of a link."""
    if place == start:
        return True
    before = data[place - 1]
    return before in _BEFORE_TAG and not (before == ord("(") and data[place - 2] == ord("]"))


def tags(data: bytes, places: Iterable[Span], literals: Sequence[LiteralRange]) -> Iterator[str]:
    """The inline tags at these places, without `#`, outside of code, links and HTML."""
    inside = _inside(literals)
    for start, end in places:
        if inside(start):
            continue
        name = _tag_name(data[start + 1 : end].decode(errors="ignore"))
        if name and not _is_definition(data, start):
            yield name


def _tag_name(text: str) -> str:
    """The longest valid tag at the start of a text; it needs more than digits."""
    for place, letter in enumerate(text):
        if not (letter.isalnum() or letter in "_/-" or _is_symbol(letter)):
            text = text[:place]
            break
    text = text.rstrip("/")
    return (
        text
        if any(letter.isalpha() or letter == "_" or _is_symbol(letter) for letter in text)
        else ""
    )


def _is_symbol(letter: str) -> bool:
    """Whether a character is an emoji or belongs to one, or is a mark of a letter."""
    return not letter.isascii() and unicodedata.category(letter) in ("So", "Sk", "Mn", "Mc", "Cf")


def _is_definition(data: bytes, place: int) -> bool:
    """Whether the line is the definition of a link: `[name]: #anchor`."""
    return re.compile(_DEFINITION).match(data, data.rfind(b"\n", 0, place) + 1) is not None


def block_ids(
    data: bytes, places: Iterable[Span], literals: Sequence[LiteralRange]
) -> Iterator[tuple[str, int]]:
    """The ids at the end of a block, each with its offset."""
    inside = _inside(literals)
    for start, end in places:
        line_end = data.find(b"\n", end)
        is_last = line_end < 0 or not re.compile(_CONTINUES).match(data, line_end)
        if is_last and not inside(start):
            yield data[start + 1 : end].decode(), start


def comments(data: bytes, start: int, literals: Sequence[LiteralRange]) -> list[Span]:
    """The ranges of `%% … %%`: in a paragraph, or from a line that begins with it to the next."""
    inside = _inside([one for one in literals if one.kind == "code"])
    found: list[Span] = []
    place = start
    while (place := data.find(_COMMENT, place)) >= 0:
        end = -1 if inside(place) else _comment_end(data, place, inside)
        if end > 0:
            found.append(Span(place, end))
        place = max(end, place + 2)
    return found


def _comment_end(data: bytes, start: int, inside: _Test) -> int:
    """The end of the comment that begins here, or -1."""
    place = start + 2
    while (place := data.find(_COMMENT, place)) >= 0 and inside(place):
        place += 2
    if place < 0:
        return -1
    line = data.rfind(b"\n", 0, start) + 1
    is_inline = bool(data[line:start].strip(b" \t>"))
    return -1 if is_inline and re.compile(_BLANK_LINE).search(data, start, place + 2) else place + 2


def html_comments(data: bytes, literals: Iterable[LiteralRange]) -> list[Span]:
    """The ranges of HTML comments."""
    return [
        found
        for start, end, kind in literals
        if kind == "html" and data.find(b"<!--", start, end) >= 0
        for found in _closed_comments(data, start, end)
    ]


def _closed_comments(data: bytes, start: int, end: int) -> Iterator[Span]:
    """The comments of an HTML block; a search for `-->` that fails ends it, so time is linear."""
    while (opening := data.find(b"<!--", start, end)) >= 0:
        closing = data.find(b"-->", opening + 4, end)
        if closing < 0:
            return
        start = closing + 3
        yield Span(opening, start)


def is_drawing(fields: Mapping[str, object]) -> bool:
    """Whether a note is a drawing of Excalidraw: front matter with the key of that plugin."""
    return _PLUGIN in fields


def drawings(
    data: bytes, fields: Mapping[str, object], literals: Iterable[LiteralRange]
) -> list[Span]:
    """The code blocks that hold an Excalidraw drawing, which no one reads."""
    found: list[Span] = []
    if not is_drawing(fields) and _COMPRESSED not in data:
        return found
    for start, end, kind in literals:
        info = re.compile(_DRAWING).match(data, start, end) if kind == "code" else None
        if info and (info[1] == _COMPRESSED or is_drawing(fields)):
            found.append(Span(start, end))
    return found


def blanked(data: bytes, spans: Iterable[Span]) -> bytes:
    """The data with spaces in place of these ranges; lines and offsets stay."""
    parts, done = [], 0
    for start, end in spans:
        parts += [data[done:start], re.sub(_VISIBLE, b" ", data[start:end])]
        done = end
    return b"".join([*parts, data[done:]])


def merged(spans: Iterable[Span]) -> tuple[Span, ...]:
    """The ranges in order, without empty and overlapping ones."""
    found: list[Span] = []
    for start, end in sorted(spans):
        if found and start <= found[-1].end:
            found[-1] = Span(found[-1].start, max(end, found[-1].end))
        elif start < end:
            found.append(Span(start, end))
    return tuple(found)


class _Test:
    """Whether an offset is inside one of some ranges, which are in order."""

    def __init__(self, literals: Sequence[LiteralRange]) -> None:
        self._starts = [one.start for one in literals]
        self._ends = [one.end for one in literals]

    def __call__(self, place: int) -> bool:
        at = bisect_right(self._starts, place) - 1
        return at >= 0 and place < self._ends[at]


def _inside(literals: Sequence[LiteralRange]) -> _Test:
    return _Test(literals)
