"""What of a document's text is safe on a terminal? A document must not steer the screen.

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
# What ends a line or page for some programs: without a space the words around it would be glued.
_SEPARATOR = "[\x0b\x0c\x1c-\x1f\x85\u2028\u2029]"
_UNSAFE = "[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]"


def line(text: str) -> str:
    """A title or path as one line without control characters."""
    return text if text.isprintable() else block(re.sub(r"\s+", " ", text))


def block(text: str) -> str:
    """A body with its lines and tabs; other separators are spaces, other control is left out."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if text.replace("\n", "").replace("\t", "").isprintable():
        return text  # as most are: nothing unsafe is printable
    return re.sub(_UNSAFE, "", re.sub(_SEPARATOR, " ", re.sub(_SEQUENCE, "", text)))
