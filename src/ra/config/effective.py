"""Lists every key of the schema with its value in effect."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from ra.config.context_keys import ContextSettings
from ra.config.key import Element
from ra.config.schema import SCHEMA, Parts, Schema, Settings, Tree
from ra.config.toml import dotted
from ra.typed import Any

_FIELDS = {"index": "index_settings"}  # a tuple already has a method `index`


def flat(settings: Settings, schema: Schema = SCHEMA) -> list[tuple[str, object]]:
    """Dotted key and value of all settings in effect, in the schema's order, tree by tree."""
    return [(dotted(parts), value) for parts, value in _every_key(settings, schema)]


def origins(settings: Settings, schema: Schema = SCHEMA) -> dict[str, Path | str | None]:
    """The file or environment variable that set each of these keys; None is the default."""
    found: dict[str, Path | str | None] = {}
    for parts, value in _every_key(settings, schema):
        variable = schema.row(parts).secret if value else ""
        found[dotted(parts)] = variable or _origin(settings.set_by, parts, schema)
    return found


def _origin(set_by: Mapping[Parts, Path], parts: Parts, schema: Schema) -> Path | None:
    if parts in set_by:
        return set_by[parts]
    above = schema.row(parts).inherits
    return _origin(set_by, tuple(above.split(".")), schema) if above else None


def _every_key(settings: Settings, schema: Schema) -> Iterator[tuple[Parts, object]]:
    arrays: dict[str, None] = {}
    for name in schema.rows:
        first, *rest = name.split(".")
        array, mark, _ = name.partition("[]")
        if mark and array not in arrays:
            arrays[array] = None
            yield from _array_keys(settings, schema, array)
        elif first == "parsers":
            yield from ((("parsers", glob), parser) for glob, parser in settings.parsers)
        elif first != "tree" and not mark:
            yield (first, *rest), _field(settings, _place(first, rest))
    for tree in settings.trees:
        yield from _tree_keys(tree, schema)


def _place(first: str, rest: Sequence[str]) -> list[str]:
    """The fields that lead to a value: `context.limit` is in the search keys of the context."""
    if first == "context" and rest[0] not in ContextSettings._fields:
        return ["context", "search", *rest]
    return [_FIELDS.get(first, first), *rest]


def _array_keys(settings: Any, schema: Schema, array: str) -> Iterator[tuple[Parts, object]]:
    """The keys of each table of an array; tables in it are fields of its record."""
    start = f"{array}[]."
    names = [name.removeprefix(start).split(".") for name in schema.rows if name.startswith(start)]
    at = array.split(".")
    for number, record in enumerate(_field(settings, at), start=1):
        for name in names:
            value = _field(record, name)
            if value is not None:  # not set, and without a default
                yield (*at, Element(number), *name), value


def _tree_keys(tree: Tree, schema: Schema) -> Iterator[tuple[Parts, object]]:
    for name in schema.rows:
        first, *rest = name.split(".")
        if name == "tree.*.links.roots.*":
            yield from (((*_roots(tree), url), folder) for url, folder in tree.link_roots)
        elif first == "tree":
            value = str(tree.root) if rest[1:] == ["path"] else _field(tree, rest[1:])
            yield ("tree", tree.name, *rest[1:]), value


def _roots(tree: Tree) -> Parts:
    return "tree", tree.name, "links", "roots"


def _field(record: Any, names: Sequence[str]) -> Any:
    for at, name in enumerate(names):
        if isinstance(record, Mapping):  # keys that a rule may set, by their dotted names
            return record.get(".".join(names[at:]))
        record = getattr(record, name)
    return record
