"""Normalizes the text of a document and maps its bytes back to the file.

The stage NORMALIZE_MARKDOWN (SPEC 4.4, S1 §2): newlines become `\\n`, runs of spaces and tabs
inside a line become one space. Indentation stays, also behind quote marks; code and tables stay.
The structure is that of the original file.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from ra.document import Block, Document
from ra.model import Span
from ra.parse.blocks import literals_in
from ra.typed import NamedTuple

_SPACES = re.compile(rb"  +")
_BLANKS = re.compile(rb"[ \t]{2,}|\t|\r\n?")
_RETURNS = re.compile(rb"\r\n?")
_INDENTATION = re.compile(rb"[ \t>]*")
_LITERAL = ("code", "table")
_NEWLINES = b"\r\n"


class NormalizedText(NamedTuple):
    """The bytes of the normalized text. Each change replaced one or more bytes by one.

    `places` are the normalized offsets right after the changes, `ends` those in the file. Text
    before the first change is `start` bytes further on in the file.
    """

    data: bytes
    start: int
    places: Sequence[int]
    ends: Sequence[int]

    def in_file(self, place: int) -> int:
        """Map a normalized offset to the file."""
        at = bisect_right(self.places, place) if self.places else 0
        return place + (self.ends[at - 1] - self.places[at - 1] if at else self.start)

    def place(self, in_file: int) -> int:
        """Map an offset of the file to the normalized text; inside a change, to right after it."""
        places, ends = self.places, self.ends
        if not places:
            return in_file - self.start
        after = bisect_right(ends, in_file)
        place = in_file - (ends[after - 1] - places[after - 1] if after else self.start)
        return min(place, places[after]) if after < len(places) else place


def normalize(document: Document, blocks: Sequence[Block]) -> NormalizedText:
    """Normalize the text after the front matter; `blocks` are the document's."""
    data, start = document.source.data, document.content_start
    changes = _outside_nested_literals(list(_changes(data, start, blocks)), data, blocks)
    if not changes:
        return NormalizedText(data[start:] if start else data, start, (), ())
    parts: list[bytes] = []
    places: list[int] = []
    size, done = 0, start
    for begin, end in changes:
        parts += (data[done:begin], b"\n" if data[begin] in _NEWLINES else b" ")
        size += begin - done + 1
        places.append(size)
        done = end
    parts.append(data[done:])
    return NormalizedText(b"".join(parts), start, places, [end for _, end in changes])


def _changes(data: bytes, start: int, blocks: Sequence[Block]) -> Iterator[tuple[int, int]]:
    """Runs to replace by one byte, in order; in code and tables only newlines."""
    returns = b"\r" in data
    pattern = _BLANKS if returns or b"\t" in data else _SPACES
    done = start
    for block in blocks:
        if block.kind in _LITERAL:
            yield from _runs(data, start, pattern, (done, block.start))
            if returns:
                yield from (run.span() for run in _RETURNS.finditer(data, block.start, block.end))
            done = block.end
    yield from _runs(data, start, pattern, (done, len(data)))


def _runs(
    data: bytes, start: int, pattern: re.Pattern[bytes], region: tuple[int, int]
) -> Iterator[tuple[int, int]]:
    """The runs of a region that are not indentation."""
    checked = region[0]
    indented = _indentation_end(data, checked)
    for run in pattern.finditer(data, *region):
        begin, end = run.span()
        if data[begin] in _NEWLINES:
            yield begin, end
            continue
        before = data[begin - 1 : begin] if begin > start else b"\n"
        if before == b">":
            line = max(data.rfind(b"\n", checked, begin), data.rfind(b"\r", checked, begin)) + 1
            if line:
                indented = _indentation_end(data, line)
            checked = begin
        if before not in (b"\n", b"\r") and begin >= indented:
            yield begin, end


def _indentation_end(data: bytes, line: int) -> int:
    """The end of a line's indentation, which includes quote marks."""
    found = _INDENTATION.match(data, line)
    return found.end() if found else line


def _outside_nested_literals(
    changes: list[tuple[int, int]], data: bytes, blocks: Sequence[Block]
) -> list[tuple[int, int]]:
    """Drop runs inside code and tables of lists, quotes and footnotes; newlines stay."""
    if all(data[begin] in _NEWLINES for begin, _ in changes):
        return changes
    kept: list[tuple[int, int]] = []
    at = 0
    for block in blocks:
        if block.kind in _LITERAL:
            continue
        while at < len(changes) and changes[at][0] < block.start:
            kept.append(changes[at])
            at += 1
        first = at
        while at < len(changes) and changes[at][0] < block.end:
            at += 1
        inside = changes[first:at]
        kept += _outside(inside, data, _nested(block, data)) if inside else ()
    return kept + changes[at:]


def _nested(block: Block, data: bytes) -> list[Span]:
    text = data[block.start : block.end]
    if block.kind not in ("list", "quote") and not text.startswith(b"[^"):
        return []
    return [
        Span(block.start + start, block.start + end) for start, end in literals_in(text.decode())
    ]


def _outside(
    changes: Sequence[tuple[int, int]], data: bytes, literals: Sequence[Span]
) -> list[tuple[int, int]]:
    if not literals:
        return list(changes)
    starts = [literal.start for literal in literals]
    kept: list[tuple[int, int]] = []
    for change in changes:
        at = bisect_right(starts, change[0]) - 1
        literal = at >= 0 and change[0] < literals[at].end
        if not literal or data[change[0]] in _NEWLINES:
            kept.append(change)
    return kept
