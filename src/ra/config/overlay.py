"""Merges settings files into one overlay, and reads values from it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ra.config.key import Element, Secret
from ra.config.schema import SCHEMA, Parts, Schema
from ra.typed import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from ra.config.read_file import SettingsFile


class SetValue(NamedTuple):
    """The value of a key, and the file that set it, if any."""

    value: Any
    file: SettingsFile | None


Overlay = Mapping[Parts, SetValue]
NO_SECRETS: Mapping[str, Secret] = {}


def overlay_of(
    files: Iterable[SettingsFile], secrets: Mapping[str, Secret] = NO_SECRETS
) -> dict[Parts, SetValue]:
    """Merge files: the nearest wins key by key; a tree is one unit, replaced whole by name.

    Tables of arrays are concatenated, those of the nearest file first, and renumbered.
    """
    values = {tuple(name.split(".")): SetValue(secret, None) for name, secret in secrets.items()}
    owners: dict[str, SettingsFile] = {}
    counts: dict[Parts, int] = {}
    for file in files:
        numbers: dict[Parts, Element] = {}
        for parts, value in file.values.items():
            if parts[0] != "tree" or owners.setdefault(parts[1], file) is file:
                values.setdefault(_renumbered(parts, numbers, counts), SetValue(value, file))
    return values


def _renumbered(parts: Parts, numbers: dict[Parts, Element], counts: dict[Parts, int]) -> Parts:
    """The key with the number of its table among the tables of all files.

    `numbers` are those given to tables of this file, `counts` the sizes of the arrays so far.
    """
    at = next((at for at, part in enumerate(parts) if isinstance(part, Element)), None)
    if at is None:
        return parts
    array, table = parts[:at], parts[: at + 1]
    if table not in numbers:
        counts[array] = counts.get(array, 0) + 1
        numbers[table] = Element(counts[array])
    return (*array, numbers[table], *parts[at + 1 :])


def tables_of(overlay: Overlay, array: Parts) -> list[Parts]:
    """The tables of an array, in their order; `look` takes their keys."""
    size = len(array)
    found = (parts[: size + 1] for parts in overlay if parts[:size] == array)
    return list(dict.fromkeys(table for table in found if isinstance(table[-1], Element)))


def look(overlay: Overlay, parts: Parts, schema: Schema = SCHEMA) -> SetValue:
    """The value of a key: a file's value, else that of the key it inherits, else the default."""
    if parts in overlay:
        return overlay[parts]
    key = schema.row(parts)
    if key.inherits:
        return look(overlay, tuple(key.inherits.split(".")), schema)
    return SetValue(key.default, None)
