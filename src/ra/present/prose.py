"""Removes markup from a text, so that an excerpt of it reads as prose.

Front matter, fence marks, HTML, comments and template macros go; links keep their words. The text
inside code stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate

from ra.search.highlight import Range, SnippetPart, snippet
from ra.typed import NamedTuple

_FRONT_MATTER = re.compile(r"\ufeff?\s*(---|\+\+\+)[ \t]*\n.*?(?<=\n)\1[ \t]*(?:\n|\Z)", re.DOTALL)
_FENCE = re.compile(r"^[ \t>]*(`{3,}|~{3,})[^\n]*(?:\n|\Z)", re.MULTILINE)
_ARGUMENT = r"""["'](?P<{}>[^"'\n]*)["']"""
# What is kept of a match are its named groups; a match without groups is removed.
_MARKUP = re.compile(
    r"(?P<code>`+[^`\n]+`+)"
    r"|<!--.*?(?:-->|\Z)|%%.{0,2000}?%%|\{%.{0,400}?%\}"
    r"|^[ \t]*\{\{[^{}\n]*\}\}[ \t]*$"  # a macro on a line of its own
    rf"|\{{\{{[ \t]*\w+\({_ARGUMENT.format('only')}\)[ \t]*\}}\}}"
    rf"|\{{\{{[ \t]*\w+\([^,{{}}\n]*,[ \t]*{_ARGUMENT.format('label')}[^{{}}\n]*\}}\}}"
    rf"|\{{\{{[ \t]*\w+\({_ARGUMENT.format('first')}[^{{}}\n]*\}}\}}"
    r"|\{\{.{0,400}?\}\}"
    r"|!?\[\[(?:[^\[\]|\n]*\|)?(?P<wiki>[^\[\]|\n]+)\]\]"
    r"|!?\[(?P<link>[^\[\]\n]*)\](?:\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\)|\[[^\[\]\n]*\])"
    r"|</?[A-Za-z][^<>]*>|<(?P<url>https?://[^<>\s]+)>"
    r"|^[ \t>]*\[![\w-]+\][+-]?[ \t]*"  # the kind of a callout
    r"|^[ \t]*(?:#{1,6}[ \t]+|>[ \t]?)+"
    r"|^[ \t|:]*-[-|: \t]+$"  # a rule, or the line below the head of a table
    r"|[ \t]?\{#[^{}\n]*\}|[ \t]\^[\w-]+$"  # ids of headings and blocks
    r"|\*\*|__(?=\w)|(?<=\w)__",
    re.MULTILINE | re.DOTALL,
)


class Prose(NamedTuple):
    """A text without markup, and its matches as bytes of it."""

    text: str
    ranges: tuple[Range, ...]


def excerpt(body: str, ranges: Sequence[Range], length: int) -> tuple[SnippetPart, ...]:
    """About `length` characters of prose around the matches, or from the start."""
    found = prose(body, ranges)
    return snippet(found.text, found.ranges, length)


def prose(body: str, ranges: Sequence[Range] = ()) -> Prose:
    """The text without markup; matches inside what was removed are left out."""
    kept = list(_kept(body))
    source = body.encode("utf-8", "surrogatepass")
    if body.isascii():
        spans: list[Range] = kept
    else:
        sizes = [0, *accumulate(len(each.encode("utf-8", "surrogatepass")) for each in body)]
        spans = [(sizes[start], sizes[end]) for start, end in kept]
    text = b"".join(source[start:end] for start, end in spans)
    return Prose(text.decode("utf-8", "surrogatepass"), tuple(_moved(spans, ranges)))


def _moved(spans: Sequence[Range], ranges: Sequence[Range]) -> Iterator[Range]:
    """The ranges that lie within one of the kept spans, where these follow each other."""
    before = at = 0
    for start, end in spans:
        while at < len(ranges) and ranges[at][0] < end:
            first, last = ranges[at]
            if first >= start and last <= end:
                yield first - start + before, last - start + before
            at += 1
        before += end - start


def _kept(body: str) -> Iterator[Range]:
    """The parts of a body to keep, in order."""
    front = _FRONT_MATTER.match(body)
    at = front.end() if front else 0
    for fence in _fences(body, at):
        yield from _without_markup(body, at, fence.start)
        yield fence.text, fence.text_end
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


def _without_markup(body: str, start: int, end: int) -> Iterator[Range]:
    at = start
    for match in _MARKUP.finditer(body, start, end):
        yield at, match.start()
        if match.lastgroup:
            yield match.span(match.lastgroup)
        at = match.end()
    yield at, end
