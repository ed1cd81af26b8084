"""Prints results as a list that fits a screen: heading, place and an excerpt of each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ra.present import clean, text
from ra.present.prose import excerpt, prose
from ra.present.search import Display, end, facts, found_because
from ra.present.style import Style
from ra.search.highlight import LENGTH, SnippetPart
from ra.search.results import Match, Report, Result
from ra.typed import NamedTuple

_MOST_CONSTITUENTS = 3  # named below a result
_WIDEST = 120  # columns of an excerpt: longer lines are hard to read
_ROOMY = 5  # lines of a result with two lines of excerpt and an empty line


class _Layout(NamedTuple):
    """The columns of the screen, how many lines an excerpt has, and whether results are apart."""

    columns: int
    margin: int
    lines: int
    apart: bool


def short(report: Report, page: Display) -> Iterator[str]:
    """Each result with its number, breadcrumb, place and the prose around its matches.

    One after the limit has a line.
    """
    limit = report.trace.economy.limit  # 0 without results in brief
    first = report.results[:limit] if limit and not page.why else report.results
    layout = _layout(report.results, len(first), page)
    for number, result in enumerate(first, 1):
        if number > 1 and layout.apart:
            yield ""
        yield from _result(number, result, report, page, layout)
    further = report.results[len(first) :]
    if further:
        yield from [""] if layout.apart else []
        yield " " * layout.margin + page.style.dim(f"{text.count(len(further), 'more result')}:")
    for number, result in enumerate(further, len(first) + 1):
        yield _one_line(number, result, page, layout)


def _layout(results: Sequence[Result], first: int, page: Display) -> _Layout:
    """Two lines of excerpt and empty lines, if all results fit on the screen like this."""
    margin = len(str(len(results))) + 2
    rows = _ROOMY * first + len(results) - first + 1
    roomy = not page.rows or rows < page.rows
    return _Layout(page.columns, margin, 2 if roomy else 1, roomy)


def _one_line(number: int, result: Result, page: Display, layout: _Layout) -> str:
    """The number, breadcrumb and place of a result."""
    style, room, match = page.style, layout.columns - layout.margin, result.match
    place = f"{clean.name(page.places.shown(match.chunk))}:{match.lines.line}"
    wide = min(text.width(place), room // 2)
    title = _breadcrumb(match.chunk.breadcrumb, room - wide - 2, style)
    name = page.places.name(match.chunk, match.lines.line, style, wide)
    return f"{style.dim(str(number).rjust(layout.margin - 2))}  {style.bold(title)}  {name}"


def _result(
    number: int, result: Result, report: Report, page: Display, layout: _Layout
) -> Iterator[str]:
    style, indent, room = page.style, " " * layout.margin, layout.columns - layout.margin
    chunk, best = result.match.chunk, _best(result)
    title = _breadcrumb(chunk.breadcrumb, room, style)
    yield f"{style.dim(str(number).rjust(layout.margin - 2))}  {style.bold(title)}"
    yield indent + _place(result, report, page, room)
    for line in _excerpt(best, layout, style):
        yield indent + line
    if result.constituents:
        yield indent + style.dim(_sections(result.constituents, room))
    if page.why:
        yield f"{indent}{style.name(clean.name(chunk.id))}{found_because(result, page)}"
    yield from (indent + line for line in end(result, page))


def _place(result: Result, report: Report, page: Display, room: int) -> str:
    """The file and line, then remarks; the path is shortened so that both fit."""
    style = page.style
    remarks = "".join(f"{style.symbols.dot}{each}" for each in facts(result, report))
    match = result.match
    remarks = text.fit(remarks, room - min(len(page.places.shown(match.chunk)) + 6, room // 3))
    name = page.places.name(match.chunk, match.lines.line, style, room - text.width(remarks))
    return f"{name}{style.dim(remarks)}"


def _best(result: Result) -> Match:
    """The match to quote: the best one that a section represents, or the result itself.

    A page without text of its own is quoted by that of its first section, one with nothing but tags
    by the next best match.
    """
    best_first = sorted(result.matches, key=lambda match: -match.score)
    if not best_first[0].chunk.body.strip():
        best_first = [result.match, *best_first]
    return next((match for match in best_first if _has_words(match.chunk.body)), result.match)


def _has_words(body: str) -> bool:
    """Whether a text says more than tags."""
    return any(not word.startswith("#") for word in prose(body).text.split())


def _breadcrumb(titles: Sequence[str], columns: int, style: Style) -> str:
    """The headings in one line; those in the middle are left out where there is no room."""
    crumb = style.symbols.crumb
    shown = [clean.line(title) for title in titles]
    line = crumb.join(shown)
    for count in range(2, len(shown)):
        if text.width(line) > columns:
            line = crumb.join((shown[0], text.CUT, *shown[count:]))
    return text.fit(line, columns)


def _sections(parts: Sequence[Match], room: int) -> str:
    """`matches in Green (12), Black (30), White (44) +9 more`; long headings are cut to fit."""
    shown = parts[:_MOST_CONSTITUENTS]
    lines = [f" ({part.lines.line})" for part in shown]
    more = f" +{len(parts) - len(shown):,} more" if len(parts) > len(shown) else ""
    start = "matches in "
    left = room - len(start + ", ".join(lines) + more)
    titles = [clean.line(part.chunk.title) for part in shown]
    for done, title in enumerate(sorted(titles, key=text.width)):  # what short ones leave is shared
        share = text.fit(title, max(left // (len(titles) - done), 1))
        left -= text.width(share)
        titles = [share if each == title else each for each in titles]
    named = map("".join, zip(titles, lines, strict=True))
    return text.fit(f"{start}{', '.join(named)}{more}", room)


def _excerpt(match: Match, layout: _Layout, style: Style) -> Iterator[str]:
    """Prose around the matches, in as many lines as the layout has."""
    columns = min(layout.columns, _WIDEST) - layout.margin
    length = min(columns * layout.lines - 2 * layout.lines, LENGTH if layout.lines > 1 else columns)
    body, ranges = match.chunk.body, match.ranges
    if match.passage is not None:
        body, ranges = body[match.passage :], ()
    pieces = _cleaned(excerpt(body, ranges, length))
    wide = text.width("".join(piece.text for piece in pieces))
    if wide > columns * layout.lines:  # wide letters, or long words at the end of a line
        length = length * columns * layout.lines // wide - 2
        pieces = _cleaned(excerpt(body, ranges, max(length, 1)))
    said = "".join(piece.text for piece in pieces)
    lines = list(text.wrap(said, columns))
    shown = lines[: layout.lines]
    painted = [_painted(pieces, first, last, style) for first, last in shown]
    if len(lines) > len(shown):
        painted[-1] = _cut(pieces, *shown[-1], columns, style)
    yield from painted


def _cut(pieces: Sequence[SnippetPart], first: int, last: int, columns: int, style: Style) -> str:
    """The last line of an excerpt that goes on: it ends with a mark, within the columns."""
    said = "".join(piece.text for piece in pieces)
    while first < last and text.width(said[first:last]) + text.width(text.CUT) > columns:
        last -= 1
    return f"{_painted(pieces, first, last, style).rstrip()}{text.CUT}"


def _cleaned(pieces: Sequence[SnippetPart]) -> list[SnippetPart]:
    return [SnippetPart(clean.excerpt(piece.text), piece.is_match) for piece in pieces]


def _painted(pieces: Sequence[SnippetPart], first: int, last: int, style: Style) -> str:
    """The part of an excerpt from `first` to `last`, with its matches highlighted."""
    line, at = "", 0
    for piece in pieces:
        part = piece.text[max(first - at, 0) : max(last - at, 0)]
        line += style.match(part) if piece.is_match else part
        at += len(piece.text)
    return line
