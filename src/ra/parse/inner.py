"""What stands inside a block? Code and tables at any depth, and the items of a list."""

from __future__ import annotations

from ra.model import Span
from ra.parse.events import Event, events_of

_LITERALS = ("CodeBlock", "Table")


def literals(text: str) -> list[Span]:
    """The code blocks and tables of a text, in lists, quotes and footnotes too."""
    return [
        Span(place["start"], place["end"])
        for event, place in events_of(text)
        if "Start" in event and _name(event["Start"]) in _LITERALS
    ]


def item_starts(text: str) -> list[int]:
    """Where each item of the text's first list begins; items of lists inside it do not count."""
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
