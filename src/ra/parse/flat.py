"""Is a YAML block nothing but `name: words` lines? Then its fields are read without the library.

Most front matter is like that, and the library takes a tenth of the time of the whole outline.
It reads all the rest: other types, lists, escapes, comments, folded lines, names given twice.
"""

from __future__ import annotations

from functools import lru_cache

MAX_BYTES = 1000  # YAML allows no longer names
_RESERVED = frozenset(("null", "true", "false"))
# Visible ASCII without the marks of escapes and comments.
_PLAIN = bytes(code for code in range(ord(" "), 127) if chr(code) not in "\\#") + b"\n"


def flat_fields(block: bytes) -> dict[str, object] | None:
    """The fields of a flat block; nothing for any other."""
    if len(block) > MAX_BYTES or block.translate(None, _PLAIN):
        return None
    fields: dict[str, object] = {}
    lines = block.decode().splitlines()
    for line in lines:
        name, _, written = line.partition(": ")
        value = _value(written)
        if value is None or not _is_name(name):
            return None
        fields[name] = value
    return fields if fields and len(fields) == len(lines) else None


@lru_cache(maxsize=256)  # the files of a folder use the same names
def _is_name(text: str) -> bool:
    letters = text[:1].isalpha() and text.replace("-", "_").isidentifier()
    return letters and text.lower() not in _RESERVED


def _value(written: str) -> str | None:
    """A text in double quotes, or one that starts with a letter and is no other type."""
    if '"' in written:
        text = written[1:-1]
        return text if written == f'"{text}"' and '"' not in text else None
    if not written[:1].isalpha() or written[-1] in " :" or ": " in written:
        return None
    return None if written.lower() in _RESERVED else written
