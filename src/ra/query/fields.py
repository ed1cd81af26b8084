"""Which fields can a query name? Each with the sentence that the reference has about it."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import date

FIELDS: Mapping[str, str] = {
    "title": "The chunk's own title: its heading, or the title of the document.",
    "hierarchy": "The titles of the breadcrumb, from the document down to the chunk.",
    "tags": "The tags of the document; `tag:` is the same.",
    "path": "The file's path in its tree, word by word; a value with `/` is how the path begins.",
    "body": "The chunk's own text.",
    "tree": "The name of a tree, written in full.",
    "doc": "One document, by its id `tree:path` or its path.",
    "after": "Changed on this day or later: a date like `2024-05-31`, the first day of a month or "
    "year like `2024-05` or `2024`, or so long ago like `7d`.",
    "before": "Changed before this day, which is written in the same ways.",
}
ALIASES: Mapping[str, str] = {"tag": "tags"}
EXACT = frozenset({"tree", "doc"})  # a value is a whole name
DATES = frozenset({"after", "before"})

_AGO = r"([0-9]{1,5})([dwmy])"
_DAY = r"([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2}))?)?"  # a year or month: its first day
_MONTHS = {"m": 1, "y": 12}
_DAYS = {"d": 1, "w": 7}


def is_date(value: str) -> bool:
    """Whether `after:` and `before:` take this value."""
    if re.fullmatch(_AGO, value):
        return True
    match = re.fullmatch(_DAY, value)
    if match is None:
        return False
    year, month, day = map(int, match.groups("01"))
    return year > 0 and 1 <= month <= 12 and 1 <= day <= _days(year, month)


def day(value: str, today: date) -> date:
    """The day that a value of `after:` or `before:` means, never before the year 1."""
    ago = re.fullmatch(_AGO, value)
    if ago is None:
        first = (*map(int, value.split("-")), 1, 1)[:3]
        return today.replace(*first)
    number, unit = int(ago[1]), ago[2]
    if unit in _DAYS:
        earlier = max(1, today.toordinal() - number * _DAYS[unit])
        return today.fromordinal(earlier)
    months = max(12, today.year * 12 + today.month - 1 - number * _MONTHS[unit])
    year, month = divmod(months, 12)
    return today.replace(year, month + 1, min(today.day, _days(year, month + 1)))


def _days(year: int, month: int) -> int:
    if month == 2:
        return 29 if year % 4 == 0 and (year % 100 != 0 or year % 400 == 0) else 28
    return 30 if month in (4, 6, 9, 11) else 31
