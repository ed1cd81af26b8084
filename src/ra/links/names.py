"""Compares names as links do: without case, white space, Markdown suffix or `index`.

A link and a document meet only if a name of the one equals a name of the other in this form.
"""

from __future__ import annotations

from unicodedata import normalize

MARKDOWN = (".md", ".markdown")
PAGES = (".html", ".htm")
"""Sites made from Markdown are linked by the names of their pages."""
INDEX_STEMS = frozenset({"index", "readme", "_index"})
"""Files that stand for their folder."""


def fold(text: str) -> str:
    """A name as it is compared: without case, white space as one space."""
    if text.isascii():
        return " ".join(text.lower().split())
    return " ".join(normalize("NFC", normalize("NFC", text).casefold()).split())


def stem(path: str) -> str:
    """A path or name without the suffix of a Markdown file."""
    for suffix in MARKDOWN:
        if path[-len(suffix) :].lower() == suffix:
            return path[: -len(suffix)]
    return path


def last_name(path: str) -> str:
    """The last name in a path without its Markdown suffix; the folder's if it stands for that."""
    folder, _, name = stem(path).rpartition("/")
    for suffix in PAGES:
        name = name.removesuffix(suffix)
    if name.lower() in INDEX_STEMS:
        name = folder.rpartition("/")[2]
    return fold(name)
