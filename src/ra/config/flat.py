"""What is the value of every setting? The schema's keys, with what holds for each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from ra.config.schema import KEYS, Parts, Settings, Tree, row
from ra.config.toml import dotted
from ra.typed import Any


def flat(settings: Settings) -> list[tuple[str, object]]:
    """Dotted key and value of all that holds, in the schema's order, tree by tree."""
    return [(dotted(parts), value) for parts, value in _every_key(settings)]


def origins(settings: Settings) -> dict[str, Path | None]:
    """Which file set each of these keys; None is the default."""
    return {dotted(parts): _origin(settings.set_by, parts) for parts, _ in _every_key(settings)}


def _origin(set_by: Mapping[Parts, Path], parts: Parts) -> Path | None:
    if parts in set_by:
        return set_by[parts]
    above = row(parts).inherits
    return _origin(set_by, tuple(above.split("."))) if above else None


def _every_key(settings: Settings) -> Iterator[tuple[Parts, object]]:
    for key in KEYS:
        first, *rest = key.name.split(".")
        if first == "parsers":
            yield from ((("parsers", glob), parser) for glob, parser in settings.parsers)
        elif first != "tree":
            yield (first, *rest), _field(settings, [first, *rest])
    for tree in settings.trees:
        yield from _tree_keys(tree)


def _tree_keys(tree: Tree) -> Iterator[tuple[Parts, object]]:
    for key in KEYS:
        first, *rest = key.name.split(".")
        if first == "tree":
            value = str(tree.root) if rest[1:] == ["path"] else _field(tree, rest[1:])
            yield ("tree", tree.name, *rest[1:]), value


def _field(record: Any, names: list[str]) -> object:
    for name in names:
        record = getattr(record, name)
    return record
