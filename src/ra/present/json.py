"""Encodes values as JSON, without characters that harm a reader."""

from __future__ import annotations

import re

# Valid in JSON, but some readers end a line at them, terminals obey others, and direction marks
# make a text read as another one.
_HARMFUL = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")

Record = dict[str, object]


def encode(value: object, *, ascii_only: bool = False, indent: int | None = None) -> str:
    """JSON text; one line unless `indent` is given."""
    import json  # 8 ms, only for JSON output

    text = json.dumps(value, ensure_ascii=ascii_only, indent=indent)
    return _HARMFUL.sub(lambda match: f"\\u{ord(match[0]):04x}", text)
