"""Normalizes names for comparison: no case, white space, Markdown suffix or `index`.

A link matches a document only if they share a name in this form.
"""

from __future__ import annotations

from functools import lru_cache
from unicodedata import normalize

MARKDOWN = (".md", ".markdown", ".mdx")
_LONGEST = max(map(len, MARKDOWN))
PAGES = (".html", ".htm")
"""Suffixes of pages that sites generate from Markdown."""
INDEX_STEMS = frozenset({"index", "readme", "_index"})
"""Names of files that a link to their folder opens."""


def unquoted(text: str) -> str:
    """A part of a URL without percent encoding; few have any, and `urllib` is slow to load."""
    if "%" not in text:
        return text
    from urllib.parse import unquote

    return unquote(text)


def fold(text: str) -> str:
    """A name for comparison: without case, white space as one space."""
    if text.isascii():
        return " ".join(text.lower().split())
    return " ".join(normalize("NFC", normalize("NFC", text).casefold()).split())


def stem(path: str) -> str:
    """A path or name without the suffix of a Markdown file."""
    if "." not in path[-_LONGEST:]:
        return path
    for suffix in MARKDOWN:
        if path[-len(suffix) :].lower() == suffix:
            return path[: -len(suffix)]
    return path


@lru_cache(maxsize=4096)  # the keys of one link ask for the same name up to three times
def last_name(path: str) -> str:
    """The last name in a path without its Markdown suffix; for an index file that of its folder."""
    folder, _, name = stem(path).rpartition("/")
    if "." in name:
        for suffix in PAGES:
            name = name.removesuffix(suffix)
    if name.lower() in INDEX_STEMS:
        name = folder.rpartition("/")[2]
    return fold(name)
