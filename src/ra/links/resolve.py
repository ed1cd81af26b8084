"""Chooses the document that a link leads to, or the reason why there is none (SPEC 5).

Every matching candidate has a rank, and the lowest one wins:

1. the tree of the link's own document, then the others by name (paths: only their own tree);
2. how it matches: by path, by its URL, by the end of its path, by title, by alias, then as a page
   of a site whose URLs have a prefix;
3. for a path, which form of it; for a name, documents in the link's own folder or below;
4. fewer folders, then the same spelling, then the order of ids.

A Confluence page is found by its id, then by space and title; its own tree is preferred.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from ra.links.confluence import ConfluencePage
from ra.links.keys import NamedDocument
from ra.links.names import INDEX_STEMS, MARKDOWN, PAGES, fold, stem
from ra.links.site import site_rank, url_name, without_numbers
from ra.links.target import LinkTarget
from ra.typed import Literal, NamedTuple

MatchedBy = Literal[
    "path", "URL", "name", "title", "alias", "site", "page id", "page title", "attachment"
]
ResolutionState = Literal["document", "external", "file", "no_document"]
_Rank = tuple[int, int, int, int]

_HOWS: tuple[MatchedBy, ...] = ("path", "URL", "name", "title", "alias", "site")
_PATH, _URL, _NAME, _TITLE, _ALIAS, _SITE = range(len(_HOWS))
_PAGE_FORM = 100  # a path seen from the page comes after every form seen from the file
_PAGE_HOWS: tuple[MatchedBy, ...] = ("page id", "page title")
_SUFFIX = re.compile(r"\.([A-Za-z][A-Za-z0-9]{0,9})$")
# A note may be called `Node.js`: without `![[…]]` only these suffixes are certainly files.
_FILES = frozenset({
    "avif", "base", "bmp", "canvas", "csv", "doc", "docx", "flac", "gif", "gz", "ics", "jpeg",
    "jpg", "json", "m4a", "mkv", "mov", "mp3", "mp4", "odp", "ods", "odt", "ogg", "ogv", "pdf",
    "png", "ppt", "pptx", "rar", "svg", "tar", "tgz", "tiff", "toml", "tsv", "wav", "webm",
    "webp", "xls", "xlsx", "xml", "yaml", "yml", "zip",
})  # fmt: skip


class Resolution(NamedTuple):
    """The document that a link leads to and what matched; without one, `why` gives the reason."""

    state: ResolutionState
    target: str | None = None
    how: MatchedBy | None = None
    why: str = ""


def resolve(
    target: LinkTarget, source: NamedDocument, candidates: Iterable[NamedDocument], *, embed: bool
) -> Resolution:
    """The document that a link in `source` leads to, independent of the order of candidates."""
    if target.type == "EXTERNAL_URL":
        return Resolution("external")
    if target.page is not None:
        return _page(target.page, source, candidates)
    sought = _sought(target)
    fitting = [
        (each.tree != source.tree, each.tree, rank, each.id)
        for each in candidates
        if (rank := _rank(sought, each, source)) is not None
    ]
    if not fitting:
        return _nothing(target, embed)
    _, _, rank, doc_id = min(fitting)
    return Resolution("document", doc_id, _HOWS[rank[0]])


class _Sought(NamedTuple):
    """A target in the forms that are compared with every candidate.

    `name` is the folded name, `url` the path as a URL, `plain` that without numbers.
    """

    target: LinkTarget
    is_wikilink: bool
    forms: dict[str, int]
    name: str
    url: str
    plain: str


def _sought(target: LinkTarget) -> _Sought:
    forms = _forms(target.path)
    if target.page_path is not None:
        others = _forms(target.page_path).items()
        forms = {**{name: form + _PAGE_FORM for name, form in others}, **forms}
    is_wikilink = target.type == "WIKILINK"
    name = fold(_bare(target.name)) if target.name is not None else ""
    if is_wikilink or target.path is None:
        return _Sought(target, is_wikilink, forms, name, "", "")
    plain = url_name(without_numbers(_bare(target.path)))
    return _Sought(target, False, forms, name, url_name(target.path), plain)


def _rank(sought: _Sought, each: NamedDocument, source: NamedDocument) -> _Rank | None:
    target, is_wikilink = sought.target, sought.is_wikilink
    is_near = each.tree == source.tree
    if not is_near and not is_wikilink:
        return None
    form = sought.forms.get(fold(each.path))
    if form is not None and (is_near or target.name is not None):
        return _PATH, form, 0, _misspelled(target.path or "", each.path)
    site = each.site
    if sought.url and (sought.url in site.urls or sought.plain in site.places):
        return _URL, 0, 0, 0
    if target.name is None:
        return None
    if (found := _name_rank(sought, target.name, each, source)) is not None:
        return found
    if target.is_absolute and sought.url:
        fit = site_rank(sought.url, each.path, site)
        return None if fit is None else (_SITE, *fit, each.path.count("/"))
    return None


def _name_rank(
    sought: _Sought, target: str, each: NamedDocument, source: NamedDocument
) -> _Rank | None:
    """The rank of a document that is found by its name."""
    name = sought.name
    if _ends_with(each.path, name) and _may_be_anywhere(name, each.path, source):
        distance, depth = _distance(each.path, source), each.path.count("/")
        return _NAME, distance, depth, _misspelled(target, each.path)
    if not sought.is_wikilink:
        if not any(f"/{place}".endswith(f"/{name}") for place in each.site.places):
            return None
        return _NAME, _distance(each.path, source), each.path.count("/"), 1
    distance, depth = _distance(each.path, source), each.path.count("/")
    if fold(each.title) == fold(target):
        return _TITLE, distance, depth, 0
    if fold(target) in map(fold, each.aliases):
        return _ALIAS, distance, depth, 0
    return None


def _forms(path: str | None) -> dict[str, int]:
    """The files that a path may name, the most exact first: itself, a Markdown file, a folder's
    index.
    """
    if path is None:
        return {}
    bare = path
    for suffix in PAGES:
        bare = bare.removesuffix(suffix)
    folder = f"{bare}/" if bare else ""
    names = [path, *(bare + suffix for suffix in MARKDOWN)]
    if bare != path and bare.rpartition("/")[2] == "index":  # `folder/index.html`
        names += [bare.removesuffix("index") + "README.md"]
    names += [f"{folder}{name}{suffix}" for name in sorted(INDEX_STEMS) for suffix in MARKDOWN]
    return {fold(name): place for place, name in reversed(list(enumerate(names)))}


def _bare(name: str) -> str:
    for suffix in PAGES:
        name = name.removesuffix(suffix)
    return stem(name)


def _ends_with(path: str, name: str) -> bool:
    """Whether `name` is the end of a path, at a slash; a folder's index also has the
    folder's name.
    """
    whole = fold(stem(path))
    folder, _, last = whole.rpartition("/")
    if last in INDEX_STEMS and name.rpartition("/")[2] not in INDEX_STEMS:
        return bool(folder) and f"/{folder}".endswith(f"/{name}")
    return f"/{whole}".endswith(f"/{name}")


def _may_be_anywhere(name: str, path: str, source: NamedDocument) -> bool:
    """Whether a name may match in any folder; an index without a folder only matches its own."""
    return name not in INDEX_STEMS or path.rpartition("/")[0] == source.path.rpartition("/")[0]


def _distance(path: str, source: NamedDocument) -> int:
    folder = source.path.rpartition("/")[0]
    return 0 if not folder or path.startswith(f"{folder}/") else 1


def _misspelled(name: str, path: str) -> int:
    return 0 if stem(path).endswith(_bare(name)) else 1


def _page(
    page: ConfluencePage, source: NamedDocument, candidates: Iterable[NamedDocument]
) -> Resolution:
    if page.file is not None and not (page.id or page.title):
        if fold(page.file) in source.attachments:
            return Resolution("document", source.id, "attachment")
        return Resolution("no_document", why=f"this document lists no attachment '{page.file}'")
    space = fold(page.space) if page.space else source.space
    fitting = [
        (rank, each.tree != source.tree, each.id)
        for each in candidates
        if (rank := _page_rank(page, space, each)) is not None
    ]
    if not fitting:
        return Resolution("no_document", why=_no_page(page))
    rank, _, doc_id = min(fitting)
    return Resolution("document", doc_id, "attachment" if page.file else _PAGE_HOWS[rank])


def _page_rank(page: ConfluencePage, space: str | None, each: NamedDocument) -> int | None:
    """The rank of a page: the id counts before the title; another id is another page (SPEC 5.2)."""
    if page.id and page.id == each.page_id:
        return 0
    if not page.title or (page.id and each.page_id):
        return None
    same_space = space is not None and space == each.space
    return 1 if same_space and fold(page.title) == fold(each.title) else None


def _no_page(page: ConfluencePage) -> str:
    if page.id:
        return f"no document has the page id {page.id}"
    if page.title:
        return f"no document is the page '{page.title}'" + (
            f" of the space {page.space}" if page.space else " of this space"
        )
    return "it names a space, not a page" if page.space else "the short link cannot be read"


def _nothing(target: LinkTarget, embed: bool) -> Resolution:
    if target.path is None:
        return Resolution("no_document", why="it leads out of the tree")
    if _is_file(target, embed):
        return Resolution("file", why="a file, not a document")
    if target.type == "WIKILINK" and target.name is not None:
        return Resolution("no_document", why=f"no document is named '{target.name}'")
    return Resolution("no_document", why=f"no document is at '{target.path or '/'}'")


def _is_file(target: LinkTarget, embed: bool) -> bool:
    suffix = _SUFFIX.search(target.path or "")
    if suffix is None or suffix[0].lower() in (*MARKDOWN, *PAGES):
        return False
    return target.type == "DOCUMENT_LINK" or embed or suffix[1].lower() in _FILES
