"""Names in a query that no document has: properties, tags and trees, with the nearest one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ra.errors import did_you_mean
from ra.present import clean
from ra.properties import scalars
from ra.query.ast import Field, Not, Query, operands, words_of
from ra.query.fields import PROPERTY
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from ra.engine.records import DocumentRecord

_VALUES = 3


def asked_names(query: Query | None) -> list[Field]:
    """The parts of a query that require a property, a tag or a tree."""
    if query is None or isinstance(query, Not):
        return []
    if isinstance(query, Field):
        asked = query.name in ("tags", "tree") or query.name.partition(".")[0] == PROPERTY
        return [query] if asked else []
    return [field for part in operands(query) for field in asked_names(part)]


def unknown_names(
    asked: Iterable[Field], documents: Iterable[DocumentRecord], trees: Sequence[str]
) -> Iterator[str]:
    """A sentence for each tag and tree that does not exist, and for each property."""
    tags: set[str] = set()
    values: dict[str, dict[str, None]] = {}
    for document in documents:
        tags.update(part for tag in document.tags for part in (tag, *tag.split("/")))
        for name, value in document.fields.items():
            known = values.setdefault(name.casefold(), {})
            known.update(dict.fromkeys(str(one) for one in scalars(value) if one is not None))
    for field in asked:
        if field.name == "tree":
            yield from _absent("tree", " ".join(words_of(field)), trees)
        elif field.name == "tags":
            yield from _absent("tag", " ".join(words_of(field)).lstrip("#"), tags)
        else:
            yield from _property(field, values)


def _absent(kind: str, name: str, known: Iterable[str]) -> Iterator[str]:
    """A sentence if no known name contains the name."""
    if not any(name.casefold() in one.casefold() for one in known):
        has = "no tree is named" if kind == "tree" else "no document has the tag"
        yield f"{has} '{clean.name(name)}'{clean.line(did_you_mean(name, known))}"


def _property(field: Field, values: dict[str, dict[str, None]]) -> Iterator[str]:
    """A property that no document has, or some of the values that documents have."""
    name = field.name.partition(".")[2] or " ".join(words_of(field))
    known = values.get(name.casefold())
    if known is None:
        hint = did_you_mean(name.casefold(), values)
        yield f"no document has the property '{clean.name(name)}'{clean.line(hint)}"
    elif known:
        some = ", ".join(clean.line(one)[:40] for one in list(known)[:_VALUES])
        more = f" and {len(known) - _VALUES:,} more" if len(known) > _VALUES else ""
        yield f"values of the property '{clean.name(name)}': {some}{more}"
