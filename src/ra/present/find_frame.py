"""Draws the screen of `ra find`: the query, the results, and a preview of the chosen one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ra.present import clean, text
from ra.present.file_links import shortened
from ra.present.prose import prose
from ra.present.style import Style
from ra.search.results import Report


def frame(
    typed: str, report: Report | None, chosen: int, note: str, size: tuple[int, int], style: Style
) -> list[str]:
    """The lines of a screen of so many columns and rows; none is wider than the screen."""
    columns, rows = size[0] - 1, size[1]
    lines = [style.bold("> ") + clean.line(text.fit(typed, columns - 3))]
    results = report.results if report else ()
    lines.append(style.dim(text.fit(clean.line(note), columns)))
    most = max((rows - 3) // 2, 1)
    first = max(0, chosen - most + 1)
    for number, result in enumerate(results[first : first + most], first):
        place = shortened(clean.name(result.path), columns // 3)
        room = columns - text.width(place) - 4
        line = f"{text.pad(_breadcrumb(result.breadcrumb, room, style), room)}  {place}"
        lines.append(style.match(f"* {line}") if number == chosen else f"  {line}")
    if chosen < len(results):
        lines.append(style.dim(style.symbols.dash * columns))
        lines += list(_preview(results[chosen].body, columns))[: rows - len(lines)]
    return lines[:rows]


def _breadcrumb(titles: Sequence[str], columns: int, style: Style) -> str:
    """The headings in one line, the last ones where there is no room for all."""
    crumb = style.symbols.crumb
    shown = [clean.line(title) for title in titles]
    lines = [crumb.join(shown)]
    lines += [crumb.join((shown[0], text.CUT, *shown[start:])) for start in range(2, len(shown))]
    lines += [crumb.join((text.CUT, *shown[start:])) for start in range(1, len(shown))]
    return text.fit(next((one for one in lines if text.width(one) <= columns), lines[-1]), columns)


def _preview(body: str, columns: int) -> Iterator[str]:
    for line in clean.block(prose(body).text).strip().splitlines():
        line = line.replace("\t", "    ")
        yield from (line[start:end] for start, end in text.wrap(line, columns))
        if not line:
            yield ""
