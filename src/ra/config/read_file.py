"""Reads one settings file: decodes it, parses the TOML and validates it against the schema."""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections.abc import Mapping
from pathlib import Path

from ra.config.check import leaves
from ra.config.plain_toml import plain
from ra.config.schema import SCHEMA, Parts, Schema
from ra.errors import ConfigError
from ra.typed import Any, NamedTuple

_MAX_DOTS = 200  # the time and memory that `tomllib` takes for a dotted key grow with its square


class SettingsFile(NamedTuple):
    """One valid settings file: its values by key, in the order of the file.

    `left_out` are trees that it declares and that are not used, for lack of trust.
    """

    path: Path
    is_global: bool
    text: str
    values: Mapping[Parts, Any]
    left_out: frozenset[str] = frozenset()


def read(path: Path, data: bytes, *, is_global: bool, schema: Schema = SCHEMA) -> SettingsFile:
    """Parse and validate these bytes; ConfigError at the first mistake."""
    text = _text(path, data)
    values = dict(leaves(path, text, _parsed(path, text), schema))
    return SettingsFile(path, is_global, text, values)


def _text(path: Path, data: bytes) -> str:
    try:
        return data.removeprefix(BOM_UTF8).decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ConfigError(f"{path}:{line}: is not UTF-8; save the file as UTF-8") from error


def _parsed(path: Path, text: str) -> Mapping[str, object]:
    if (values := plain(text)) is not None:
        return values
    import tomllib  # not needed by a folder without such settings files

    if any(line.count(".") > _MAX_DOTS for line in text.split("\n")):
        raise ConfigError(f"{path}: more than {_MAX_DOTS} dots in one line; write shorter lines")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ConfigError(f"{path}: values are nested too deeply") from None
    except ValueError as error:
        raise _invalid(path, text, str(error)) from error


def _invalid(path: Path, text: str, message: str) -> ConfigError:
    found = re.fullmatch(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", message, re.S)
    if not found:
        return ConfigError(f"{path}: is not valid TOML: {message}")
    reason, line, column = found.groups()
    where = f"{line}:{column}" if line else str(text.rstrip("\n").count("\n") + 1)
    reason = reason[:1].lower() + reason[1:]
    hint = "; write a path with / or in 'single quotes'" if "Unescaped" in message else ""
    return ConfigError(f"{path}:{where}: is not valid TOML: {reason}{hint}")
