"""Lists the fields that a query can name, each with its description; parses dates."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, timedelta

FIELDS: Mapping[str, str] = {
    "title": "The heading of the section, or the title of the document.",
    "name": "The names of the document: title, file name and aliases.",
    "hierarchy": "All headings of the breadcrumb, from the document down to the section.",
    "tags": "The tags of the document; `tag:` is the same.",
    "path": "The words of the file path in its tree; a value with `/` is a prefix, in any case.",
    "body": "The text of the section itself.",
    "tree": "The exact name of a tree.",
    "doc": "One document, by its id `tree:path` or its path.",
    "after": "Changed on this day or later: a date like `2024-05-31`, a month or year like "
    "`2024-05` or `2024`, or an age like `7d`.",
    "before": "Changed before this day, written in the same way.",
}
PROPERTY = "prop"  # `[status]` asks this field, `[status:draft]` asks `prop.status`
# Fields of filters that no query can name: a whole tag, a path or a pattern of paths.
TAGGED, GLOB = "tagged", "glob"
ALIASES: Mapping[str, str] = {"tag": "tags"}
EXACT = frozenset({"tree", "doc"})  # a value is a whole name
DATES = frozenset({"after", "before"})

_AGO = r"([0-9]{1,5})([dwmy])"
_DAY = r"([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2}))?)?"  # a year or month: its first day
_MONTHS = {"m": 1, "y": 12}
_DAYS = {"d": 1, "w": 7}


def is_filter(name: str) -> bool:
    """Whether the values of a field are compared, not analyzed into terms."""
    return name in EXACT or name in DATES or name.partition(".")[0] == PROPERTY


def is_date(value: str) -> bool:
    """Whether `after:` and `before:` accept this value."""
    if re.fullmatch(_AGO, value):
        return True
    match = re.fullmatch(_DAY, value)
    if match is None:
        return False
    try:
        date(*map(int, match.groups("01")))
    except ValueError:
        return False
    return True


def is_age(value: str) -> bool:
    """Whether a value is a span of time, one day or longer, like `30d`, `4w`, `3m` or `1y`."""
    match = re.fullmatch(_AGO, value)
    return match is not None and int(match[1]) > 0


def day(value: str, today: date) -> date:
    """The day that a value of `after:` or `before:` means, never before the year 1."""
    ago = re.fullmatch(_AGO, value)
    if ago is None:
        parts = (*map(int, value.split("-")), 1, 1)[:3]
        return today.replace(*parts)
    number, unit = int(ago[1]), ago[2]
    if unit in _DAYS:
        earlier = max(1, today.toordinal() - number * _DAYS[unit])
        return today.fromordinal(earlier)
    months = max(12, today.year * 12 + today.month - 1 - number * _MONTHS[unit])
    year, month = divmod(months, 12)
    first = today.replace(year, month + 1, 1)
    same_day = first + timedelta(today.day - 1)
    return same_day if same_day.month == first.month else same_day - timedelta(same_day.day)
