"""Finds the block that an id names: the text before `^id`, or the block above a line of its own."""

from __future__ import annotations

from ra.document import Document
from ra.model import Span
from ra.parse import markdown, note_marks
from ra.parse.events import events_of

_BLOCKS = frozenset({"Paragraph", "Heading", "List", "Table", "CodeBlock", "BlockQuote"})


def block_span(document: Document, name: str) -> Span | None:
    """The range of the block with this id, case aside; a list item comes with those below it."""
    text, start = document.source.data, document.content_start
    front = Span(0, start)
    data = note_marks.blanked(text, [front, *[one for one in document.hidden if one != front]])
    maybe = note_marks.candidates(data, start)
    literals = markdown.read(data.decode(), literals=True).literals or []
    for found, place in note_marks.block_ids(data, maybe.blocks, literals):
        if found.casefold() == name.casefold():
            return _around(data, place)
    return None


def _around(data: bytes, place: int) -> Span:
    """The innermost list item or else the outermost block at this offset."""
    item: Span | None = None
    outer: list[Span] = []
    end = 0
    for event, at in events_of(data.decode()):
        if "Start" not in event:
            continue
        tag = event["Start"]
        kind = tag if isinstance(tag, str) else next(iter(tag))
        span = Span(at["start"], at["end"])
        if kind == "Item" and span.start <= place < span.end:
            item = span
        if kind in _BLOCKS and span.start >= end and span.start <= place:
            outer.append(span)
            end = span.end
    block = item or (outer[-1] if outer else Span(place, place))
    is_alone = not item and not data[block.start : place].strip()
    if is_alone and len(outer) > 1:
        return Span(outer[-2].start, block.end)
    return block
