"""Finds the section that the part of a link after `#` names (SPEC 5.1)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from ra.document import Document
from ra.links.names import fold, unquoted
from ra.model import LinkType
from ra.parse.slugs import slugify
from ra.typed import NamedTuple

_DEFINED = re.compile(
    r"^[ \t]*[-*+] +(.+)\n(?:[ \t]*\n)?[ \t]+[-*+] +:\s|^(\S.*)\n(?:[ \t]*\n)?: +\S", re.MULTILINE
)
# Macros, the targets of links, and code marks.
_MARKUP = re.compile(r"\{\{[^{}]*\}\}|(?<=\])\([^()]*\)|`")


_REPEATED = re.compile(r"(.+)_([2-9]|[1-9]\d{1,3})")


class Anchor(NamedTuple):
    """A section of a document: its heading, its slug and its chunk."""

    title: str
    slug: str
    depth: int
    chunk_id: str


def section_of(fragment: str, kind: LinkType, anchors: Sequence[Anchor], title: str) -> str | None:
    """The chunk of the section that a fragment names, in the document with this title."""
    if kind == "WIKILINK":
        return _by_headings(fragment, anchors)
    wanted = unquoted(fragment)
    for slug in (wanted, wanted.lower(), slugify(wanted)):
        for anchor in anchors:
            if anchor.slug == slug:
                return anchor.chunk_id
    if kind == "CONFLUENCE_PAGE_LINK":
        return _by_confluence(wanted, anchors, title)
    bare = {_bare(anchor.slug): anchor.chunk_id for anchor in reversed(anchors)}
    return bare.get(_bare(wanted)) or bare.get(_renumbered(wanted))


def _renumbered(slug: str) -> str:
    """A repeated heading as others count it, from `_2`, as it is counted here, from `-1`."""
    found = _REPEATED.fullmatch(slug)
    return f"{_bare(found[1])}{int(found[2]) - 1}" if found else ""


def _bare(slug: str) -> str:
    """A slug without hyphens and underscores, which tools place differently."""
    return slugify(slug).replace("-", "").replace("_", "")


def _by_headings(fragment: str, anchors: Sequence[Anchor]) -> str | None:
    """Obsidian's `#Heading` and `#Heading#Below it`; each heading is searched below the previous
    one.
    """
    found, rest = None, list(anchors)
    for part in fragment.split("#"):
        at = _first(part, rest)
        if at is None:
            return None
        found = rest[at]
        rest = _below(found, rest[at + 1 :])
    return found.chunk_id if found else None


def _first(heading: str, anchors: Sequence[Anchor]) -> int | None:
    names = [fold(anchor.title) for anchor in anchors]
    if fold(heading) in names:
        return names.index(fold(heading))
    slug = slugify(heading)
    slugs = [slugify(anchor.title) for anchor in anchors]
    return slugs.index(slug) if slug in slugs else None


def _below(anchor: Anchor, after: Sequence[Anchor]) -> list[Anchor]:
    for number, each in enumerate(after):
        if each.depth <= anchor.depth:
            return list(after[:number])
    return list(after)


def _by_confluence(fragment: str, anchors: Sequence[Anchor], title: str) -> str | None:
    """Confluence names a heading by the page's title and its own, without white space."""
    wanted = _squeezed(fragment)
    for anchor in anchors:
        if wanted in (_squeezed(anchor.title), _squeezed(f"{title}-{anchor.title}")):
            return anchor.chunk_id
    return None


def _squeezed(text: str) -> str:
    return fold(text).replace(" ", "")


def without_text(fragment: str | None) -> str | None:
    """A fragment without the text that a browser is to highlight, `:~:text=…`."""
    return fragment.partition(":~:")[0] if fragment else fragment


def is_block(fragment: str) -> bool:
    """Whether a wikilink's fragment names a block (`^id`), which is not part of an outline."""
    return fragment.startswith("^")


def anchors_of(document: Document) -> list[Anchor]:
    """Every heading of a document; one without a chunk of its own maps to the enclosing chunk."""
    ids: list[str] = []
    for section in document.sections:
        own = f"{document.id}#{section.slug}" if section.slug else document.id
        ids.append(own if section.kept else ids[section.parent or 0])
    return [
        Anchor(section.title, section.slug, section.depth, chunk_id)
        for section, chunk_id in zip(document.sections, ids, strict=True)
        if section.slug
    ]


def has_mark(document: Document, fragment: str) -> bool:
    """Whether the text defines this anchor: `id="…"`, `name="…"`, `{#…}` or a defined term."""
    wanted, text = unquoted(fragment), document.text
    repeated = _REPEATED.fullmatch(wanted)
    if {_bare(wanted), _bare(repeated[1]) if repeated else ""} & _terms(text):
        return True
    if wanted not in text:  # much faster than the pattern
        return False
    name = re.escape(wanted)
    pattern = rf"""\b(?:id|name)\s*=\s*["']?{name}(?:["'\s>]|$)|\{{:?\s*#{name}[\s}}]"""
    return re.search(pattern, text) is not None


@lru_cache(maxsize=64)
def _terms(text: str) -> frozenset[str]:
    """The terms of definition lists, of which site generators make anchors.

    Both forms: `- term`, then `  - : text`; and `term`, then `: text`.
    """
    found = [match[1] or match[2] for match in _DEFINED.finditer(text)]
    return frozenset(_bare(_MARKUP.sub("", term)) for term in found) - {"heading"}
