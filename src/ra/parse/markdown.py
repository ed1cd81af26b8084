"""Which blocks, headings and links does a Markdown text have, and where? One pass of pyromark."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple, cast

import pyromark

from ra.model import Block, BlockKind, Heading, Link
from ra.parse.links import read_link

OPTIONS = (
    pyromark.Options.ENABLE_TABLES
    | pyromark.Options.ENABLE_STRIKETHROUGH
    | pyromark.Options.ENABLE_TASKLISTS
    | pyromark.Options.ENABLE_FOOTNOTES
    | pyromark.Options.ENABLE_WIKILINKS
)
PARSER = pyromark.Markdown(options=OPTIONS)
# Prose has an event in 15 to 25 bytes, so 20 MiB of it pass; 20 MiB of `#` lines would take 4 GB.
MAX_EVENTS = 2_000_000

_KINDS: dict[str, BlockKind] = {
    "List": "list",
    "Table": "table",
    "CodeBlock": "code",
    "BlockQuote": "quote",
    "FootnoteDefinition": "paragraph",
}
_PLAIN_KINDS: dict[str, BlockKind] = {"Paragraph": "paragraph", "HtmlBlock": "html"}
_LEVELS = {f"H{level}": level for level in range(1, 7)}
_BREAKS = ("SoftBreak", "HardBreak")

# Half the cost of calling a named tuple, and this file makes half a million of them for MDN.
_new = tuple.__new__

Event = Any  # pyromark's events are strings and one-key dictionaries
Place = dict[str, int]
Events = Iterator[tuple[Event, Place]]


class TooManyEvents(ValueError):
    """A text has more headings, blocks and marks than can be held in memory."""


class Structure(NamedTuple):
    """The top-level blocks and headings of a text, and all its links."""

    headings: list[Heading]
    blocks: list[Block]
    links: list[Link]


def read(text: str) -> Structure:
    """The structure of a text whose front matter has been blanked, so offsets are the file's.

    Blocks nest by their ranges: an event that starts before the end of the last
    top-level block is inside it, so headings in quotes and lists are never seen.
    """
    events = cast("Events", iter(PARSER.events_with_range(text)))
    structure = _collect(islice(events, MAX_EVENTS))
    if next(events, None) is not None:
        raise TooManyEvents(f"more than {MAX_EVENTS} headings, blocks and marks; split the file")
    return structure


def _collect(events: Events) -> Structure:
    structure = Structure([], [], [])
    _, blocks, links = structure
    block_end = 0
    for event, place in events:
        if "Start" in event:
            tag = event["Start"]
            if tag.__class__ is dict:
                if "Link" in tag or "Image" in tag:
                    _add_link(links, tag, place)
                elif place["start"] >= block_end:
                    block_end = place["end"]
                    _add_block(structure, tag, place, events)
            elif tag in _PLAIN_KINDS and place["start"] >= block_end:
                block_end = place["end"]
                blocks.append(_new(Block, (_PLAIN_KINDS[tag], place["start"], block_end, False)))
        elif "Rule" in event and place["start"] >= block_end:
            blocks.append(Block("rule", place["start"], place["end"], False))
    return structure


def _add_block(structure: Structure, tag: Event, place: Place, events: Events) -> None:
    """Add the heading, list, table, code block or quote that has just started."""
    headings, blocks, links = structure
    start, end = place["start"], place["end"]
    if "Heading" in tag:
        level = _LEVELS[tag["Heading"]["level"]]
        headings.append(_new(Heading, (level, _heading_text(events, links), start, end)))
    else:
        name = next(iter(tag))
        ordered = name == "List" and tag["List"] is not None
        blocks.append(_new(Block, (_KINDS[name], start, end, ordered)))


def _heading_text(events: Events, links: list[Link]) -> str:
    """The plain text of the heading that has just started; consumes its events."""
    text = ""
    for event, place in events:
        if "Text" in event:
            text += event["Text"]
        elif "End" in event:
            if "Heading" in event["End"]:
                break
        elif "Code" in event:
            text += event["Code"]
        elif "Start" in event and event["Start"].__class__ is dict:
            _add_link(links, event["Start"], place)
        elif event in _BREAKS:
            text += " "
    return text.strip()


def _add_link(links: list[Link], tag: Event, place: Place) -> None:
    embed = "Image" in tag
    written = tag["Image"] if embed else tag["Link"]
    link = read_link(written["dest_url"], written["link_type"], embed, place["start"], place["end"])
    if link is not None:
        links.append(link)
