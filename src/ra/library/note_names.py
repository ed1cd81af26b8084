"""Finds what a note's name means: `Name`, `[[Name#Heading]]`, `Name#^block`, an alias."""

from __future__ import annotations

from ra.engine.protocol import Reader
from ra.engine.query import Scope
from ra.graph import Graph
from ra.library.reparse import reparsed
from ra.links import anchors
from ra.links.keys import NamedDocument, link_keys, named_document
from ra.links.resolve import resolve
from ra.links.target import target_of
from ra.model import Link, Span
from ra.parse.block_places import block_span
from ra.typed import NamedTuple


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
    doc_id = _document(engine, name.strip(), scope)
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


def _document(engine: Reader, name: str, scope: Scope) -> str | None:
    for tree in scope.trees:
        name = name.removeprefix(f"{tree}:")
    link = Link(name, None, "wikilink", False, 0, 0)
    if not name:
        return None
    found = [
        named_document(one.tree, one.path, one.title, one.aliases, one.fields)
        for one in engine.named(link_keys(link, ""), scope)
    ]
    nowhere = NamedDocument("", scope.trees[0] if scope.trees else "", "", "")
    return resolve(target_of(link, "", None), nowhere, found, embed=False).target
