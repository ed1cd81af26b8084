"""Is a YAML block nothing but words, and lists of them? Then it is read without the library.

Most front matter is like that, and the library takes a tenth of the time of the whole outline.
It reads all the rest: other types, other lists, escapes, comments, folded lines, repeated names.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

MAX_BYTES = 1000  # YAML allows no longer names
_ITEM = "  - "
_RESERVED = frozenset(("null", "true", "false"))
_LONGEST_RESERVED = 5
# Visible ASCII without the marks of escapes and comments.
_PLAIN = bytes(code for code in range(ord(" "), 127) if chr(code) not in "\\#") + b"\n"


def flat_fields(block: bytes) -> dict[str, object] | None:
    """The fields of a flat block; nothing for any other."""
    if len(block) > MAX_BYTES or block.translate(None, _PLAIN):
        return None
    fields: dict[str, object] = {}
    text = block.decode()
    lines = text.splitlines()
    if "\n  - " not in text:
        return _simple(lines)
    heads = [at for at, line in enumerate(lines) if not line.startswith(_ITEM)]
    for at, after in pairwise([*heads, len(lines)]):
        name, value = _field(lines[at], lines[at + 1 : after])
        if value is None or not _is_name(name):
            return None
        fields[name] = value
    return fields if fields and len(fields) == len(heads) and not heads[0] else None


def _simple(lines: list[str]) -> dict[str, object] | None:
    """The fields of a block without lists, as most are."""
    fields: dict[str, object] = {}
    for line in lines:
        name, _, written = line.partition(": ")
        value = _value(written)
        if value is None or not _is_name(name):
            return None
        fields[name] = value
    return fields if fields and len(fields) == len(lines) else None


def _field(head: str, items: list[str]) -> tuple[str, object]:
    """The name and value of a line, with the items of a list under it."""
    if not items:
        name, _, written = head.partition(": ")
        return name, _value(written)
    found = [_value(item[len(_ITEM) :]) for item in items]
    return head[:-1], None if None in found or head[-1:] != ":" else found


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
    return None if len(written) <= _LONGEST_RESERVED and written.lower() in _RESERVED else written
