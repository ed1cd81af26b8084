"""Formats chunks, sizes, counts and columns as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from unicodedata import category, east_asian_width

from ra.model import Chunk
from ra.present import clean
from ra.present.style import Style

CUT = "…"


def chunk(item: Chunk, style: Style) -> Iterator[str]:
    """One chunk: its id, breadcrumb and text (SPEC 3.4)."""
    yield style.name(clean.name(item.id))
    yield style.dim(breadcrumb(item.breadcrumb, style))
    body = clean.block(item.text).strip("\n")
    if body.strip():
        yield ""
        yield body
    yield ""


def breadcrumb(titles: Sequence[str], style: Style) -> str:
    """`> Document › Parent › Chunk`."""
    return "> " + style.symbols.crumb.join(clean.line(title) for title in titles)


def count(number: int, noun: str) -> str:
    """`1 chunk`, `2 chunks`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def size(number: int) -> str:
    """Bytes in a readable unit."""
    if number < 1024:
        return f"{number} B"
    amount = float(number)
    for unit in ("KiB", "MiB", "GiB"):
        amount /= 1024
        if amount < 1023.95:
            return f"{amount:.1f} {unit}"
    return f"{amount / 1024:.1f} TiB"


def aside(names: Sequence[str], number: int) -> str:
    """The damaged folders of an index, their size and how to remove them."""
    what = ", ".join(names)
    return f"{what}: {size(number)}, moved aside; `ra update --full` or `ra forget` removes it"


def width(text: str) -> int:
    """Columns on a terminal: two for wide letters, none for marks."""
    if text.isascii():
        return len(text)
    return sum(_columns(letter) for letter in text)


def pad(text: str, columns: int) -> str:
    """The text, padded to so many columns."""
    return text + " " * max(0, columns - width(text))


def fit(text: str, columns: int) -> str:
    """The text, cut with an ellipsis where it is wider than so many columns."""
    if width(text) <= columns:
        return text
    room = max(columns - 1, 0)
    at = 0
    while at < len(text) and (wide := _columns(text[at])) <= room:
        room -= wide
        at += 1
    return text[:at].rstrip() + CUT


def wrap(text: str, columns: int) -> Iterator[tuple[int, int]]:
    """Where each line of a text starts and ends: at spaces, or inside a word wider than a line."""
    start = at = space = used = 0
    while at < len(text):
        if text[at] == " ":
            space = at
        used += _columns(text[at])
        if used > columns:
            end = space if space > start else max(at, start + 1)
            yield start, end
            start = at = end + (text[end : end + 1] == " ")
            space = used = 0
        else:
            at += 1
    if start < len(text):
        yield start, len(text)


def _columns(letter: str) -> int:
    if category(letter) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if east_asian_width(letter) in {"W", "F"} else 1
