"""Turns `filter=` of a search into conditions that restrict the results and leave their order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date

from ra.errors import UsageError, did_you_mean
from ra.query.ast import Field, Not, Query, Term, all_of, one_of
from ra.query.fields import GLOB, PROPERTY, TAGGED, is_date
from ra.typed import NamedTuple

Texts = str | Sequence[str]
Value = str | int | float | bool | date | None


class Filter(NamedTuple):
    """Which documents a search may return; a filter changes neither scores nor the order.

    - `tags`: the document has all of them. A tag includes the tags below it: `tea` has `tea/green`.
    - `path`: its path in the tree is, or is below, one of these; `*`, `?` and `[]` are wildcards.
    - `after`, `before`: its date, as in a query: `"2024-05"`, `"7d"`, or a `date`.
    - `properties`: front matter by name. A text has the meaning of `[name:text]` in a query, so
      `">5"` compares. Numbers, booleans and dates must be equal, one value of a list must apply,
      `""` means that the document has the property, and `None` that it has not.
    """

    tags: Texts = ()
    path: Texts = ()
    after: str | date | None = None
    before: str | date | None = None
    properties: Mapping[str, Value | Sequence[Value]] = {}


def query_of(filter: Filter | Mapping[str, object] | None) -> Query | None:
    """The conditions of a filter, given as one or by the names of its fields."""
    if filter is None:
        return None
    asked = filter if isinstance(filter, Filter) else _named(filter)
    return all_of(
        [
            *(Field(TAGGED, Term(tag.removeprefix("#"))) for tag in _texts("tags", asked.tags)),
            one_of(Field(GLOB, Term(path)) for path in _texts("path", asked.path)),
            *_dates(asked),
            *(_property(name, value) for name, value in _items(asked.properties)),
        ]
    )


def _named(filter: Mapping[str, object]) -> Filter:
    if not isinstance(filter, Mapping):
        raise UsageError(f"filter must be a Filter or a mapping, not {type(filter).__name__}")
    for name in filter:
        if name not in Filter._fields:
            known = ", ".join(Filter._fields)
            hint = did_you_mean(str(name), Filter._fields)
            raise UsageError(f"a filter has no '{name}'{hint} (known: {known})")
    return Filter(**filter)  # type: ignore[arg-type]


def _texts(name: str, value: object) -> list[str]:
    if not isinstance(value, str | Sequence):
        raise UsageError(f"filter: '{name}' must be one or more texts, not {value!r}")
    texts = [value] if isinstance(value, str) else list(value)
    for text in texts:
        if not isinstance(text, str) or not text.strip("#/ "):
            raise UsageError(f"filter: '{name}' must be one or more texts, not {value!r}")
    return texts


def _dates(filter: Filter) -> Iterator[Query]:
    for name, value in (("after", filter.after), ("before", filter.before)):
        if value is not None:
            text = value.isoformat()[:10] if isinstance(value, date) else value
            if not is_date(text):
                raise UsageError(f"filter: '{name}' must be a date or an age, not {value!r}")
            yield Field(name, Term(text))


def _items(properties: object) -> Iterable[tuple[str, object]]:
    if not isinstance(properties, Mapping):
        raise UsageError("filter: 'properties' must map names to values")
    return properties.items()


def _property(name: str, value: object) -> Query:
    """One condition; of several values one must apply."""
    if isinstance(value, Sequence) and not isinstance(value, str):
        either = one_of(_property(name, each) for each in value)
        if either is None:
            raise UsageError(f"filter: property '{name}' has no values")
        return either
    if value is None or value == "":
        has = Field(PROPERTY, Term(name))
        return Not(has) if value is None else has
    return Field(f"{PROPERTY}.{name}", Term(value if isinstance(value, str) else _equal(value)))


def _equal(value: object) -> str:
    if isinstance(value, bool):
        return f"={str(value).lower()}"
    return f"={value.isoformat() if isinstance(value, date) else value}"
