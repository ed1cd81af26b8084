"""Compares front matter properties with what a query asks: `[status:draft]`, `[rating:>5]`.

Properties are the fields of front matter in JSON types: text, numbers, booleans, lists and
tables; dates are ISO text. Keys have no case.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from ra.typed import Any, Literal, NamedTuple

Comparison = Literal["words", "prefix", "<", "<=", "=", ">=", ">"]

# Fields that are names and tags, which are searched as such.
_NAMES = frozenset({"title", "tags", "tag", "aliases", "alias"})
_DATE = r"(?s)\d{4}(-\d\d(-\d\d([T ]\d\d:\d\d.*)?)?)?"
_ORDER: Mapping[Comparison, Callable[[Any, Any], bool]] = {
    "<": lambda one, other: one < other,
    "<=": lambda one, other: one <= other,
    "=": lambda one, other: one == other,
    ">=": lambda one, other: one >= other,
    ">": lambda one, other: one > other,
}


class PropertyTest(NamedTuple):
    """A condition for the value of a property; a list meets it if one of its items does.

    `words`: the value contains these words in this order. `prefix`: one of its words, or the
    whole value, starts with this. Numbers compare as numbers, dates to the precision of the
    condition, everything else as text without case.
    """

    comparison: Comparison
    value: str


def has_property(fields: Mapping[str, object], name: str, test: PropertyTest | None) -> bool:
    """Whether a document has this property, and in it a value that meets the test."""
    sought = name.casefold()
    for key, value in fields.items():
        if key.casefold() == sought and (
            test is None or any(_meets(each, test) for each in scalars(value))
        ):
            return True
    return False


def scalars(value: object) -> Iterator[object]:
    """A value, or all values inside a list or table."""
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from scalars(each)
    else:
        yield value


def property_texts(fields: Mapping[str, object]) -> list[str]:
    """The values of all properties as text, without names, tags, booleans and empty ones."""
    texts: list[str] = []
    for key, values in fields.items():
        if key.lower() in _NAMES:
            continue
        if isinstance(values, str):  # most are
            texts += [values] if values else []
            continue
        texts += [
            str(value)
            for value in scalars(values)
            if value is not None and value != "" and not isinstance(value, bool)
        ]
    return texts


def _meets(value: object, test: PropertyTest) -> bool:
    comparison, asked = test
    if comparison in _ORDER:
        one, other = _comparable(value, asked)
        return type(one) is type(other) and _ORDER[comparison](one, other)
    text, wanted = _text(value), asked.strip().casefold()
    words = _words(text)
    if comparison == "prefix":
        return any(word.startswith(wanted) for word in (*words, text))
    sought = _words(wanted)
    if not sought:
        return text == wanted
    count = len(sought)
    return any(words[at : at + count] == sought for at in range(len(words) - count + 1))


def _comparable(value: object, asked: str) -> tuple[object, object]:
    """Both as numbers, as dates of the same precision, or as text; of different kinds otherwise."""
    one, other = _number(value), _number(asked)
    text, wanted = _text(value), asked.strip().casefold()
    if "-" in wanted + text and re.fullmatch(_DATE, wanted) and re.fullmatch(_DATE, text):
        return text[: len(wanted)], wanted
    if one is not None or other is not None:
        return one, other
    return text, wanted


def _number(value: object) -> float | None:
    try:
        return None if isinstance(value, bool) else float(str(value))
    except ValueError:
        return None


def _text(value: object) -> str:
    return "null" if value is None else str(value).strip().casefold()


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text)
