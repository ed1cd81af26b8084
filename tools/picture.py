"""Draws the colored output of a command as SVG."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape

COLUMN, LINE, MARGIN, TOP = 8.4, 20, 20, 52
_STYLES = {
    "1": 'font-weight="bold" fill="#ffffff"',
    "2": 'fill="#8b949e"',
    "36": 'fill="#56d4dd"',
    "33": 'fill="#e3b341"',
    "1;33": 'font-weight="bold" fill="#e3b341"',
}
_PAINTED = re.compile(r"\x1b\[([\d;]+)m(.*?)\x1b\[0m")
_DOTS = (("#ff5f56", 22), ("#ffbd2e", 40), ("#27c93f", 58))


def draw(command: str, output: str) -> str:
    """The picture of one command and what it printed, colors included."""
    lines = [f"\x1b[2m$\x1b[0m {command}", "", *output.rstrip("\n").split("\n")]
    columns = max(len(_PAINTED.sub(r"\2", line)) for line in lines)
    width, height = round(columns * COLUMN + 2 * MARGIN), TOP + LINE * len(lines)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
        f' viewBox="0 0 {width} {height}" role="img" aria-label="{escape(command)}">'
    )
    box = f'<rect width="{width}" height="{height}" rx="8" fill="#0d1117"/>'
    dots = [f'<circle cx="{x}" cy="20" r="6" fill="{color}"/>' for color, x in _DOTS]
    group = (
        '<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace"'
        ' font-size="14" fill="#c9d1d9">'
    )
    return "\n".join([head, box, *dots, group, *_texts(lines), "</g>", "</svg>", ""])


def _texts(lines: list[str]) -> Iterator[str]:
    for number, line in enumerate(lines):
        y = TOP + LINE * number
        for column, text, style in _runs(line):
            if text.strip():
                yield _text(column, y, text, style)


def _runs(line: str) -> Iterator[tuple[int, str, str]]:
    """Pieces of one style each, with the column where they begin."""
    column = at = 0
    for match in _PAINTED.finditer(line):
        for text, style in ((line[at : match.start()], ""), (match[2], _STYLES[match[1]])):
            yield column, text, style
            column += len(text)
        at = match.end()
    yield column, line[at:], ""


def _text(column: int, y: int, text: str, style: str) -> str:
    """One piece; `textLength` keeps the columns straight in every font."""
    text, column = text.rstrip(), column + len(text) - len(text.lstrip())
    text = text.lstrip()
    x, length = MARGIN + column * COLUMN, len(text) * COLUMN
    place = f'x="{x:.1f}" y="{y}" textLength="{length:.1f}" xml:space="preserve"'
    return f"<text {place}{' ' + style if style else ''}>{escape(text)}</text>"
