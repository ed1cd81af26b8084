"""Renders Markdown of untrusted documents as safe HTML, with matches in `<mark>`.

Every tag is written here; HTML of the document is shown as text or dropped, and links have one of
a few schemes. Nothing of a document becomes a tag, an attribute name or a script.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape

from ra.parse import frontmatter
from ra.parse.events import Event, events_of
from ra.search.highlight import Range
from ra.typed import Any

_MAX_BYTES = 400_000  # of one text; more than a page can show
_TABLE = '<div class="table" tabindex="0" role="region" aria-label="Table"><table>'
_TAGS = {
    "Paragraph": ("<p>", "</p>\n"),
    "Emphasis": ("<em>", "</em>"),
    "Strong": ("<strong>", "</strong>"),
    "Strikethrough": ("<del>", "</del>"),
    "Superscript": ("<sup>", "</sup>"),
    "Subscript": ("<sub>", "</sub>"),
    "Item": ("<li>", "</li>\n"),
    "CodeBlock": ('<pre tabindex="0"><code>', "</code></pre>\n"),
    "BlockQuote": ("<blockquote>", "</blockquote>\n"),
    "Table": (_TABLE, "</table></div>\n"),
    "TableHead": ("<thead><tr>", "</tr></thead>\n"),
    "TableRow": ("<tr>", "</tr>\n"),
    "Image": ('<span class="image">', "</span>"),
    "FootnoteDefinition": ('<div class="footnote">', "</div>\n"),
}
_WEB = re.compile(r"(?i)(https?://|mailto:)[^\s]")
_DROPPED = re.compile(r"(?is)<(script|style|template|iframe|object|svg|math)\b.*?(</\1\s*>|\Z)")
_TAG = re.compile(r"(?s)<!--.*?(?:-->|\Z)|</?[A-Za-z!?][^<>]*>?")
_BREAK = re.compile(r"(?i)<br\s*/?>\Z")


def rendered(text: str, ranges: Sequence[Range] = ()) -> str:
    """The text as HTML; `ranges` are bytes of it to mark. Front matter is left out."""
    data = text.encode("utf-8", "surrogatepass")[:_MAX_BYTES]
    start = frontmatter.read(data, 0).end if data.startswith((b"---", b"+++")) else 0
    body = data[start:].decode("utf-8", "replace")
    moved = [(first - start, last - start) for first, last in ranges if first >= start]
    return "".join(_Renderer(moved).html(body))


class _Renderer:
    """The state of one rendering: open cells and links, and the matches to mark."""

    def __init__(self, ranges: Sequence[Range]) -> None:
        self._ranges = ranges
        self._starts = [first for first, _ in ranges]
        self._is_head = False
        self._is_hidden = ""
        self._links: list[bool] = []

    def html(self, text: str) -> Iterator[str]:
        """The pieces of HTML, in order."""
        for event, place in events_of(text):
            if isinstance(event, str):
                yield _SINGLE.get(event, "")
                continue
            ((kind, value),) = event.items()
            if self._is_hidden and kind != "InlineHtml":
                continue
            yield from self._event(kind, value, place)

    def _event(self, kind: str, value: Event, place: dict[str, int]) -> Iterator[str]:
        if kind == "Text":
            yield self._marked(value, place["start"], place["end"])
        elif kind == "Code":
            yield f"<code>{self._whole(value, place['start'], place['end'])}</code>"
        elif kind == "Start":
            yield self._start(*_named(value))
        elif kind == "End":
            yield self._end(*_named(value))
        elif kind == "InlineHtml":
            yield self._inline_html(value)
        elif kind in _OTHERS:
            yield _OTHERS[kind](value)

    def _start(self, name: str, detail: Any) -> str:
        if name == "Heading":
            return f"<h{detail['level'][1]}>"
        if name == "List":
            return "<ul>" if detail is None else f'<ol start="{int(detail)}">'
        if name == "TableHead":
            self._is_head = True
        elif name == "TableCell":
            return "<th>" if self._is_head else "<td>"
        elif name == "Link":
            return self._link(detail["dest_url"])
        return _TAGS.get(name, ("", ""))[0]

    def _end(self, name: str, detail: Any) -> str:
        if name == "Heading":
            return f"</h{detail[1]}>\n"
        if name == "List":
            return "</ol>\n" if detail else "</ul>\n"
        if name == "TableHead":
            self._is_head = False
        elif name == "TableCell":
            return "</th>" if self._is_head else "</td>"
        elif name == "Link":
            return "</a>" if self._links.pop() else ""
        return _TAGS.get(name, ("", ""))[1]

    def _link(self, target: str) -> str:
        """A link to the web, or to a place that the page looks up; no other scheme."""
        is_link = not self._links  # links do not nest
        self._links.append(is_link)
        if not is_link:
            return ""
        if _WEB.match(target):
            return f'<a href="{escape(target)}" rel="noopener noreferrer nofollow" target="_blank">'
        if ":" in target.partition("/")[0]:  # javascript:, data:, file:
            return "<a>"
        return f'<a href="#" data-link="{escape(target)}">'

    def _inline_html(self, tag: str) -> str:
        """A line break stays; the content of scripts is left out; other tags are dropped."""
        name = tag.strip("</> \t\n").partition(" ")[0].lower()
        if self._is_hidden:
            if tag.startswith("</") and name == self._is_hidden:
                self._is_hidden = ""
            return ""
        if name in ("script", "style") and not tag.startswith("</"):
            self._is_hidden = name
        return "<br>" if _BREAK.match(tag) else ""

    def _whole(self, text: str, start: int, end: int) -> str:
        """A text that is not as in the source: marked whole if a match is in it."""
        at = bisect_right(self._starts, end - 1) - 1
        is_match = at >= 0 and self._ranges[at][1] > start
        return f"<mark>{escape(text)}</mark>" if is_match else escape(text)

    def _marked(self, text: str, start: int, end: int) -> str:
        """A text with its matches marked."""
        data = text.encode("utf-8", "surrogatepass")
        if len(data) != end - start:  # an entity or an escape
            return self._whole(text, start, end)
        pieces: list[str] = []
        at = 0
        first = max(0, bisect_right(self._starts, start) - 1)
        for low, high in self._ranges[first:]:
            if low >= end:
                break
            low, high = max(low - start, at), min(high - start, len(data))
            if low < high:
                pieces += [_text(data[at:low]), "<mark>", _text(data[low:high]), "</mark>"]
                at = high
        return "".join([*pieces, _text(data[at:])])


_OTHERS: Mapping[str, Callable[[Any], str]] = {
    "Html": lambda text: escape(_TAG.sub("", _DROPPED.sub("", text))),
    "FootnoteReference": lambda name: f"<sup>{escape(name)}</sup>",
    "TaskListMarker": lambda is_done: "☑ " if is_done else "☐ ",
}
_SINGLE = {"SoftBreak": "\n", "HardBreak": "<br>", "Rule": "<hr>"}


def _text(data: bytes) -> str:
    return escape(data.decode("utf-8", "replace"))


def _named(value: Event) -> tuple[str, Any]:
    """The name of a tag, and its details."""
    if isinstance(value, str):
        return value, None
    ((name, detail),) = value.items()
    return name, detail
