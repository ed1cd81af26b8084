"""Reads the headings and links of a Markdown text as written, with their offsets."""

from __future__ import annotations

import re

from ra.document import Heading
from ra.model import Link, LinkSyntax
from ra.parse.events import Event, Events, Place, events_of
from ra.parse.note_marks import LiteralKind, LiteralRange
from ra.typed import NamedTuple

_LEVELS = {f"H{level}": level for level in range(1, 7)}
_BREAKS = ("SoftBreak", "HardBreak")
# `{#id}` after a heading, as Hugo and Pandoc write it, possibly with classes.
_ID = r"\s*\{#([^\s{}#~]+)(?:\s[^{}]*)?\}$"

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


class Structure(NamedTuple):
    """The top-level headings and all links of a text.

    `literals` are its code, HTML and links, without those inside another one; None if they are not
    needed.
    """

    headings: list[Heading]
    links: list[Link]
    literals: list[LiteralRange] | None


def read(text: str, *, literals: bool = False) -> Structure:
    """The structure of a text; offsets are bytes of it.

    Containers nest by their ranges: a heading that starts before the end of the last
    list, quote or footnote is inside it, and so is text.
    """
    found = Structure([], [], [] if literals else None)
    headings, links, ranges = found
    container_end = 0
    events = events_of(text) if ranges is None else _noted(events_of(text), ranges)
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
    return found


def _noted(events: Events, ranges: list[LiteralRange]) -> Events:
    """The same events; the literals among them are added to `ranges`, outermost only."""
    end = -1
    for pair in events:
        event = pair[0]
        if "Text" not in event and "End" not in event and event.__class__ is dict:
            tag = event.get("Start", event)
            name = tag if tag.__class__ is str else next(iter(tag))  # the only key
            if name in _LITERALS and pair[1]["start"] >= end:
                start, end = pair[1]["start"], pair[1]["end"]
                ranges.append(LiteralRange(start, end, _LITERALS[name]))
        yield pair


_LITERALS: dict[str, LiteralKind] = {
    "Code": "code",
    "CodeBlock": "code",
    "HtmlBlock": "html",
    "InlineHtml": "html",
    "Html": "html",
    "Link": "link",
    "Image": "link",
}


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
    text, name = _named(text.strip())
    return _new(Heading, (level, text, place["start"], place["end"], name))


def _named(text: str) -> tuple[str, str | None]:
    """A heading without the name that follows it, and that name."""
    given = re.search(_ID, text) if text.endswith("}") else None
    return (text[: given.start()], given[1]) if given else (text, None)


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
