"""What does the index say? Chunks, documents and links from the catalog, hits from postings."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import partial

from ra.engine.embedded import rows
from ra.engine.embedded.catalog import TreeRow
from ra.engine.embedded.links import number as key_number
from ra.engine.embedded.outlines import Outline, Outlines, chunk_id, sensible
from ra.engine.embedded.rows import ChunkRow, DocumentRow
from ra.engine.embedded.store import Store
from ra.engine.protocol import (
    Among,
    Dated,
    DocumentRecord,
    Filter,
    Hit,
    Node,
    Query,
    StoredLink,
    Under,
)
from ra.errors import IndexDamaged
from ra.model import Chunk, Link

# A writer may commit between two looks; each retry looks at a newer state.
_RETRIES = 20


class Reader:
    """Reads for many threads; everything it is asked for comes with the trees it may look at."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._catalog = store.catalog
        self._outlines = Outlines(store.catalog)

    def hits(self, tree: TreeRow, query: Query, limit: int) -> list[Hit]:
        """The best chunks of a tree, ties by id.

        The postings are looked at first. A version that was replaced meanwhile is kept until
        the next commit, so its chunks are still known; if not, the question is asked again.
        """
        postings = self._store.postings(tree)
        keys_of = partial(self._keys_of, tree)
        for _ in range(_RETRIES):
            found = postings.search(postings.searcher(), query, limit, keys_of)
            with self._catalog.snapshot():
                heads = self._catalog.heads([each.address for each in found])
            if len(heads) == len(found):
                hits = [_hit(tree.name, each.score, heads[each.address]) for each in found]
                return sorted(hits, key=lambda hit: (-hit.score, hit.chunk_id))
        raise IndexDamaged(f"{postings.folder}: has chunks that the catalog does not know")

    def _keys_of(self, tree: TreeRow, wanted: Filter) -> list[int]:
        """The versions that a filter means."""
        match wanted:
            case Among(doc_ids):
                own = [one for one in sorted(doc_ids) if one.startswith(f"{tree.name}:")]
                paths = [one.removeprefix(f"{tree.name}:") for one in own]
                return [row.key for row in self._catalog.live_among(tree.id, paths)]
            case Under(start):
                return self._catalog.keys_under(tree.id, start)
            case Dated(first, last):
                return self._catalog.keys_dated(tree.id, first, last)

    def chunks(self, tree: TreeRow, ids: Iterable[str]) -> Iterator[Chunk]:
        """The chunks of those ids that the tree has; each document is read once."""
        wanted = _by_path(tree.name, ids)
        for document in self._catalog.live_among(tree.id, list(wanted)):
            with sensible(document.path):
                yield from self._build(document, tree.name, wanted[document.path])

    def nodes(self, tree: TreeRow, ids: Iterable[str]) -> Iterator[tuple[str, Node]]:
        """The places of those ids that the tree has, and of their ancestors."""
        wanted = _by_path(tree.name, ids)
        documents = self._catalog.names(tree.id, list(wanted))
        outlines = self._outlines.of_all(documents, tree.name)
        for document in documents:
            outline = outlines[document.key]
            todo = [name for name in wanted[document.path] if name in outline.places]
            seen: set[str] = set()
            with sensible(document.path):
                while todo:
                    name = todo.pop()
                    if name not in seen:
                        seen.add(name)
                        node = outline.node(outline.places[name])
                        yield name, node
                        todo += [] if node.parent_id is None else [node.parent_id]

    def all_chunks(self, document: DocumentRow, tree: str) -> list[Chunk]:
        """All chunks of one version of a document."""
        with sensible(document.path):
            return list(self._build(document, tree, None))

    def _build(self, document: DocumentRow, tree: str, wanted: set[str] | None) -> Iterator[Chunk]:
        """The chunks of a document, or those of the wanted ids."""
        outline = self._outlines.of(document, tree)
        if wanted is not None and wanted.isdisjoint(outline.places):
            return
        found = self._rows(document, outline, wanted)
        text = self._store.text(document.key, document.dictionary)
        tags, links = self.record(document, tree).tags, self._links(document)
        for row in found:
            at = row.position
            spans = rows.spans(row)
            yield Chunk(
                outline.ids[at],
                f"{tree}:{document.path}",
                outline.node(at).parent_id,
                tree,
                document.path,
                row.depth,
                at,
                outline.title(at),
                row.slug,
                outline.breadcrumb(at),
                row.start,
                row.end,
                row.siblings,
                row.body or "".join([text[start:end].decode() for start, end in spans]),
                rows.kind(row),
                row.part,
                row.prefix or "",
                tags,
                tuple(links.get(at, ())),
                document.mtime,
                spans,
                row.tokens,
                row.kind != rows.STRUCTURE,
            )

    def _rows(
        self, document: DocumentRow, outline: Outline, wanted: set[str] | None
    ) -> list[ChunkRow]:
        if wanted is None:
            return self._catalog.chunks(document.key)
        places = sorted(outline.places[name] for name in wanted if name in outline.places)
        return [self._catalog.chunk(document.key, at) for at in places]

    def _links(self, document: DocumentRow) -> dict[int, list[Link]]:
        links: dict[int, list[Link]] = {}
        for position, link in self._store.links(document.key, document.dictionary):
            links.setdefault(position, []).append(link)
        return links

    def stored_links(self, document: DocumentRow, tree: str) -> list[StoredLink]:
        """The links of a document, with the chunks they stand in."""
        links = self._store.links(document.key, document.dictionary)
        if not links:
            return []
        with sensible(document.path):
            ids = self._outlines.of(document, tree).ids
            return [
                StoredLink(f"{tree}:{document.path}", ids[position], link)
                for position, link in links
            ]

    def with_keys(self, table: str, tree: TreeRow, keys: Iterable[str]) -> list[DocumentRow]:
        """The documents of a tree that may have one of these keys, by path, each once."""
        found = {
            row.path: row
            for number in sorted(set(map(key_number, keys)))
            for row in self._catalog.with_key(table, tree.id, number)
        }
        return [found[path] for path in sorted(found)]

    def record(self, document: DocumentRow, tree: str) -> DocumentRecord:
        """The facts about a document."""
        with sensible(document.path):
            return rows.document_record(document, tree)

    def aliases(self, document: DocumentRow) -> list[str]:
        """Other names of a document."""
        return list(json.loads(document.facts)[1]) if document.facts else []


def _hit(tree: str, score: float, head: rows.Row) -> Hit:
    path, document_title, title, slug, part = head
    name = chunk_id(f"{tree}:{path}", slug, part)
    return Hit(name, score, path, document_title if title is None else title)


def _by_path(tree: str, ids: Iterable[str]) -> dict[str, set[str]]:
    """The ids of a tree by the paths that they may mean."""
    wanted: dict[str, set[str]] = {}
    for name in ids:
        rest = name.removeprefix(f"{tree}:")
        if rest != name:
            for path in _paths(rest):
                wanted.setdefault(path, set()).add(name)
    return wanted


def _paths(rest: str) -> Iterable[str]:
    """The paths that an id without its tree may mean: a path may itself hold `#` and `~`."""
    yield rest
    for mark in ("~", "#"):
        place = len(rest)
        while (place := rest.rfind(mark, 0, place)) > 0:
            yield rest[:place]
