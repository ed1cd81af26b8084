"""Formats chunks, sizes, counts and columns as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from unicodedata import category, east_asian_width

from ra.model import Chunk
from ra.present import clean
from ra.present.style import Style


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


def _columns(letter: str) -> int:
    if category(letter) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if east_asian_width(letter) in {"W", "F"} else 1
