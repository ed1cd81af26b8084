"""What does the index say? Chunks, documents and links from the catalog, hits from postings."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from ra.engine.embedded import rows
from ra.engine.embedded.catalog import TreeRow
from ra.engine.embedded.lexical import Found, Versions
from ra.engine.embedded.rows import ChunkRow, DocumentRow
from ra.engine.embedded.store import Store
from ra.engine.protocol import Among, Bool, Boost, DocumentRecord, Hit, Node, Query, StoredLink
from ra.errors import IndexDamaged
from ra.model import Chunk, ChunkKind, Link

# A writer may commit between two looks; each retry looks at a newer state.
_RETRIES = 20


class Reader:
    """Reads for many threads; everything it is asked for comes with the trees it may look at."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._catalog = store.catalog

    def hits(self, tree: TreeRow, query: Query, limit: int) -> list[Hit]:
        """The best chunks of a tree, ties by id.

        The postings are looked at first. A version that was replaced meanwhile is kept until
        the next commit, so its chunks are still known; if not, the question is asked again.
        """
        postings = self._store.postings(tree)
        for _ in range(_RETRIES):
            found = postings.search(postings.searcher(), self._resolved(query, tree), limit)
            with self._catalog.snapshot():
                hits = [self._hit(tree, each) for each in found]
            known = [hit for hit in hits if hit is not None]
            if len(known) == len(hits):
                return sorted(known, key=lambda hit: (-hit.score, hit.chunk_id))
        raise IndexDamaged(f"{postings.folder}: has chunks that the catalog does not know")

    def _resolved(self, query: Query, tree: TreeRow) -> Query:
        """The query with documents replaced by their versions."""
        match query:
            case Among(doc_ids):
                paths = [each.removeprefix(f"{tree.name}:") for each in doc_ids]
                live = [self._catalog.live(tree.id, path) for path in sorted(paths)]
                return Versions(tuple(row.key for row in live if row))  # type: ignore[return-value]
            case Boost(inner, factor):
                return Boost(self._resolved(inner, tree), factor)
            case Bool():
                return Bool(
                    *(tuple(self._resolved(part, tree) for part in group) for group in query)
                )
            case _:
                return query

    def _hit(self, tree: TreeRow, found: Found) -> Hit | None:
        head = self._catalog.head(*found.address)
        if head is None:
            return None
        path, document_title, title, slug, part = head
        chunk_id = _chunk_id(f"{tree.name}:{path}", slug, part)
        return Hit(chunk_id, found.score, path, document_title if title is None else title)

    def chunks(self, tree: TreeRow, ids: Iterable[str]) -> Iterator[Chunk]:
        """The chunks of those ids that the tree has; each document is read once."""
        for document, chunk_ids in self._by_document(tree, ids):
            yield from self._build(document, tree.name, chunk_ids)

    def nodes(self, tree: TreeRow, ids: Iterable[str]) -> Iterator[tuple[str, Node]]:
        """The places of those ids that the tree has, and of their ancestors."""
        for document, wanted in self._by_document(tree, ids):
            found = self._catalog.chunks(document.key)
            doc_id = f"{tree.name}:{document.path}"
            names = [_chunk_id(doc_id, row.slug, row.part) for row in found]
            todo = [row for row, name in zip(found, names, strict=True) if name in wanted]
            while todo:
                row = todo.pop()
                parent = None if row.parent is None else names[row.parent]
                yield names[row.position], Node(parent, row.depth, row.siblings)
                if row.parent is not None:
                    todo.append(found[row.parent])

    def _by_document(
        self, tree: TreeRow, ids: Iterable[str]
    ) -> Iterator[tuple[DocumentRow, set[str]]]:
        wanted: dict[str, set[str]] = {}
        for chunk_id in ids:
            rest = chunk_id.removeprefix(f"{tree.name}:")
            if rest != chunk_id:
                for path in _paths(rest):
                    wanted.setdefault(path, set()).add(chunk_id)
        for path, chunk_ids in wanted.items():
            document = self._catalog.live(tree.id, path)
            if document is not None:
                yield document, chunk_ids

    def all_chunks(self, document: DocumentRow, tree: str) -> list[Chunk]:
        """All chunks of one version of a document."""
        with _sensible(document):
            return list(self._build(document, tree, None))

    def _build(self, document: DocumentRow, tree: str, wanted: set[str] | None) -> Iterator[Chunk]:
        """The chunks of a document, or those of the wanted ids."""
        doc_id = f"{tree}:{document.path}"
        found = self._catalog.chunks(document.key)
        ids = [_chunk_id(doc_id, row.slug, row.part) for row in found]
        if wanted is not None and wanted.isdisjoint(ids):
            return
        text = self._store.text(document.key, document.dictionary)
        tags, links = self.record(document, tree).tags, self._links(document.key)
        crumbs: list[tuple[str, ...]] = []
        for row, chunk_id in zip(found, ids, strict=True):
            title = document.title if row.title is None else row.title
            above = None if row.parent is None else crumbs[row.parent]
            crumbs.append(rows.breadcrumb(row, title, above))
            if wanted is not None and chunk_id not in wanted:
                continue
            spans = rows.spans(row)
            yield Chunk(
                chunk_id,
                doc_id,
                None if row.parent is None else ids[row.parent],
                tree,
                document.path,
                row.depth,
                row.position,
                title,
                row.slug,
                crumbs[-1],
                row.start,
                row.end,
                row.siblings,
                "".join([text[start:end].decode() for start, end in spans]),
                _kind(row),
                row.part,
                row.prefix or "",
                tags,
                tuple(links.get(row.position, ())),
                document.mtime,
                spans,
            )

    def _links(self, key: int) -> dict[int, list[Link]]:
        links: dict[int, list[Link]] = {}
        for position, *rest in self._catalog.links(key):
            links.setdefault(position, []).append(rows.link(tuple(rest)))
        return links

    def stored_links(self, document: DocumentRow, tree: str) -> list[StoredLink]:
        """The links of a document, with the chunks they stand in."""
        doc_id = f"{tree}:{document.path}"
        found = self._catalog.chunks(document.key)
        ids = {row.position: _chunk_id(doc_id, row.slug, row.part) for row in found}
        with _sensible(document):
            return [
                StoredLink(doc_id, ids[position], rows.link(tuple(rest)))
                for position, *rest in self._catalog.links(document.key)
            ]

    def record(self, document: DocumentRow, tree: str) -> DocumentRecord:
        """The facts about a document."""
        with _sensible(document):
            return rows.document_record(document, tree)

    def aliases(self, document: DocumentRow) -> list[str]:
        """Other names of a document."""
        return list(json.loads(document.facts)[1]) if document.facts else []


@contextmanager
def _sensible(document: DocumentRow) -> Iterator[None]:
    """Rows that cannot be read back were never written so."""
    try:
        yield
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise IndexDamaged(f"the rows of {document.path} make no sense: {error}") from error


def _chunk_id(doc_id: str, slug: str | None, part: int) -> str:
    section = f"{doc_id}#{slug}" if slug else doc_id
    return f"{section}~{part}" if part else section


def _kind(row: ChunkRow) -> ChunkKind:
    if row.kind:
        return row.kind  # type: ignore[return-value]
    return "section" if row.slug else "document"


def _paths(rest: str) -> Iterable[str]:
    """The paths that an id without its tree may mean: a path may itself hold `#` and `~`."""
    yield rest
    for mark in ("~", "#"):
        place = len(rest)
        while (place := rest.rfind(mark, 0, place)) > 0:
            yield rest[:place]
