"""Finds the line of a key in a settings file, for error messages only.

`tomllib` keeps no positions, so the text is parsed again statement by statement: lines are
collected until they parse, which is exact for multi-line values and dotted keys.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

from ra.config.key import Element
from ra.config.schema import Parts

# Limits the characters of multi-line statements that are parsed in vain: each line costs them
# again.
_MOST_IN_VAIN = 1_000_000


def where(path: Path, text: str, parts: Parts) -> str:
    """The position of a key for a message: the path, and the line if it is known."""
    line = line_of(text, parts)
    return f"{path}:{line}" if line else str(path)


def line_of(text: str, parts: Parts) -> int | None:
    """The first line (from 1) of the statement that defines `parts`."""
    header: Parts = ()
    counts: dict[Parts, int] = {}
    for line, is_header, data in _statements(text):
        if is_header:
            header = _header(data, counts)
            if header[: len(parts)] == parts:
                return line
        elif parts[: len(header)] == header and _holds(data, parts[len(header) :]):
            return line
    return None


def _statements(text: str) -> Iterator[tuple[int, bool, Mapping[str, object]]]:
    start, gathered, in_vain = 1, "", 0
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), start=1):
        gathered += line + "\n"
        try:
            data = tomllib.loads(gathered)
        except (ValueError, RecursionError):
            in_vain += len(gathered)
            if in_vain > _MOST_IN_VAIN:
                return
            continue
        yield start, gathered.lstrip().startswith("["), data
        start, gathered = number + 1, ""


def _holds(data: object, parts: Parts) -> bool:
    for part in parts:
        if isinstance(part, Element) and isinstance(data, list):
            data = dict(enumerate(data, start=1))
        key = int(part) if isinstance(part, Element) else part
        if not isinstance(data, dict) or key not in data:
            return False
        data = data[key]
    return True


def _header(data: object, counts: dict[Parts, int]) -> Parts:
    """The table that a header begins; `counts` are the tables of each array so far."""
    parts: Parts = ()
    while data:
        if isinstance(data, list):  # the header of an array of tables
            counts[parts] = counts.get(parts, 0) + 1
            data = data[-1]
        elif isinstance(data, dict):
            [(part, data)] = data.items()
            parts = (*parts, part)
        if parts in counts and not isinstance(data, list):
            parts = (*parts, Element(counts[parts]))  # the newest table
    return parts
