"""Reads the conventions of site generators: the URLs of a page, and prefixes that sites add.

A generator gives a page another address than its file: `slug` or `permalink` in the front matter,
no numbers before names (Docusaurus), dates as folders (Jekyll), a language or `docs` in front
(MDN, Hugo). All rules are conventions: no settings file of a site is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from ra.links.names import INDEX_STEMS, PAGES, fold, stem
from ra.typed import NamedTuple

# Docusaurus: `01-intro`, `2. setup`; a date is not such a number.
# At the start of a name; its digit comes first in the pattern, so that a search skips to the next.
_NUMBERS = re.compile(r"\d(?<![^/]\d)\d*\s*[-_.]+\s*(?=[^-_.\s\d/])")
_DATED = r"(\d{4})-(\d\d?)-(\d\d?)-(.+)"
_VERSION = r"v?\d+(\.\d+)*(\.x)?|[\w.-]*@[\w.-]+|latest|stable|current|next|main|master"
_LOCALE = r"([a-z]{2})([-_][a-z]{2,4})?"
_CODES = (  # ISO 639-1
    "aa ab af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da "
    "de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy "
    "hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg "
    "li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or "
    "os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta "
    "te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu"
)
_LANGUAGES = frozenset(_CODES.split())
# Folders that contain the pages of a site, and are no part of its URLs.
_ROOTS = frozenset({
    "_articles", "_docs", "_pages", "_posts", "book", "content", "contents", "data", "doc", "docs",
    "files", "pages", "posts", "site", "source", "src", "versioned_docs", "web", "website", "wiki",
})  # fmt: skip
# First names of URLs that need not be folders.
_PREFIXES = frozenset({"doc", "docs", "documentation", "help", "manual", "wiki"})
_MOST_PREFIXES = 3
_PAGES_KEPT = 1 << 15


class SiteNames(NamedTuple):
    """How a site calls a page; all without case, slashes at the ends and `.html`.

    `urls` are whole: permalinks and redirects. `places` replace its path. `slug` is the end of its
    URL, after the prefix of the site.
    """

    urls: frozenset[str] = frozenset()
    places: tuple[str, ...] = ()
    slug: str = ""


NO_NAMES = SiteNames()
_FIELDS = ("slug", "permalink", "url", "redirect_from", "redirects")


def site_names(path: str, aliases: Sequence[str], fields: Mapping[str, object]) -> SiteNames:
    """The names of a page from its path and front matter."""
    given = [fields[name] for name in _FIELDS if name in fields]
    urls = {url_name(text) for value in given for text in _absolute(value)}
    urls.update([url_name(alias) for alias in aliases if alias.startswith("/")])
    slug = _text(fields.get("slug"))
    places = _places(path, slug or _text(fields.get("id")))
    own = "" if slug.startswith("/") else url_name(slug)
    if not (urls or places or own):
        return NO_NAMES
    return SiteNames(frozenset(urls), places, own)


def url_name(url: str) -> str:
    """A URL path for comparison."""
    name = fold(url.partition("#")[0].partition("?")[0].strip("/"))
    for suffix in PAGES:
        name = name.removesuffix(suffix)
    return name.removesuffix("/index") if name != "index" else ""


def _text(value: object) -> str:
    return value.strip() if isinstance(value, str) else ""


def _absolute(value: object) -> Iterator[str]:
    """The URL paths in a value: text or a list of texts."""
    for text in value if isinstance(value, list) else [value]:
        if isinstance(text, str) and text.strip().startswith("/"):
            yield text.strip()


def _places(path: str, name: str) -> tuple[str, ...]:
    """Other paths of a page: without numbers, by date, with its own last name."""
    whole = stem(path)
    folder, _, last = whole.rpartition("/")
    if last.lower() in INDEX_STEMS:
        whole, (folder, _, last) = folder, folder.rpartition("/")
    found = []
    if name and not name.startswith("/"):
        found.append(f"{folder}/{name}")
    if last[:1].isdigit() and (dated := re.fullmatch(_DATED, last)):
        found.append(f"{folder}/{'/'.join(dated.groups())}")
    elif without_numbers(whole) != whole:
        found.append(whole)
    if not found:
        return ()
    own = fold(whole)
    plain = [fold(without_numbers(each).strip("/")) for each in found]
    return tuple(dict.fromkeys([each for each in plain if each != own]))


def without_numbers(path: str) -> str:
    """A path without the numbers that order its names."""
    return _NUMBERS.sub("", path)


def keys_of(names: SiteNames) -> Iterable[str]:
    """The last names of all URLs, by which links find a page."""
    for each in (*names.urls, *names.places, names.slug):
        if each:
            yield each.rpartition("/")[2]


def site_rank(url: str, path: str, names: SiteNames) -> tuple[int, int] | None:
    """How well a URL without the prefix of its site fits a page; None if it does not.

    Lower is better: the same language first, then the shortest prefix.
    """
    page = _page(path, names)
    prefix: list[str] = []
    rest = url
    while rest not in page.ends and (rest != names.slug or not rest):
        first, _, rest = rest.partition("/")
        prefix.append(first)
        if not rest or len(prefix) > _MOST_PREFIXES or not _is_prefix(first):
            return None
    if not prefix and rest != names.slug:
        return None  # a path from the root, which other rules compare
    wanted = {each for each in prefix if _is_locale(each)}
    if wanted and page.locales and wanted.isdisjoint(page.locales):
        return None
    return int(wanted.isdisjoint(page.locales) and bool(wanted or page.locales)), len(prefix)


class _SitePage(NamedTuple):
    """The ends of URLs of a page after the prefix of the site, and the languages in its path."""

    ends: frozenset[str]
    locales: frozenset[str]


@lru_cache(maxsize=_PAGES_KEPT)
def _page(path: str, names: SiteNames) -> _SitePage:
    """A page below the folder of all pages; each of the first folders may be that folder."""
    root = _root(path)
    whole = fold(stem(path))
    folder, _, last = whole.rpartition("/")
    ends: set[str] = set()
    for own in (folder if last in INDEX_STEMS else whole, *names.places):
        parts = own.split("/")
        shared = next((at for at, pair in enumerate(zip(parts, root, strict=False))
                       if pair[0] != pair[1]), min(len(parts), len(root)))  # fmt: skip
        ends.update("/".join(parts[depth:]) for depth in range(1, shared + 1))
    locales = frozenset(each for each in root if _is_locale(each))
    return _SitePage(frozenset(ends - {""}), locales)


def _root(path: str) -> list[str]:
    """The first folders of a path that are no part of URLs."""
    found: list[str] = []
    for name in map(str.lower, path.split("/")[:-1]):
        if name not in _ROOTS and not _is_locale(name) and not re.fullmatch(_VERSION, name):
            break
        found.append(name)
    return found


def _is_prefix(name: str) -> bool:
    return name in _PREFIXES or _is_locale(name) or re.fullmatch(_VERSION, name) is not None


def _is_locale(name: str) -> bool:
    found = re.fullmatch(_LOCALE, name)
    return found is not None and found[1] in _LANGUAGES
