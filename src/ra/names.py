"""The name that a file gives its document, and names printed so that they can be typed back.

A file name may contain a newline, an escape sequence or a mark of writing direction. On a terminal
each is shown as an escape: `\\n`, `\\x1b`, `\\u202e`.
"""

from __future__ import annotations

import re
from functools import lru_cache

# Characters that end a line, control a terminal or change the direction of writing.
_UNSAFE = "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]"
_ESCAPE = r"\\(?:\\|n|r|t|x[0-9a-f]{2}|u[0-9a-f]{4})"
_INDEX_FILES = frozenset({"readme", "index", "_index"})
_SHORT = {"\n": r"\n", "\r": r"\r", "\t": r"\t"}
_LONG = {r"\\": "\\", **{escape: sign for sign, escape in _SHORT.items()}}


def stem(path: str) -> str:
    """The name of a file without its folders and its suffix."""
    name = path.rpartition("/")[2]
    return name.rpartition(".")[0] or name


def is_index_file(path: str) -> bool:
    """Whether a file is named by its role in a folder, as `README.md` and `index.md` are."""
    return stem(path).lower() in _INDEX_FILES


@lru_cache(maxsize=4096)  # a search asks for those of all its hits
def file_name(path: str) -> str:
    """The name that a file gives its document: its stem, or the folder of an index file."""
    folder = path.rpartition("/")[0].rpartition("/")[2]
    return folder if folder and is_index_file(path) else stem(path)


def escaped(name: str) -> str:
    """The name on one line; a backslash is doubled only beside escapes."""
    if name.isprintable() or not re.search(_UNSAFE, name):
        return name
    return re.sub(_UNSAFE, _escape, name.replace("\\", r"\\"))


def spellings(typed: str) -> tuple[str, ...]:
    """The names that a typed one may mean, the likelier first: itself, or its unescaped form."""
    meant = re.sub(_ESCAPE, _sign, typed) if "\\" in typed else typed
    return (typed,) if meant == typed else (typed, meant)


def _escape(match: re.Match[str]) -> str:
    code = ord(match[0])
    return _SHORT.get(match[0]) or (f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}")


def _sign(match: re.Match[str]) -> str:
    return _LONG.get(match[0]) or chr(int(match[0][2:], 16))
