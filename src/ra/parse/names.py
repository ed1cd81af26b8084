"""By which names can a document be linked to, and which one does a link use?

Both are reduced to keys: a link can lead only to a document that has one of its keys. Keys
find candidates; `ra.parse.resolve` decides. Raise `PARSER_VERSION` when keys change: engines keep
them.
"""

from __future__ import annotations

from collections.abc import Mapping
from unicodedata import normalize

from ra.parse import confluence
from ra.typed import NamedTuple

MARKDOWN = (".md", ".markdown")
PAGES = (".html", ".htm")
"""Sites made from Markdown are linked by the names of their pages."""
INDEX_STEMS = frozenset({"index", "readme", "_index"})
"""Files that stand for their folder."""


class Known(NamedTuple):
    """A document, as far as links may name it."""

    id: str
    tree: str
    path: str
    title: str
    aliases: tuple[str, ...] = ()
    page_id: str | None = None
    space: str | None = None
    attachments: tuple[str, ...] = ()


def known(
    tree: str, path: str, title: str, aliases: tuple[str, ...], fields: Mapping[str, object]
) -> Known:
    """A document by its place and what it says of itself (SPEC 5.2)."""
    space = fields.get("confluence_space")
    return Known(
        f"{tree}:{path}",
        tree,
        path,
        title,
        aliases,
        confluence.page_id(fields.get("confluence_page_id")),
        fold(space) if isinstance(space, str) else None,
        _attachments(fields.get("attachments")),
    )


def _attachments(value: object) -> tuple[str, ...]:
    listed = value if isinstance(value, list) else [value]
    return tuple(fold(name) for name in listed if isinstance(name, str))


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


def key_of_path(path: str) -> str:
    """The last name in a path without its Markdown suffix; the folder's if it stands for that."""
    folder, _, name = stem(path).rpartition("/")
    for suffix in PAGES:
        name = name.removesuffix(suffix)
    if name.lower() in INDEX_STEMS:
        name = folder.rpartition("/")[2]
    return fold(name)


def key_of_page(number: str) -> str:
    """The key of a Confluence page id; no file name has a slash."""
    return f"id/{number}"


def document_keys(document: Known) -> frozenset[str]:
    """The keys by which a document is found."""
    keys = {key_of_path(document.path), fold(document.title), *map(fold, document.aliases)}
    if document.page_id:
        keys.add(key_of_page(document.page_id))
    return frozenset(keys)
