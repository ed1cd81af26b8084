"""Reads the links in Confluence markup: `ri:page` and `ri:attachment`, outside of code."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from ra.model import Link
from ra.parse.events import events_of
from ra.typed import NamedTuple

ATTACHMENT = "attachment:"
PAGE = "page:"
"""Pseudo schemes: `attachment:file` of the same page, `attachment:SPACE/Title^file` of another
one, and `page:SPACE/Title`; URLs made here use them."""
_PSEUDO = ("ac:", "ri:")  # CommonMark reads `<ac:link>` as an autolink
# No tag reaches over the next `<`: an unclosed tag is read once, not repeatedly.
_TAG = r"<(/?)(ac:link|ac:image|ri:page|ri:attachment|ri:url)(?![\w:.-])([^<>]*)>"
_ATTRIBUTE = r"""([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')"""
_OUTER = ("ac:link", "ac:image")


class _Element(NamedTuple):
    """An open `ac:link` or `ac:image`, with the names inside it."""

    tag: str
    start: int
    anchor: str | None
    named: dict[str, dict[str, str]]


def with_markup(text: str, links: Sequence[Link]) -> list[Link]:
    """The links of a text, also those in Confluence markup, in order of their offsets."""
    starts, ends = _code(text)
    found = _in_bytes(text, list(_elements(text)))
    outside = [link for link in found if not _is_inside(link.start, starts, ends)]
    others = [
        link for link in links if link.syntax != "autolink" or not link.url.startswith(_PSEUDO)
    ]
    return sorted([*others, *outside], key=lambda link: link.start)


def _elements(text: str) -> Iterator[Link]:
    """The links in the order in which their elements end; offsets are characters."""
    opened: list[_Element] = []
    for found in re.finditer(_TAG, text):
        closing, tag, rest = found.groups()
        if tag not in _OUTER:
            if opened and not closing:
                opened[-1].named.setdefault(tag, _attributes(rest))
        elif not closing:
            anchor = _attributes(rest).get("ac:anchor")
            opened.append(_Element(tag, found.start(), anchor, {}))
        elif opened and opened[-1].tag == tag:
            element = opened.pop()
            if url := _target(element.named):
                embed = tag == "ac:image"
                yield Link(url, element.anchor, "markup", embed, element.start, found.end())


def _target(named: dict[str, dict[str, str]]) -> str:
    page = named.get("ri:page", {})
    title = page.get("ri:content-title", "")
    place = f"{page.get('ri:space-key', '')}/{title}" if title else ""
    if "ri:attachment" in named:
        file = named["ri:attachment"].get("ri:filename", "")
        return f"{ATTACHMENT}{place}{'^' if place else ''}{file}" if file else ""
    if "ri:url" in named:
        return named["ri:url"].get("ri:value", "")
    return f"{PAGE}{place}" if place else ""


def _attributes(text: str) -> dict[str, str]:
    from html import unescape  # a table of all entities, which few folders need

    return {name: unescape(one or two) for name, one, two in re.findall(_ATTRIBUTE, text)}


def _in_bytes(text: str, found: list[Link]) -> list[Link]:
    """The links with offsets in bytes."""
    if text.isascii():
        return found
    offsets: dict[int, int] = {}
    last, size = 0, 0
    for place in sorted({place for link in found for place in (link.start, link.end)}):
        size += len(text[last:place].encode())
        last = place
        offsets[place] = size
    return [link._replace(start=offsets[link.start], end=offsets[link.end]) for link in found]


def _code(text: str) -> tuple[list[int], list[int]]:
    """The starts and ends of code, inline and in blocks, in order."""
    starts, ends = [], []
    for event, place in events_of(text):
        if "Code" in event or ("Start" in event and "CodeBlock" in event["Start"]):
            starts.append(place["start"])
            ends.append(place["end"])
    return starts, ends


def _is_inside(place: int, starts: Sequence[int], ends: Sequence[int]) -> bool:
    at = bisect_right(starts, place) - 1
    return at >= 0 and place < ends[at]
