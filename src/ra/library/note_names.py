"""Finds what a name means: `Name`, `[[Name#Heading]]`, `Name#^block`, `#^block`, an alias."""

from __future__ import annotations

from ra.engine.protocol import Reader
from ra.engine.query import Scope
from ra.errors import NotFound
from ra.graph import Graph
from ra.library.reparse import reparsed
from ra.links import anchors
from ra.links.keys import NamedDocument, link_keys, named_document
from ra.links.resolve import resolve
from ra.links.target import target_of
from ra.model import Link, Span
from ra.names import escaped
from ra.parse.block_places import block_span
from ra.typed import NamedTuple

_MOST = 5  # documents that an error names


class Named(NamedTuple):
    """The chunk that a name means, and the range of a block in its document."""

    chunk_id: str
    block: Span | None = None


def by_name(engine: Reader, wanted: str, scope: Scope) -> Named | None:
    """The document, section or block with this name; None if there is none."""
    typed = wanted.strip().removeprefix("!")
    if typed.startswith("[[") and typed.endswith("]]"):
        typed = typed[2:-2].partition("|")[0]
    name, mark, fragment = typed.partition("#")
    doc_id = _document(engine, name.strip(), fragment, scope)
    if doc_id is None or not mark:
        return None if doc_id is None else Named(doc_id)
    document = reparsed(Graph(engine, scope, {}), doc_id)
    if document is None:
        return None
    if anchors.is_block(fragment):
        span = block_span(document, fragment[1:])
        return None if span is None else Named(doc_id, span)
    headings = anchors.anchors_of(document)
    for kind in ("WIKILINK", "DOCUMENT_LINK"):
        chunk = anchors.section_of(fragment, kind, headings, document.title)
        if chunk is not None:
            return Named(chunk)
    return None


def _with_block(engine: Reader, block: str, scope: Scope) -> str | None:
    """The only document with a block of this id."""
    found = [one.id for one in engine.documents(scope) if block in one.blocks]
    if len(found) > 1:
        which = ", ".join(escaped(f"{each}#^{block}") for each in found[:_MOST])
        raise NotFound(f"several documents have a block '^{escaped(block)}'; use one of {which}")
    return next(iter(found), None)


def at_line(engine: Reader, doc_id: str, line: int, scope: Scope) -> Named | None:
    """The innermost section with a line of a document, or the document above its first heading."""
    document = reparsed(Graph(engine, scope, {}), doc_id)
    lines = document.source.data.splitlines(keepends=True) if document else []
    if document is None or not 1 <= line <= len(lines):
        return None
    start = sum(map(len, lines[: line - 1]))
    inside = [one for one in document.sections if one.line_start <= start < one.end and one.kept]
    slug = inside[-1].slug if inside else None
    return Named(doc_id if slug is None else f"{doc_id}#{slug}")


def _document(engine: Reader, name: str, fragment: str, scope: Scope) -> str | None:
    """The document with this name; without a name, the one with the block of the fragment."""
    for tree in scope.trees:
        name = name.removeprefix(f"{tree}:")
    link = Link(name, None, "wikilink", False, 0, 0)
    if not name:
        return _with_block(engine, fragment[1:], scope) if anchors.is_block(fragment) else None
    found = [
        named_document(one.tree, one.path, one.title, one.aliases, one.fields)
        for one in engine.named(link_keys(link, ""), scope)
    ]
    nowhere = NamedDocument("", scope.trees[0] if scope.trees else "", "", "")
    return resolve(target_of(link, "", None), nowhere, found, embed=False).target
