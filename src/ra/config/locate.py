"""On which line does a key stand? Asked only when there is an error to report.

`tomllib` keeps no positions, so the text is read again statement by statement: lines are
gathered until they parse, which is exact for values of many lines and for dotted keys.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping

from ra.config.schema import Parts


def line_of(text: str, parts: Parts) -> int | None:
    """The first line (from 1) of the statement that brings `parts` into being."""
    header: Parts = ()
    for line, is_header, data in _statements(text):
        if is_header:
            header = ()
        if parts[: len(header)] == header and _holds(data, parts[len(header) :]):
            return line
        if is_header:
            header = _innermost(data)
    return None


def _statements(text: str) -> Iterator[tuple[int, bool, Mapping[str, object]]]:
    start, gathered = 1, ""
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), start=1):
        gathered += line + "\n"
        try:
            data = tomllib.loads(gathered)
        except ValueError:
            continue
        yield start, gathered.lstrip().startswith("["), data
        start, gathered = number + 1, ""


def _holds(data: object, parts: Parts) -> bool:
    for part in parts:
        if not isinstance(data, dict) or part not in data:
            return False
        data = data[part]
    return True


def _innermost(data: object) -> Parts:
    parts: list[str] = []
    while data:
        if isinstance(data, list):  # the header of an array of tables
            data = data[-1]
        elif isinstance(data, dict):
            [(part, data)] = data.items()
            parts.append(part)
    return tuple(parts)
