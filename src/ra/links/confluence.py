"""Parses Confluence URLs in the forms of SPEC 5.2 into the page they name."""

from __future__ import annotations

import re
from binascii import a2b_base64

from ra.links.names import unquoted
from ra.typed import NamedTuple

# A link without any of these words is not a Confluence URL.
_SIGNS = ("page", ".action", "/display/", "/x/", "/download/")
# Patterns, compiled on first use: few folders have such links.
_URL = r"(?i)(?:https?:)?//([^/?#]+)([^?#]*)(?:\?([^#]*))?"
_ROOTED = r"()(/[^?#]*)(?:\?([^#]*))?"
_NUMBERED = r"(?:^|/)(?:spaces/([^/]+)/)?pages/(?:edit(?:-v2)?/)?([0-9]{1,20})(?:/([^/]*))?/?$"
_ACTION = r"(?:^|/)\w+\.action$"
_DISPLAY = r"(?:^|/)display/([^/]+)(?:/([^/]*))?/?$"
_TINY = r"(?:^|/)x/([^/]+)/?$"
_DOWNLOAD = r"(?:^|/)download/(?:attachments|thumbnails)/([0-9]{1,20})/([^/]+)$"
_TINY_CODE = r"[A-Za-z0-9_-]{1,11}"
_CLOUD = "/wiki"


class ConfluencePage(NamedTuple):
    """The page that a link names; `file` if it leads to an attachment of it."""

    id: str | None = None
    space: str | None = None
    title: str | None = None
    file: str | None = None


def page_below(url: str, base: str) -> ConfluencePage | None:
    """The page that a URL names, if it is on the Confluence site at `base`."""
    base_parts = re.match(_URL, base)
    parts = re.match(_URL, url) or re.match(_ROOTED, url)
    if base_parts is None or parts is None:
        return None
    if parts[1] and parts[1].lower() != base_parts[1].lower():
        return None
    path = _without(parts[2], base_parts[2].rstrip("/"))
    page = None if path is None else _page(path, parts[3] or "", whole=True)
    return (
        page if parts[1] or page != ConfluencePage() else None
    )  # `/x/note.md` is a path, not a tiny link


def page_anywhere(url: str) -> ConfluencePage | None:
    """The page that a URL names on any Confluence site."""
    if not any(map(url.lower().__contains__, _SIGNS)):
        return None
    parts = re.match(_URL, url) or re.match(_ROOTED, url)
    return None if parts is None else _page(parts[2], parts[3] or "", whole=False)


def page_id(value: object) -> str | None:
    """The page id in front matter, in the form used for comparison."""
    text = str(value).strip() if isinstance(value, (str, int)) else ""
    return str(int(text)) if text.isascii() and text.isdigit() and len(text) <= 20 else None


def _without(path: str, prefix: str) -> str | None:
    """The path below the base; on Confluence Cloud `/wiki` may be left out or added."""
    if prefix and path.startswith(f"{prefix}/"):
        path = path[len(prefix) :]
    elif prefix not in ("", _CLOUD):
        return None
    return path.removeprefix(_CLOUD) if path.startswith(f"{_CLOUD}/") else path


def _page(path: str, query: str, *, whole: bool) -> ConfluencePage | None:
    for form, read in _FORMS:
        found = re.search(form, path)
        if found is not None and (not whole or found.start() == 0):
            return read(found, query)
    return _action(query) if re.search(_ACTION, path) else None


def _numbered(found: re.Match[str], _: str) -> ConfluencePage:
    return ConfluencePage(page_id(found[2]), _decoded(found[1]), _decoded(found[3]))


def _download(found: re.Match[str], _: str) -> ConfluencePage:
    return ConfluencePage(page_id(found[1]), file=unquoted(found[2]))


def _display(found: re.Match[str], _: str) -> ConfluencePage:
    return ConfluencePage(None, _decoded(found[1]), _decoded(found[2]))


def _tiny(found: re.Match[str], _: str) -> ConfluencePage:
    return ConfluencePage(tiny_id(found[1]))


_FORMS = (
    (_NUMBERED, _numbered),
    (_DOWNLOAD, _download),
    (_DISPLAY, _display),
    (_TINY, _tiny),
)


def _action(query: str) -> ConfluencePage | None:
    values = dict(pair.partition("=")[::2] for pair in query.split("&"))
    number = page_id(values.get("pageId", ""))
    space, title = _decoded(values.get("spaceKey")), _decoded(values.get("title"))
    return ConfluencePage(number, space, title) if number or title else None


def tiny_id(code: str) -> str | None:
    """The page id in a tiny link: base64 of its bytes, lowest first, without trailing zeros.

    Confluence writes `-` for `/` and `_` for `+`. Ids above 2^32 take up to eight bytes.
    """
    if not re.fullmatch(_TINY_CODE, code):
        return None
    written = code.replace("-", "/").replace("_", "+").ljust(11, "A") + "="
    return str(int.from_bytes(a2b_base64(written), "little"))


def _decoded(text: str | None) -> str | None:
    """Decode `+` to a space first, then percent escapes, so that `%2B` stays a plus."""
    return unquoted(text.replace("+", " ")) if text else None
