"""Reads the headings and links of a Markdown text as written, with their offsets."""

from __future__ import annotations

from ra.document import Heading
from ra.model import Link, LinkSyntax
from ra.parse.events import Event, Events, Place, events_of

_LEVELS = {f"H{level}": level for level in range(1, 7)}
_BREAKS = ("SoftBreak", "HardBreak")

_SYNTAX: dict[str, LinkSyntax] = {
    "Inline": "inline",
    "Reference": "reference",
    "Collapsed": "reference",
    "Shortcut": "reference",
    "Autolink": "autolink",
    "Email": "autolink",
}

# Half the cost of calling a named tuple, and indexing MDN makes half a million of them.
_new = tuple.__new__


def read(text: str) -> tuple[list[Heading], list[Link]]:
    """The top-level headings and all links of a text; offsets are bytes of it.

    Containers nest by their ranges: a heading that starts before the end of the last
    list, quote or footnote is inside it, and so is text.
    """
    headings: list[Heading] = []
    links: list[Link] = []
    container_end = 0
    events = events_of(text)
    for event, place in events:
        if "Start" in event:
            tag = event["Start"]
            if type(tag) is dict:  # the fastest check, made for every mark
                if "Heading" in tag:
                    if place["start"] >= container_end:
                        headings.append(_heading(tag, place, events, links))
                elif "Link" in tag or "Image" in tag:
                    _add_link(links, tag, place)
                elif place["end"] > container_end:
                    container_end = place["end"]
    return headings, links


def _heading(tag: Event, place: Place, events: Events, links: list[Link]) -> Heading:
    """The heading that has just started; consumes its events."""
    text = ""
    for event, inner in events:
        if "Text" in event:
            text += event["Text"]
        elif "Code" in event:
            text += event["Code"]
        elif "End" in event:
            if "Heading" in event["End"]:
                break
        elif "Start" in event and type(event["Start"]) is dict:
            _add_link(links, event["Start"], inner)
        elif event in _BREAKS:
            text += " "
    level = _LEVELS[tag["Heading"]["level"]]
    return _new(Heading, (level, text.strip(), place["start"], place["end"]))


def _add_link(links: list[Link], tag: Event, place: Place) -> None:
    embed = "Image" in tag
    written = tag["Image"] if embed else tag["Link"]
    link = _link(written["dest_url"], written["link_type"], embed, place)
    if link is not None:
        links.append(link)


def _link(url: str, written_as: str | dict[str, object], embed: bool, place: Place) -> Link | None:
    """The link; None for an empty target and for an anchor in the same document."""
    if not isinstance(written_as, str):
        url = url.removesuffix("\\")  # in a table the bar before the label is escaped
        if "\n" in url or "\r" in url:
            return None  # a wikilink is on one line
    path, mark, fragment = url.partition("#")
    target = path.strip()
    if not target:
        return None
    syntax: LinkSyntax = "wikilink"
    if isinstance(written_as, str):
        target, syntax = url, _SYNTAX[written_as]
    fields = (target, fragment if mark else None, syntax, embed, place["start"], place["end"])
    return _new(Link, fields)
