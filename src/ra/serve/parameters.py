"""Declares the parameters of requests, and reads them from a query string or a JSON object."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ra.errors import UsageError, did_you_mean
from ra.typed import Any, Literal, NamedTuple

Kind = Literal["text", "whole", "flag", "choice"]
Given = dict[str, Any]


class Parameter(NamedTuple):
    """One parameter. `many` is the largest number of values, 0 for a single one.

    `low` and `high` bound a number, or the characters of a text. A parameter without `default` and
    not `required` is None, or an empty list.
    """

    name: str
    kind: Kind
    help: str
    many: int = 0
    required: bool = False
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()
    default: Any = None


def from_query(parameters: Sequence[Parameter], pairs: Iterable[tuple[str, str]]) -> Given:
    """Read the pairs of a query string; a parameter for several values may repeat."""
    known = {each.name: each for each in parameters}
    values: dict[str, list[str]] = {}
    for name, value in pairs:
        _check_name(name, known)
        values.setdefault(name, []).append(value)
    read: Given = {}
    for name, texts in values.items():
        each = known[name]
        if not each.many and len(texts) > 1:
            raise UsageError(f"{name}: give it once, not {len(texts)} times")
        typed = [_from_text(each, text) for text in texts]
        read[name] = typed if each.many else typed[0]
    return completed(parameters, read)


def from_object(parameters: Sequence[Parameter], value: object) -> Given:
    """Read a JSON object; a single value may stand for a list of one."""
    if not isinstance(value, dict):
        raise UsageError("the body must be a JSON object")
    known = {each.name: each for each in parameters}
    read: Given = {}
    for name, given in value.items():
        _check_name(name, known)
        each = known[name]
        if given is None:
            continue
        if each.many:
            given = given if isinstance(given, list) else [given]
            read[name] = [_typed(each, one) for one in given]
        else:
            read[name] = _typed(each, given)
    return completed(parameters, read)


def completed(parameters: Sequence[Parameter], read: Mapping[str, Any]) -> Given:
    """Every parameter with its value, its default, or nothing; bounds are checked."""
    given: Given = {}
    for each in parameters:
        value = read.get(each.name)
        if value is None or value == []:
            if each.required:
                raise UsageError(f"{each.name}: is required")
            value = [] if each.many else each.default
        elif each.many:
            if len(value) > each.many:
                raise UsageError(f"{each.name}: at most {each.many} values, not {len(value)}")
            for one in value:
                _check(each, one)
        else:
            _check(each, value)
        given[each.name] = value
    return given


def _check_name(name: str, known: Mapping[str, Parameter]) -> None:
    if name not in known:
        raise UsageError(f"unknown parameter '{name[:60]}'{did_you_mean(name[:60], known)}")


def _from_text(each: Parameter, text: str) -> object:
    if each.kind == "whole":
        if text.isascii() and text.lstrip("-").isdigit() and len(text) <= _MOST_DIGITS:
            return int(text)
        raise UsageError(f"{each.name}: '{text[:40]}' is not a whole number")
    if each.kind == "flag":
        if text in ("true", "false"):
            return text == "true"
        raise UsageError(f"{each.name}: '{text[:40]}' is not true or false")
    return text


_MOST_DIGITS = 15
_TYPES: Mapping[str, type] = {"text": str, "choice": str, "whole": int, "flag": bool}
_TYPE_NAMES: Mapping[str, str] = {
    "text": "a string",
    "choice": "a string",
    "whole": "a whole number",
    "flag": "true or false",
}


def _typed(each: Parameter, value: object) -> object:
    is_flag = isinstance(value, bool)
    if isinstance(value, float) and value.is_integer() and abs(value) < 10**_MOST_DIGITS:
        value = int(value)  # JSON has one kind of number
    if not isinstance(value, _TYPES[each.kind]) or is_flag != (each.kind == "flag"):
        raise UsageError(f"{each.name}: must be {_TYPE_NAMES[each.kind]}")
    return value


def _check(each: Parameter, value: Any) -> None:
    if each.kind == "choice" and value not in each.choices:
        names = ", ".join(each.choices)
        hint = did_you_mean(value[:60], each.choices)
        raise UsageError(f"{each.name}: must be one of {names}{hint}")
    if each.kind == "whole" and not each.low <= value <= each.high:
        raise UsageError(f"{each.name}: must be from {each.low} to {each.high}, not {value}")
    if each.kind == "text":
        _check_text(each, value)


def _check_text(each: Parameter, value: str) -> None:
    if len(value) < each.low:
        raise UsageError(f"{each.name}: must not be empty")
    if len(value) > each.high:
        raise UsageError(f"{each.name}: at most {each.high:,} characters, not {len(value):,}")
    if "\0" in value:
        raise UsageError(f"{each.name}: contains a NUL character")
    try:
        value.encode()
    except UnicodeEncodeError as error:  # half of a surrogate pair
        raise UsageError(f"{each.name}: is not valid Unicode") from error
