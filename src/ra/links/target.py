"""Parses the target of a link from its text: type, path, name or page (SPEC 5.1, 5.2)."""

from __future__ import annotations

import re
from posixpath import normpath
from urllib.parse import unquote

from ra.links.confluence import ConfluencePage, page_below
from ra.links.names import last_name
from ra.model import Link, LinkType
from ra.parse.confluence_markup import ATTACHMENT, PAGE
from ra.typed import NamedTuple

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+-]+:|//")


class LinkTarget(NamedTuple):
    """The target of a link.

    `path` is relative to the root of the tree ("" is the root itself), None if there is none or it
    would leave the tree. `name` is searched in the whole tree.
    """

    type: LinkType
    path: str | None = None
    name: str | None = None
    page: ConfluencePage | None = None


def target_of(link: Link, path: str, base: str | None) -> LinkTarget:
    """The target of a link in the document at `path`; `base` is its tree's `confluence_base`."""
    if link.syntax == "wikilink":
        return _wikilink(link.url, path)
    url = link.url.partition("#")[0]
    if url.startswith((ATTACHMENT, PAGE)):
        return _pseudo(url)
    page = page_below(url, base) if base else None
    if page is not None:
        return LinkTarget("ATTACHMENT_LINK" if page.file else "CONFLUENCE_PAGE_LINK", page=page)
    if link.syntax == "autolink" or _SCHEME.match(url):
        return LinkTarget("EXTERNAL_URL")
    return _document(unquote(url.partition("?")[0]), path)


def _wikilink(target: str, source: str) -> LinkTarget:
    if target.startswith(("./", "../")):
        return LinkTarget("WIKILINK", joined(source, target))
    if target.startswith("/"):
        return LinkTarget("WIKILINK", joined("", target.lstrip("/")))
    return LinkTarget("WIKILINK", joined("", target), target.rstrip("/"))


def _document(target: str, source: str) -> LinkTarget:
    """A path target: exact if it starts with dots, else its end may match (a site's own root)."""
    path = joined("" if target.startswith("/") else source, target.lstrip("/"))
    name = target.strip("/")
    is_exact = target.startswith(("./", "../")) or last_name(name) == ""
    return LinkTarget("DOCUMENT_LINK", path, name if path and not is_exact else None)


def joined(source: str, target: str) -> str | None:
    """The path of `target` seen from the document at `source`; None if it leaves the tree."""
    path = normpath(f"{source.rpartition('/')[0]}/{target}".lstrip("/"))
    if path == ".." or path.startswith("../"):
        return None
    return "" if path == "." else path


def _pseudo(url: str) -> LinkTarget:
    if url.startswith(PAGE):
        return LinkTarget("CONFLUENCE_PAGE_LINK", page=_named_page(url.removeprefix(PAGE)))
    place, mark, file = unquote(url.removeprefix(ATTACHMENT)).rpartition("^")
    page = _named_page(place) if mark else ConfluencePage()
    return LinkTarget("ATTACHMENT_LINK", page=page._replace(file=file))


def _named_page(place: str) -> ConfluencePage:
    space, slash, title = place.partition("/")
    return (
        ConfluencePage(space=space or None, title=title)
        if slash
        else ConfluencePage(title=place or None)
    )
