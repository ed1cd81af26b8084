"""Reads the top-level headings from the expected HTML of a specification."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import NamedTuple

_LEVELS = {f"h{level}": level for level in range(1, 7)}
_VOID = frozenset({"br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"})


class RenderedHeading(NamedTuple):
    """A heading as a reader of the page sees it."""

    level: int
    text: str


def top_level(html: str) -> list[RenderedHeading]:
    """The h1-h6 that are inside no other element, with their plain text."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return reader.headings


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.headings: list[RenderedHeading] = []
        self._open: list[str] = []
        self._text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in _VOID:
            self._open.append(tag)
        elif tag == "img":
            self._text += dict(attrs).get("alt") or ""

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _VOID:
            self.handle_starttag(tag, attrs)

    def handle_data(self, data: str) -> None:
        self._text = self._text + data if self._open else ""

    def handle_endtag(self, tag: str) -> None:
        if tag not in self._open:
            return
        while self._open.pop() != tag:
            pass
        if not self._open:
            if tag in _LEVELS:
                self.headings.append(RenderedHeading(_LEVELS[tag], self._text))
            self._text = ""
