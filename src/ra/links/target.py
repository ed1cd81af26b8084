"""Parses the target of a link from its text: type, path, name or page (SPEC 5.1, 5.2)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from posixpath import normpath

from ra.links.confluence import ConfluencePage, page_below
from ra.links.names import INDEX_STEMS, last_name, stem, unquoted
from ra.model import Link, LinkType
from ra.parse.confluence_markup import ATTACHMENT, PAGE
from ra.typed import NamedTuple

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+-]+:|//")


class LinkTarget(NamedTuple):
    """The target of a link.

    `path` is relative to the root of the tree ("" is the root itself), None if there is none or it
    would leave the tree. `name` is searched in the whole tree. `page_path` is the path seen from
    the page instead of its file: sites serve `guide.md` as the folder `guide/`. `is_absolute`: it
    begins at the root of the site.
    """

    type: LinkType
    path: str | None = None
    name: str | None = None
    page: ConfluencePage | None = None
    page_path: str | None = None
    is_absolute: bool = False


class SiteRules(NamedTuple):
    """The settings of a tree for its links: the base URL of its Confluence, and the folder of each
    URL prefix.
    """

    confluence_base: str = ""
    roots: tuple[tuple[str, str], ...] = ()


def rooted(target: LinkTarget, roots: Sequence[tuple[str, str]]) -> LinkTarget | None:
    """The target with the longest matching URL prefix replaced by its folder, if one matches."""
    if not target.is_absolute or target.path is None:
        return None
    url = f"/{target.path}/".lower()
    for prefix, folder in sorted(roots, key=lambda one: -len(one[0])):
        start = f"/{prefix.strip('/')}/".lower().replace("//", "/")
        if url.startswith(start):
            path = joined("", f"{folder.strip('/')}/{target.path[len(start) - 1 :]}".strip("/"))
            return LinkTarget(target.type, path)
    return None


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
    return _document(unquoted(url.partition("?")[0]), path)


def _wikilink(target: str, source: str) -> LinkTarget:
    if target.startswith(("./", "../")):
        return LinkTarget("WIKILINK", joined(source, target))
    if target.startswith("/"):
        return LinkTarget("WIKILINK", joined("", target.lstrip("/")))
    return LinkTarget("WIKILINK", joined("", target), target.rstrip("/"))


def _document(target: str, source: str) -> LinkTarget:
    """A path target: exact if it starts with dots, else its end may match (a site's own root)."""
    target = target.removeprefix("@site")  # Docusaurus: the root of the site
    is_absolute = target.startswith("/")
    path = joined("" if is_absolute else source, target.lstrip("/"))
    name = target.strip("/")
    is_exact = target.startswith(("./", "../")) or last_name(name) == ""
    return LinkTarget(
        "DOCUMENT_LINK",
        path,
        name if path and not is_exact else None,
        page_path=None if is_absolute else _page_path(target, source),
        is_absolute=is_absolute,
    )


def _page_path(target: str, source: str) -> str | None:
    """The path of a target without a suffix, seen from the folder that serves the page."""
    page = stem(source)
    name = page.rpartition("/")[2].lower()
    last = target.rstrip("/").rpartition("/")[2]
    if name in INDEX_STEMS or ("." in last and last.strip(".")):
        return None
    return joined(f"{page}/", target)


def joined(source: str, target: str) -> str | None:
    """The path of `target` seen from the document at `source`; None if it leaves the tree."""
    path = _normalized(f"{source.rpartition('/')[0]}/{target}".lstrip("/"))
    if path == ".." or path.startswith("../"):
        return None
    return "" if path == "." else path


def _normalized(path: str) -> str:
    """`normpath`, whose loop most paths do not need."""
    if path and "//" not in path and "./" not in path and path[-1] != ".":
        return path.rstrip("/")
    return normpath(path)


def _pseudo(url: str) -> LinkTarget:
    if url.startswith(PAGE):
        return LinkTarget("CONFLUENCE_PAGE_LINK", page=_named_page(url.removeprefix(PAGE)))
    place, mark, file = unquoted(url.removeprefix(ATTACHMENT)).rpartition("^")
    page = _named_page(place) if mark else ConfluencePage()
    return LinkTarget("ATTACHMENT_LINK", page=page._replace(file=file))


def _named_page(place: str) -> ConfluencePage:
    space, slash, title = place.partition("/")
    return (
        ConfluencePage(space=space or None, title=title)
        if slash
        else ConfluencePage(title=place or None)
    )
