"""Which top-level blocks does a Markdown text have, and where?

A pass of its own: the outline needs no blocks, and they would cost it a fifth of its time.
"""

from __future__ import annotations

from ra.model import Block, BlockKind
from ra.parse.events import Event, events_of

_KINDS: dict[str, BlockKind] = {
    "Paragraph": "paragraph",
    "FootnoteDefinition": "paragraph",
    "List": "list",
    "Table": "table",
    "CodeBlock": "code",
    "BlockQuote": "quote",
    "HtmlBlock": "html",
}


def read(text: str) -> list[Block]:
    """The blocks of a text that are not headings; offsets are bytes of it.

    An event that starts before the end of the last top-level block is inside it.
    """
    blocks: list[Block] = []
    block_end = 0
    for event, place in events_of(text):
        start, end = place["start"], place["end"]
        if start < block_end:
            continue
        if event == "Rule":
            blocks.append(Block("rule", start, end, False))
        elif "Start" in event:
            block_end = end
            name = _name(event["Start"])
            if name in _KINDS:
                ordered = name == "List" and event["Start"]["List"] is not None
                blocks.append(Block(_KINDS[name], start, end, ordered))
    return blocks


def _name(tag: Event) -> str:
    return tag if isinstance(tag, str) else next(iter(tag))
