"""Formats keys and values as TOML."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ra.config.key import Element

_ESCAPES = {code: f"\\u{code:04x}" for code in (*range(32), 127)} | {
    ord("\n"): "\\n",
    ord("\t"): "\\t",
    ord('"'): '\\"',
    ord("\\"): "\\\\",
}


def quoted(text: str) -> str:
    """A basic string."""
    return f'"{text.translate(_ESCAPES)}"'


def dotted(parts: Iterable[str]) -> str:
    """A dotted key; a part that is not a bare key is quoted: `tree."a.b".path`."""
    return "".join(map(_dotted, parts)).removeprefix(".")


def _dotted(part: str) -> str:
    if isinstance(part, Element):
        return f"[{part}]"
    return f".{part if re.fullmatch('[A-Za-z0-9_-]+', part) else quoted(part)}"


def literal(value: object) -> str:
    """A value in TOML: a boolean, a number, a text, or a list of them."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(literal(item) for item in value)}]"
    return str(value)
