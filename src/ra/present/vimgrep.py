"""Prints matching lines as `file:line:column:text`, which editors read as a list of places."""

from __future__ import annotations

from collections.abc import Iterator

from ra.present import clean
from ra.present.file_links import match_lines
from ra.present.search import Display
from ra.search.results import Match, Report


def vimgrep(report: Report, page: Display) -> Iterator[str]:
    """One line for each matching line, best result first; columns count bytes from 1.

    A result that matches only by its names has its heading line, or its first line of text. That
    of a document and of its first heading may be the same; it is printed once.
    """
    matches = [match for result in report.results for match in result.matches]
    yield from dict.fromkeys(line for match in matches for line in _printed(match, page))


def _printed(match: Match, page: Display) -> Iterator[str]:
    file = clean.name(page.places.shown(match.chunk))
    for line, column, text in _lines(match):
        yield f"{file}:{line}:{column}:{clean.line(text)}"


def _lines(match: Match) -> Iterator[tuple[int, int, str]]:
    found = False
    for line in sorted(match_lines(match)):
        found = True
        yield line.number, line.ranges[0][0] + 1, line.text.decode("utf-8", "surrogatepass")
    if not found:
        yield match.lines.line, 1, match.chunk.title
