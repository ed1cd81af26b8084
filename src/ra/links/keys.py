"""Makes the keys by which documents are found, and those that links mention.

A link can lead only to a document that has one of its keys. Keys find candidates, and
`ra.links.resolve` chooses between them. Keys are made when a file is read, and engines store them:
raise `PARSER_VERSION` when they change.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from ra.document import Document
from ra.links import confluence
from ra.links.names import INDEX_STEMS, fold, last_name, stem
from ra.links.site import NO_NAMES, SiteNames, keys_of, site_names, without_numbers
from ra.links.target import LinkTarget, joined, target_of
from ra.model import Chunk, Link
from ra.typed import NamedTuple


class NamedDocument(NamedTuple):
    """A document with every name that a link may use for it."""

    id: str
    tree: str
    path: str
    title: str
    aliases: tuple[str, ...] = ()
    page_id: str | None = None
    space: str | None = None
    attachments: tuple[str, ...] = ()
    site: SiteNames = NO_NAMES


def named_document(
    tree: str, path: str, title: str, aliases: tuple[str, ...], fields: Mapping[str, object]
) -> NamedDocument:
    """The names of a document, from its path and its front matter (SPEC 5.2)."""
    space = fields.get("confluence_space")
    return NamedDocument(
        f"{tree}:{path}",
        tree,
        path,
        title,
        aliases,
        confluence.page_id(fields.get("confluence_page_id")),
        fold(space) if isinstance(space, str) else None,
        _attachments(fields.get("attachments")),
        site_names(path, aliases, fields),
    )


def _attachments(value: object) -> tuple[str, ...]:
    listed = value if isinstance(value, list) else [value]
    return tuple(fold(name) for name in listed if isinstance(name, str))


def document_keys(document: NamedDocument) -> frozenset[str]:
    """The keys by which a document is found."""
    keys = {last_name(document.path), fold(document.title), *map(fold, document.aliases)}
    if document.site is not NO_NAMES:
        keys.update(keys_of(document.site))
    if document.page_id:
        keys.add(_page_key(document.page_id))
    return frozenset(keys)


def link_keys(link: Link, path: str, target: LinkTarget | None = None) -> frozenset[str]:
    """The keys of the documents that a link may lead to, for any `confluence_base`.

    `target` is its target without one, if it is known.
    """
    target = target or target_of(link, path, None)
    keys = _path_keys(target, path)
    page = target.page or (
        None if target.type == "WIKILINK" else confluence.page_anywhere(link.url)
    )
    if page is not None:
        if page.id:
            keys.add(_page_key(page.id))
        if page.title:
            keys.add(fold(page.title))
    return frozenset(keys)


def names_of(document: Document) -> frozenset[str]:
    """The keys of a document that was just read."""
    source = document.source
    named = named_document(
        source.tree, source.path, document.title, document.aliases, document.fields
    )
    return document_keys(named)


def mentions_of(document: Document, chunks: Iterable[Chunk]) -> frozenset[str]:
    """The keys of the links in the chunks of a document."""
    path = document.source.path
    keys: set[str] = set()
    for chunk in chunks:
        for link in chunk.links:
            is_rooted = link.url.startswith("/") and link.syntax != "wikilink"
            keys.update(_rooted_keys(link.url) if is_rooted else link_keys(link, path))
    return frozenset(keys)


@lru_cache(maxsize=4096)  # the pages of a site name each other again and again
def _rooted_keys(url: str) -> frozenset[str]:
    """The keys of a link that begins at the root of its site, in whatever document it is."""
    return link_keys(Link(url, None, "inline", False, 0, 0), "")


def _page_key(number: str) -> str:
    """The key of a Confluence page id; no file name has a slash."""
    return f"id/{number}"


def _path_keys(target: LinkTarget, source: str) -> set[str]:
    keys = set()
    if target.path is not None:
        keys.add(last_name(target.path))
        plain = without_numbers(target.path)
        if plain != target.path and target.type == "DOCUMENT_LINK":
            keys.add(last_name(plain))
    if target.page_path is not None:
        keys.add(last_name(target.page_path))
    if target.name is not None:
        keys.add(last_name(target.name))
        if target.type == "WIKILINK":
            keys.add(fold(target.name))  # a title may have a slash
            if stem(target.name).lower() in INDEX_STEMS:
                keys.add(last_name(joined(source, target.name) or ""))
    return keys
