"""`kb.links`: the links between documents.

Resolved links are completed with their line, target section and, if broken, a suggestion.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache

from ra.document import Document
from ra.engine.records import DocumentRecord, StoredLink
from ra.graph import Graph, incoming, neighbors, resolved
from ra.graph import orphans as orphaned
from ra.library.access import Access, TreeNames
from ra.library.records import DocLinks, LinkEdge, LinkFound, LinkGraph, Neighbor
from ra.library.reparse import reparsed
from ra.links import anchors
from ra.links.names import stem, unquoted
from ra.parse.slugs import slugify
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from ra.engine.protocol import Reader


class LibraryLinks:
    """The links between the documents of a library, as indexed."""

    def __init__(self, access: Access) -> None:
        self._access = access

    def __repr__(self) -> str:
        return f"<ra links of {self._access.settings.cwd}>"

    def of(self, doc_id: str) -> DocLinks:
        """The links of the document with this id, and those of others that lead to it."""
        from ra.library.get import get  # only two methods look up an id

        access, scope = self._access, self._access.scope()

        def read(engine: Reader) -> DocLinks:
            document = get(engine, access.settings, doc_id, scope).document
            return links_of(access.graph(engine), document)

        return access.read(scope, read)

    def neighbors(self, doc_id: str) -> list[Neighbor]:
        """The documents one link away in either direction; those with most links first."""
        from ra.library.get import get  # only two methods look up an id

        access, scope = self._access, self._access.scope()

        def read(engine: Reader) -> list[Neighbor]:
            document = get(engine, access.settings, doc_id, scope).document
            counts = neighbors(engine, [document.id], scope, access.graph(engine).sites)
            records = {each.id: each for each in engine.documents(scope, list(counts))}
            return [Neighbor(records[one], counts[one]) for one in counts if one in records]

        return access.read(scope, read)

    def all(self, trees: TreeNames = ()) -> list[LinkFound]:
        """Every link of these trees, or of all, with its target (S1 §9).

        `is_cross_link` is true of links to another document.
        """
        names = [tree.name for tree in self._access.select(trees)]
        graph = self._access.graph
        return self._access.read(
            self._access.scope(), lambda engine: document_links(graph(engine), names)
        )

    def graph(self, trees: TreeNames = ()) -> LinkGraph:
        """The documents of these trees, or of all, and the links between them."""
        names = tuple(tree.name for tree in self._access.select(trees))
        graph = self._access.graph
        return self._access.read(
            self._access.scope(), lambda engine: _graph_of(graph(engine), names)
        )

    def broken(self, trees: TreeNames = ()) -> list[LinkFound]:
        """The links whose document or section is missing."""
        return [link for link in self.all(trees) if link.is_broken]

    def orphans(self, trees: TreeNames = ()) -> list[DocumentRecord]:
        """The documents without links from other documents."""
        names = [tree.name for tree in self._access.select(trees)]
        graph = self._access.graph
        return self._access.read(
            self._access.scope(), lambda engine: orphaned(graph(engine), names)
        )


def _graph_of(graph: Graph, trees: tuple[str, ...]) -> LinkGraph:
    scope = graph.scope._replace(trees=trees)
    documents = tuple(graph.engine.documents(scope))
    ids = {one.id for one in documents}
    ends = Counter(
        (link.stored.doc_id, link.resolution.target)
        for link in resolved(graph, graph.engine.links(scope))
        if link.resolution.target in ids and link.resolution.target != link.stored.doc_id
    )
    edges = [LinkEdge(source, target or "", count) for (source, target), count in ends.items()]
    return LinkGraph(documents, tuple(sorted(edges)))


def document_links(graph: Graph, trees: Collection[str]) -> list[LinkFound]:
    """Every link in these trees, with its target."""
    return _complete(graph, graph.engine.links(graph.scope._replace(trees=tuple(trees))))


def links_of(graph: Graph, document: DocumentRecord) -> DocLinks:
    """The links of a document, and those of others that lead to it."""
    own = _complete(graph, graph.engine.links(graph.scope, (document.id,)))
    return DocLinks(
        document,
        tuple(link for link in own if not link.is_broken),
        tuple(_complete(graph, list(incoming(graph, (document.id,))))),
        tuple(link for link in own if link.is_broken),
    )


def _complete(graph: Graph, stored: Sequence[StoredLink]) -> list[LinkFound]:
    """Add to each link its line, and the section of its fragment."""
    engine, scope, _ = graph
    text = cache(lambda doc_id: engine.texts([doc_id], scope).get(doc_id) or b"")
    document = cache(lambda doc_id: reparsed(graph, doc_id))
    alike = cache(lambda: _alike(engine.documents(scope)))
    links = [
        LinkFound(
            link.doc_id,
            link.chunk_id,
            text(link.doc_id).count(b"\n", 0, link.link.start) + 1,
            link.link.url,
            link.link.fragment,
            target.type,
            link.link.syntax,
            link.link.embed,
            resolution.state,
            resolution.target,
            resolution.target,
            resolution.how,
            resolution.why,
        )
        for link, target, resolution in resolved(graph, stored)
    ]
    return [_hinted(_with_section(link, document), alike) for link in links]


def _with_section(link: LinkFound, document: Callable[[str], Document | None]) -> LinkFound:
    fragment = anchors.without_text(link.fragment)
    if not fragment or link.target_document is None or link.link_type == "ATTACHMENT_LINK":
        return link
    if link.link_type == "WIKILINK" and anchors.is_block(fragment):
        return _with_block(link, document(link.target_document))
    target = document(link.target_document)
    if target is None:
        return link
    headings = anchors.anchors_of(target)
    chunk = anchors.section_of(fragment, link.link_type, headings, target.title)
    if chunk is not None:
        return link._replace(target_chunk=chunk)
    note = f"{target.id} has no section '{fragment}'"
    if link.link_type == "CONFLUENCE_PAGE_LINK":  # may name a comment or a macro
        return link._replace(note=note)
    if anchors.has_mark(target, fragment):
        return link._replace(note="an anchor in the document, not a section")
    return link._replace(state="no_section", note=note)


def _with_block(link: LinkFound, target: Document | None) -> LinkFound:
    """A link to a block, with the place of that block: `tree:path#^id`."""
    name = (link.fragment or "")[1:]
    if target is None:
        return link
    known = next((one for one in target.blocks if one.casefold() == name.casefold()), None)
    if known is None:
        return link._replace(state="no_section", note=f"{target.id} has no block '^{name}'")
    return link._replace(target_chunk=f"{target.id}#^{known}")


def _hinted(link: LinkFound, alike: Callable[[], Mapping[str, str]]) -> LinkFound:
    """A broken link with the document whose name is nearest."""
    if link.state != "no_document" or link.link_type not in ("WIKILINK", "DOCUMENT_LINK"):
        return link
    name = unquoted(link.original_url.partition("#")[0].rstrip("/"))
    near = alike().get(_like(name))
    return link._replace(note=f"{link.note}; did you mean {near}?") if near else link


def _alike(records: Sequence[DocumentRecord]) -> dict[str, str]:
    """The first document for each name without punctuation."""
    names = [(_like(name), one.id) for one in records for name in (one.path, one.title)]
    return dict(sorted(names, reverse=True))


def _like(name: str) -> str:
    """A name without folders, suffix, case and punctuation."""
    return slugify(stem(name.rpartition("/")[2])).replace("_", "-")
