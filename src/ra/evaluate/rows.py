"""Reads the JSON files of a set row by row; errors name the line."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from ra.errors import UsageError
from ra.typed import Any, NamedTuple


class Row(NamedTuple):
    """A JSON object and its position; each value is checked against its expected type."""

    where: str
    values: Mapping[str, Any]

    def text(self, key: str) -> str:
        """A string that UTF-8 can encode."""
        value = self._value(key)
        if not isinstance(value, str):
            raise self._wanted(key, "a string")
        if not _is_unicode(value):
            raise self._wanted(key, "a string without half of a surrogate pair")
        return value

    def name(self, key: str) -> str:
        """A string, or a whole number used as one."""
        value = self._value(key)
        return str(value) if _is_whole(value) else self.text(key)

    def number(self, key: str, most: int) -> float:
        """A whole or fractional number from 0 to `most`."""
        value = number_up_to(most, self._value(key))
        if value is None:
            raise self._wanted(key, f"a number from 0 to {most}")
        return value

    def whole(self, key: str) -> int:
        """A whole number that is not below 0."""
        value = self._value(key)
        if not (_is_whole(value) and value >= 0):
            raise self._wanted(key, "a whole number of at least 0")
        return int(value)

    def _value(self, key: str) -> Any:
        if key not in self.values:
            raise UsageError(f"{self.where}: '{key}' is missing")
        return self.values[key]

    def _wanted(self, key: str, what: str) -> UsageError:
        return UsageError(f"{self.where}: '{key}' must be {what}")


def rows(file: Path, shown: Path) -> Iterator[Row]:
    """The object in each line that is not blank; errors call the file `shown`."""
    # Not `splitlines`: JSON strings may contain other line separators.
    for number, line in enumerate(_text(file, shown).split("\n"), start=1):
        if line.strip():
            where = f"{shown}, line {number}"
            yield Row(where, _object(line, where))


def whole_file(file: Path, shown: Path) -> Row:
    """The one object in the file."""
    return Row(f"{shown}", _object(_text(file, shown), f"{shown}"))


def number_up_to(most: float, value: object) -> float | None:
    """The value if it is a number from 0 to `most`; booleans and NaN are not."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return value if 0 <= value <= most else None


def _text(file: Path, shown: Path) -> str:
    if not file.is_file():
        raise UsageError(f"{shown}: not a file; expected a JSON file")
    try:
        return file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise UsageError(f"{shown}, line {line}: not UTF-8; save the file as UTF-8") from error
    except OSError as error:
        raise UsageError(f"{shown}: cannot be read: {error.strerror}") from error


def _object(text: str, where: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        line = f", line {error.lineno}" if "\n" in text else ""
        said = f"{error.msg}, column {error.colno}"
        raise UsageError(f"{where}{line}: not valid JSON: {said}") from error
    except RecursionError as error:
        raise UsageError(f"{where}: not valid JSON: nested too deeply") from error
    except ValueError as error:
        raise UsageError(f"{where}: not valid JSON: a number with too many digits") from error
    if not isinstance(value, dict):
        raise UsageError(f"{where}: expected a JSON object")
    return value


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
