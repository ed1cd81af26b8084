"""Removes control characters from text, so that a document cannot control the terminal.

Escape sequences could rewrite the screen, the window title or the clipboard; marks of writing
direction could make a path read as another one.
"""

from __future__ import annotations

import re

_SEQUENCE = (
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]"  # CSI: colors, cursor
    r"|(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)"  # OSC, DCS, …
    r"|\x1b[ -/]*[0-~]"  # every other escape
)
# Characters that end a line or page for some programs: a space keeps the words around them apart.
_SEPARATOR = "[\x0b\x0c\x1c-\x1f\x85\u2028\u2029]"
_DIRECTION = "[\u061c\u200e\u200f]"  # harmless in a text, misleading in a name
_UNSAFE = "[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]"


def name(text: str) -> str:
    """An id or path as one line; control characters are shown as escapes that can be typed."""
    if text.isprintable():
        return text
    from ra.names import escaped  # few names need it

    return escaped(text)


def line(text: str) -> str:
    """A title or message as one line without control characters and marks of direction."""
    return text if text.isprintable() else re.sub(_DIRECTION, "", excerpt(text))


def message(text: str) -> str:
    """A message with its lines: it names files and repeats the user's input."""
    return text if text.isprintable() else re.sub(_DIRECTION, "", block(text))


def excerpt(text: str) -> str:
    """A piece of a body as one line; Arabic and Hebrew text keeps its direction marks."""
    return text if text.isprintable() else block(re.sub(r"\s+", " ", text))


def block(text: str) -> str:
    """A body with its lines and tabs; other separators become spaces, control characters go."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if text.replace("\n", "").replace("\t", "").isprintable():
        return text  # the usual case: nothing unsafe is printable
    return re.sub(_UNSAFE, "", re.sub(_SEPARATOR, " ", re.sub(_SEQUENCE, "", text)))
