"""What does a link aim at, as it is written? Its type, and what to look for (SPEC 5.1, 5.2)."""

from __future__ import annotations

import re
from posixpath import normpath

from ra.model import Link, LinkType
from ra.parse.confluence import Page, page_anywhere, page_below
from ra.parse.names import INDEX_STEMS, fold, key_of_page, key_of_path, stem
from ra.parse.percent import unquoted
from ra.typed import NamedTuple

ATTACHMENT = "attachment:"
PAGE = "page:"
"""Pseudo schemes: `attachment:file` of the same page, `attachment:SPACE/Title^file` of another
one, and `page:SPACE/Title`; they stand for the markup of Confluence."""
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+-]+:|//")


class Aim(NamedTuple):
    """What a link looks for.

    `path` is from the root of the tree ("" is the root itself), None if there is none or it
    would leave the tree. `name` is what is looked for anywhere in the tree.
    """

    type: LinkType
    path: str | None = None
    name: str | None = None
    page: Page | None = None


def aim_of(link: Link, path: str, base: str | None) -> Aim:
    """What a link in the document at `path` aims at; `base` is the URL of our Confluence."""
    if link.syntax == "wikilink":
        return _wikilink(link.url, path)
    url = link.url.partition("#")[0]
    if url.startswith((ATTACHMENT, PAGE)):
        return _pseudo(url)
    page = page_below(url, base) if base else None
    if page is not None:
        return Aim("ATTACHMENT_LINK" if page.file else "CONFLUENCE_PAGE_LINK", page=page)
    if link.syntax == "autolink" or _SCHEME.match(url):
        return Aim("EXTERNAL_URL")
    return _document(unquoted(url.partition("?")[0]), path)


def link_keys(link: Link, path: str) -> frozenset[str]:
    """The keys of the documents that a link may lead to, whatever our Confluence is."""
    aim = aim_of(link, path, None)
    keys = _path_keys(aim, path)
    page = aim.page or (None if aim.type == "WIKILINK" else page_anywhere(link.url))
    if page is not None:
        if page.id:
            keys.add(key_of_page(page.id))
        if page.title:
            keys.add(fold(page.title))
    return frozenset(keys)


def _path_keys(aim: Aim, source: str) -> set[str]:
    keys = set()
    if aim.path is not None:
        keys.add(key_of_path(aim.path))
    if aim.name is not None:
        keys.add(key_of_path(aim.name))
        if aim.type == "WIKILINK":
            keys.add(fold(aim.name))  # a title may have a slash
            if stem(aim.name).lower() in INDEX_STEMS:
                keys.add(key_of_path(_joined(source, aim.name) or ""))
    return keys


def _wikilink(target: str, source: str) -> Aim:
    if target.startswith(("./", "../")):
        return Aim("WIKILINK", _joined(source, target))
    if target.startswith("/"):
        return Aim("WIKILINK", _joined("", target.lstrip("/")))
    return Aim("WIKILINK", _joined("", target), target.rstrip("/"))


def _document(target: str, source: str) -> Aim:
    """A path; with dots it says exactly where, else its end may be enough (a site's own root)."""
    path = _joined("" if target.startswith("/") else source, target.lstrip("/"))
    name = target.strip("/")
    is_exact = target.startswith(("./", "../")) or key_of_path(name) == ""
    return Aim("DOCUMENT_LINK", path, name if path and not is_exact else None)


def _joined(source: str, target: str) -> str | None:
    """The path of `target` seen from the document at `source`; None if it leaves the tree."""
    path = normpath(f"{source.rpartition('/')[0]}/{target}".lstrip("/"))
    if path == ".." or path.startswith("../"):
        return None
    return "" if path == "." else path


def _pseudo(url: str) -> Aim:
    if url.startswith(PAGE):
        return Aim("CONFLUENCE_PAGE_LINK", page=_named_page(url.removeprefix(PAGE)))
    place, mark, file = unquoted(url.removeprefix(ATTACHMENT)).rpartition("^")
    page = _named_page(place) if mark else Page()
    return Aim("ATTACHMENT_LINK", page=page._replace(file=file))


def _named_page(place: str) -> Page:
    space, slash, title = place.partition("/")
    return Page(space=space or None, title=title) if slash else Page(title=place or None)
