"""Reads the blocks of a Markdown text, and the code, tables and list items inside them.

It is a separate pass because the outline needs no blocks: they would cost it a fifth of its time.
"""

from __future__ import annotations

from ra.document import Block, BlockKind
from ra.model import Span
from ra.parse.events import Event, events_of
from ra.typed import NamedTuple

_KINDS: dict[str, BlockKind] = {
    "Paragraph": "paragraph",
    "FootnoteDefinition": "paragraph",
    "List": "list",
    "Table": "table",
    "CodeBlock": "code",
    "BlockQuote": "quote",
    "HtmlBlock": "html",
}
_LITERALS = ("CodeBlock", "Table")


class Layout(NamedTuple):
    """The top-level blocks of a text, and all code and tables in it, also those in lists."""

    blocks: tuple[Block, ...]
    literals: tuple[Span, ...]


def read(text: str) -> list[Block]:
    """The blocks of a text that are not headings; offsets are bytes of it."""
    return list(layout(text).blocks)


def layout(text: str) -> Layout:
    """Blocks, code and tables, each in order; offsets are bytes of the text.

    An event that starts before the end of the last top-level block is inside it.
    """
    blocks: list[Block] = []
    literals: list[Span] = []
    block_end = 0
    for event, place in events_of(text):
        if "Start" in event:
            tag, start = event["Start"], place["start"]
            if tag.__class__ is dict and ("CodeBlock" in tag or "Table" in tag):
                literals.append(Span(start, place["end"]))
            if start >= block_end:
                block_end = place["end"]
                name = _name(tag)
                if name in _KINDS:
                    ordered = name == "List" and tag["List"] is not None
                    blocks.append(Block(_KINDS[name], start, block_end, ordered))
        elif event == "Rule" and place["start"] >= block_end:
            blocks.append(Block("rule", place["start"], place["end"], False))
    return Layout(tuple(blocks), tuple(literals))


def literals_in(text: str) -> list[Span]:
    """The code blocks and tables of a text, also in lists, quotes and footnotes."""
    return [
        Span(place["start"], place["end"])
        for event, place in events_of(text)
        if "Start" in event and _name(event["Start"]) in _LITERALS
    ]


def item_starts(text: str) -> list[int]:
    """The start of each item of the text's first list, without items of nested lists."""
    starts: list[int] = []
    item_end = list_end = 0
    for event, place in events_of(text):
        if "Start" not in event:
            continue
        name = _name(event["Start"])
        if name == "List" and not list_end:
            list_end = place["end"]
        elif name == "Item" and item_end <= place["start"] < list_end:
            starts.append(place["start"])
            item_end = place["end"]
    return starts


def _name(tag: Event) -> str:
    return tag if isinstance(tag, str) else next(iter(tag))
