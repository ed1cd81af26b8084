"""Removes markup from a text, so that an excerpt of it reads as prose.

Front matter, fence marks, HTML, comments, emphasis and template macros go; links keep their words,
and items of a list and rows of a table are divided by dots. The text inside code stays as it is,
without the marks of a quote around it, fences in it and files to include.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate

from ra.search.highlight import Range, SnippetPart, snippet
from ra.typed import NamedTuple

_FRONT_MATTER = re.compile(
    r"\ufeff?\s*(---|\+\+\+)[ \t\r]*\n.*?(?<=\n)\1[ \t\r]*(?:\n|\Z)", re.DOTALL
)
_FENCE = re.compile(r"^[ \t>]*(`{3,}|~{3,})[^\n]*(?:\n|\Z)", re.MULTILINE)
# Lines of code that are no text: fences shown as an example, and what mdBook includes.
_IN_CODE = re.compile(
    r"^[ \t>]*(?:`{3,}|~{3,})[^\n]*|^[ \t>]*\{\{#[^{}\n]*\}\}[ \t\r]*$", re.MULTILINE
)
_QUOTED = re.compile(rf"{_IN_CODE.pattern}|^[ \t]*(?:>[ \t]?)+", re.MULTILINE)
_ARGUMENT = r"""["'](?P<{}>[^"'\n]*)["']"""
_LABEL = r"(?:[^\[\]\n]|\n(?![ \t>]*(?:\n|\Z))){0,500}"  # of a link: it may go on in the next line
# What is kept of a match are its named groups; a match without groups is removed.
_MARKUP = re.compile(
    r"(?P<code>`+[^`\n]+`+)"
    r"|<!--.*?(?:-->|\Z)|%%.{0,2000}?%%|\{%.{0,400}?%\}"
    r"|^[ \t]*(?:\{\{[^{}\n]*\}\}[ \t\r]*)+$"  # macros on a line of their own
    rf"|\{{\{{[ \t]*\w+\({_ARGUMENT.format('only')}\)[ \t]*\}}\}}"
    rf"|\{{\{{[ \t]*\w+\([^,{{}}\n]*,[ \t]*{_ARGUMENT.format('label')}[^{{}}\n]*\}}\}}"
    rf"|\{{\{{[ \t]*\w+\({_ARGUMENT.format('first')}[^{{}}\n]*\}}\}}"
    r"|\{\{.{0,400}?\}\}"
    r"|!?\[\[(?:[^\[\]|\n]*\|)?(?P<wiki>[^\[\]|\n]+)\]\]"
    rf"|!?\[(?P<link>{_LABEL})\](?:\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\)|\[{_LABEL}\])"
    r"|</?[A-Za-z][^<>]*>|<(?P<url>https?://[^<>\s]+)>"
    r"|^[ \t>]*\[![\w-]+\][+-]?[ \t]*"  # the kind of a callout
    r"|^[ \t]*(?:#{1,6}[ \t]+|>[ \t]?)+"
    r"|^[ \t|:]*-[-|: \t\r]+$"  # a rule, or the line below the head of a table
    r"|[ \t]?\{#[^{}\n]*\}|(?:^|[ \t])\^[\w-]+[ \t\r]*$"  # ids of headings and blocks
    r"|^[ \t]*(?P<item>[-*+])[ \t]+(?::[ \t]+)?(?=\S)|^:[ \t]+(?=\S)"  # items, definitions
    r"|^[ \t]*(?P<row>\|)[ \t]*(?=\S)|(?<![ \t])[ \t]*\|[ \t\r]*$"  # edges of rows of a table
    r"|\*\*\*?|__(?=\w)|(?<=\w)__"
    r"|(?<![=\w])==(?P<marked>[^=\s](?:[^=\n]{0,300}[^=\s])?)==(?![=\w])"
    r"|~~(?P<struck>[^~\s](?:[^~\n]{0,300}[^~\s])?)~~"
    r"|(?<![\w*\\])\*(?P<star>[^*\s](?:[^*\n]{0,300}[^*\s])?)\*(?![\w*])"
    r"|(?<![\w_\\])_(?P<line>[^_\s](?:[^_\n]{0,300}[^_\s])?)_(?![\w_])",
    re.MULTILINE | re.DOTALL,
)


_ITEM = "· "  # between the items of a list and the rows of a table


class Prose(NamedTuple):
    """A text without markup, and its matches as bytes of it."""

    text: str
    ranges: tuple[Range, ...]


def excerpt(body: str, ranges: Sequence[Range], length: int) -> tuple[SnippetPart, ...]:
    """About `length` characters of prose around the matches, or from the start."""
    found = prose(body, ranges)
    parts = snippet(found.text, found.ranges, length)
    if parts and parts[0].text.startswith(("…", _ITEM)):  # it begins between two items
        first = parts[0].text
        cut = "…" if first.startswith("…") else ""
        parts = (SnippetPart(cut + first.lstrip(f"…{_ITEM}"), parts[0].is_match), *parts[1:])
    return parts


def prose(body: str, ranges: Sequence[Range] = ()) -> Prose:
    """The text without markup; matches inside what was removed are left out."""
    sizes: Sequence[int] = range(len(body) + 1)  # bytes before each character
    if not body.isascii():
        sizes = [0, *accumulate(len(each.encode("utf-8", "surrogatepass")) for each in body)]
    texts: list[str] = []
    spans: list[_Span] = []
    size, last = 0, ""
    for start, end, is_item in _kept(body):
        text = body[start:end]
        if is_item:
            text = "" if last == ":" else _ITEM
        else:
            spans.append(_Span(sizes[start], sizes[end], size))
        texts.append(text)
        last = text.rstrip()[-1:] or last
        size += len(text.encode("utf-8", "surrogatepass"))
    return Prose("".join(texts), tuple(_moved(spans, ranges)))


class _Span(NamedTuple):
    """Bytes of the body that are kept, and where they begin in the shorter text."""

    start: int
    end: int
    to: int


def _moved(spans: Sequence[_Span], ranges: Sequence[Range]) -> Iterator[Range]:
    """The ranges that lie within one of the kept spans, as bytes of the shorter text."""
    at = 0
    for start, end, to in spans:
        while at < len(ranges) and ranges[at][0] < end:
            first, last = ranges[at]
            if first >= start and last <= end:
                yield first - start + to, last - start + to
            at += 1


class _ProsePart(NamedTuple):
    """A part of the body to keep, or the mark of an item of a list or a row of a table."""

    start: int
    end: int
    is_item: bool = False


def _kept(body: str) -> Iterator[_ProsePart]:
    """The parts of a body to keep, in order."""
    front = _FRONT_MATTER.match(body)
    at = front.end() if front else 0
    for fence in _fences(body, at):
        yield from _without_markup(body, at, fence.start)
        marks = _QUOTED if ">" in body[fence.start : fence.text] else _IN_CODE
        yield from _without_markup(body, fence.text, fence.text_end, marks)
        at = fence.end
    yield from _without_markup(body, at, len(body))


class _Fence(NamedTuple):
    start: int
    text: int
    text_end: int
    end: int


def _fences(body: str, at: int) -> Iterator[_Fence]:
    """The fenced code of a body; a fence without an end reaches to the end of the body."""
    while opening := _FENCE.search(body, at):
        closing = opening.end()
        while found := _FENCE.search(body, closing):
            closing = found.end()
            if found[1].startswith(opening[1]):
                break
        end, text_end = (found.end(), found.start()) if found else (len(body), len(body))
        yield _Fence(opening.start(), opening.end(), text_end, end)
        at = end


def _without_markup(
    body: str, start: int, end: int, markup: re.Pattern[str] = _MARKUP
) -> Iterator[_ProsePart]:
    at = start
    for match in markup.finditer(body, start, end):
        yield _ProsePart(at, match.start())
        if match.lastgroup:
            yield _ProsePart(*match.span(match.lastgroup), match.lastgroup in ("item", "row"))
        at = match.end()
    yield _ProsePart(at, end)
