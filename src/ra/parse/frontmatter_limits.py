"""Limits front matter: rejects input that would exhaust memory or the stack."""

from __future__ import annotations

import re

MAX_BYTES = 256 * 1024
MAX_EXPANDED_BYTES = 1_000_000
MAX_INDENT = 200
MAX_DOTS = 200

_ALIAS = r"\*\S"
_DEEP = rf"[ \t?:-]{{{MAX_INDENT}}}"


def check_yaml(text: str) -> None:
    """Raise `ValueError` for a text that would crash the YAML library.

    The library copies the target of each alias, so n aliases can repeat a text 3 ** (n / 3) times,
    and it recurses for each nested block. Either way the process dies without an exception.
    """
    _check_size(text)
    if "&" in text:
        _check_aliases(text)
    if len(text) >= MAX_INDENT and re.search(_DEEP, text):
        raise ValueError(f"YAML nested deeper than {MAX_INDENT} columns")


def _check_aliases(text: str) -> None:
    aliases = len(re.findall(_ALIAS, text))
    if aliases and len(text) * 3 ** (min(aliases, 99) / 3) > MAX_EXPANDED_BYTES:
        raise ValueError(f"{aliases} YAML aliases could grow to more than 1 MB")


def check_toml(text: str) -> None:
    """Raise `ValueError` for a text whose dotted keys would take quadratic memory."""
    _check_size(text)
    if text.count(".") > MAX_DOTS and any(line.count(".") > MAX_DOTS for line in text.split("\n")):
        raise ValueError(f"more than {MAX_DOTS} dots in one line")


def _check_size(text: str) -> None:
    if len(text) > MAX_BYTES:
        raise ValueError(f"longer than {MAX_BYTES} characters")
