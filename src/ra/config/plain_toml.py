"""Reads settings files with plain lines only, as most have; a cold search gains 9 %.

Such files do not need `tomllib`. A line that is not plain, or that TOML may forbid, leaves the
whole file to `tomllib`.
"""

from __future__ import annotations

Table = dict[str, object]


class _Array(list[Table]):
    """Tables begun by headers; TOML forbids adding tables to a list value."""


def plain(text: str) -> Table | None:
    """The contents if each line is plain: a bare `[table]` or `[[table]]`, `key = value`."""
    text = text.replace("\r\n", "\n")
    if not text.replace("\n", "").replace("\t", "").isprintable():
        return None
    data: Table = {}
    table: Table | None = data
    headers: set[str] = set()
    for line in map(_stripped, text.split("\n")):
        if not line or line.startswith("#"):
            continue
        if line.startswith("[["):
            table = _element(data, line)
        elif line.startswith("["):
            table = None if line in headers else _table(data, line)
            headers.add(line)
        elif table is not None and not _takes(table, line):
            table = None
        if table is None:
            return None
    return data


def _table(data: Table, line: str) -> Table | None:
    """The table that a line like `[tree.docs]` begins."""
    if not line.endswith("]"):
        return None
    for part in line[1:-1].split("."):
        below = data.setdefault(part, {})
        if not _is_bare(part) or not isinstance(below, dict):
            return None
        data = below
    return data


def _element(data: Table, line: str) -> Table | None:
    """The new table that a line like `[[context.rules]]` begins."""
    above, dot, name = line[2:-2].rpartition(".")
    table = _table(data, f"[{above}]") if dot else data
    if not line.endswith("]]") or table is None or not _is_bare(name):
        return None
    array = table.setdefault(name, _Array())
    if not isinstance(array, _Array):
        return None
    array.append({})
    return array[-1]


def _takes(table: Table, line: str) -> bool:
    """Add a line like `path = "docs"` to its table, if it is one."""
    key, _, said = map(_stripped, line.partition("="))
    value = _list(said) if said.startswith("[") else _value(said)
    if value is None or key in table or not _is_bare(key):
        return False
    table[key] = value
    return True


def _list(said: str) -> list[object] | None:
    if not said.endswith("]"):
        return None
    items = [_value(_stripped(item)) for item in said[1:-1].split(",")] if said != "[]" else []
    return None if None in items else items


def _value(said: str) -> object:
    """A boolean, a whole number or a text without escapes; None for anything else."""
    if said in ("true", "false"):
        return said == "true"
    if said.isascii() and said.isdecimal() and len(said) < 19 and (said[0] != "0" or said == "0"):
        return int(said)
    mark, text = said[:1], said[1:-1]
    if mark in ('"', "'") and said[1:].endswith(mark) and mark not in text:
        return None if mark == '"' and "\\" in text else text
    return None


def _is_bare(key: str) -> bool:
    return key.isascii() and key.replace("-", "a").replace("_", "a").isalnum()


def _stripped(text: str) -> str:
    return text.strip(" \t")
