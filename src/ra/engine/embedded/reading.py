"""Reads an index: chunks, documents and links from the catalog, hits from the postings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from ra.engine.embedded import rows
from ra.engine.embedded.keys import Table
from ra.engine.embedded.lexical import HEAP, Found, Pinned, configured, nothing
from ra.engine.embedded.locations import (
    Location,
    Locations,
    Sensible,
    Standing,
    parent_id,
    place,
    titles,
)
from ra.engine.embedded.parse_json import parsed
from ra.engine.embedded.rows import Address, BodyRow, DocumentRow, TreeRow
from ra.engine.embedded.store import PackedLinks, Store
from ra.engine.embedded.tantivy_query import BodiesNeeded
from ra.engine.query import Among, Dated, Field, Filter, Having, Hit, Node, Query, Under
from ra.errors import IndexDamaged
from ra.model import Chunk
from ra.text.languages import document_analysis
from ra.typed import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import tantivy

    from ra.engine.records import DocumentRecord, StoredLink
    from ra.properties import PropertyTest


_MOST_ROWS = 2_000  # cached


class _Content(NamedTuple):
    """Data of a document that all its chunks are built from."""

    document: DocumentRow
    tree: str
    tags: tuple[str, ...]
    text: bytes
    links: PackedLinks


class StoreReader:
    """Reads for many threads; each call names the trees it may see."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._catalog = store.catalog
        self._places = Locations(store.catalog)
        self._bodies: dict[Address, BodyRow] = {}

    def hits(self, tree: TreeRow, pinned: Pinned, query: Query, limit: int) -> list[Hit]:
        """The best chunks of a tree, ties by id; the current snapshot has the same versions."""
        postings = self._store.postings(tree)
        found = self._searched(tree, pinned, query, limit)
        if len(found) > limit:
            found = self._cut(found, limit)
        places = self._places.of(tree.name, [address for address, _ in found])
        if len(places) < len(found):
            raise IndexDamaged(f"{postings.folder}: has chunks that are not in the catalog")
        pairs = zip(places.values(), found, strict=True)
        ranked = sorted([(-score, one.id, one) for one, (_, score) in pairs])
        return [Hit._make((name, -below, one.path, one.title)) for below, name, one in ranked]

    def _cut(self, found: Sequence[Found], limit: int) -> list[Found]:
        """The first hits; those that tie with the last one in the order of paths and positions."""
        last = found[limit - 1][1]
        tied = [hit for hit in found if hit[1] == last]
        keys = {key for (key, _), _ in tied}
        documents = self._catalog.documents(keys)
        if len(documents) < len(keys):
            raise IndexDamaged("the postings have documents that are not in the catalog")
        tied.sort(key=lambda hit: (documents[hit[0][0]].path, hit[0][1]))
        better = [hit for hit in found if hit[1] > last]
        return [*better, *tied[: limit - len(better)]]

    def _keys_of(self, tree: TreeRow, wanted: Filter) -> list[int]:
        """The versions that a filter matches."""
        match wanted:
            case Among(doc_ids):
                own = [one for one in sorted(doc_ids) if one.startswith(f"{tree.name}:")]
                paths = [one.removeprefix(f"{tree.name}:") for one in own]
                found = self._catalog.live_among(tree.id, paths)
                absent = set(paths).difference(row.path for row in found)
                self._catalog.confirm_absent(tree.id, absent)
                return [row.key for row in found]
            case Under(start):
                return self._catalog.keys_under(tree.id, start)
            case Dated(first, last):
                return self._catalog.keys_dated(tree.id, first, last)
            case Having(name, test):
                return self._keys_having(tree, name, test)

    def matching(self, tree: TreeRow, pinned: Pinned, query: Query) -> list[Address]:
        """Every chunk of a tree that matches a query, in any order."""
        found = self._searched(tree, pinned, query, pinned.searcher.num_docs)
        return [address for address, _ in found]

    def _searched(self, tree: TreeRow, pinned: Pinned, query: Query, limit: int) -> list[Found]:
        search, keys_of = self._store.postings(tree).search, partial(self._keys_of, tree)
        try:
            return search(pinned, query, limit, keys_of)
        except BodiesNeeded:
            return search(self.with_bodies(tree, pinned), query, limit, keys_of)

    def counts(
        self, tree: TreeRow, pinned: Pinned, fields: Sequence[Field], words: Sequence[str]
    ) -> dict[Field, dict[str, int]]:
        """The number of chunks of a tree that contain each word, by field."""
        if "body" in fields:
            pinned = self.with_bodies(tree, pinned)
        return self._store.postings(tree).counts(pinned, fields, words)

    def with_bodies(self, tree: TreeRow, pinned: Pinned) -> Pinned:
        """Postings of the same chunks that have the field `body`; in memory if need be."""
        if pinned.has_bodies:
            return pinned
        postings = self._store.postings(tree)
        made = postings.in_memory
        if made is None or made.opstamp != pinned.opstamp:
            made = self._with_bodies(tree)._replace(opstamp=pinned.opstamp)
            postings.in_memory = made  # until the next commit
        return made

    def _with_bodies(self, tree: TreeRow) -> Pinned:
        index = configured(None, tree.language)
        writer = index.writer(HEAP, 1)
        for row in self._catalog.all_live(tree.id):
            chunks = self.all_chunks(row, tree.name)
            for posting in self.postings(rows.with_bodies(tree), row, chunks):
                writer.add_document(posting)
        writer.commit()
        writer.wait_merging_threads()
        index.reload()
        return nothing()._replace(searcher=index.searcher(), has_bodies=True)

    def located(self, tree: TreeRow, addresses: Sequence[Address]) -> dict[Address, Location]:
        """The places of those of these chunks whose version is visible."""
        live = self._catalog.live_keys(tree.id, {key for key, _ in addresses})
        return self._places.of(tree.name, [each for each in addresses if each[0] in live])

    def _keys_having(self, tree: TreeRow, name: str, test: PropertyTest | None) -> list[int]:
        """The versions of the documents with a property; most facts do not mention its name."""
        import json  # few queries have such a filter

        from ra.properties import has_property

        sought = json.dumps(name, ensure_ascii=False)[1:-1].casefold()
        documents = self._catalog.all_live(tree.id)
        named = [row for row in documents if sought in row.facts.casefold()]
        with Sensible(tree.name):
            return [row.key for row in named if has_property(parsed(row.facts)[3], name, test)]

    def nodes(self, tree: TreeRow, ids: Iterable[str]) -> dict[str, Node]:
        """The nodes of these ids in the tree, and of their ancestors."""
        found = self._places.with_ancestors(tree.name, self.addresses(tree, ids).values())
        with Sensible(tree.name):
            return {
                one.id: Node._make(
                    (
                        found[one.above].id if one.above else None,
                        one.depth,
                        one.siblings,
                        one.end - one.start,
                    )
                )
                for one in found.values()
            }

    def chunks(self, tree: TreeRow, ids: Iterable[str]) -> list[Chunk]:
        """The chunks with these ids in the tree; each document is read once."""
        addresses = list(self.addresses(tree, ids).values())
        keys = dict.fromkeys(key for key, _ in addresses)
        documents = list(self._catalog.live_with(tree.id, keys).values())
        found = self._bodies_at(addresses)
        places = self._places.with_ancestors(tree.name, addresses)
        return self._built(found, places, tree.name, documents)

    def _bodies_at(self, addresses: Sequence[Address]) -> list[BodyRow]:
        """The rows at these addresses; recent ones are cached, since a version never changes."""
        kept = self._bodies
        missing = [address for address in addresses if address not in kept]
        if missing:
            if len(kept) + len(missing) > _MOST_ROWS:
                kept = self._bodies = {}
                missing = list(addresses)
            for row in self._catalog.bodies(missing):
                kept[row.document, row.position] = row
        return [kept[address] for address in addresses]

    def all_chunks(self, document: DocumentRow, tree: str) -> list[Chunk]:
        """All chunks of one version of a document."""
        found = self._catalog.chunks(document)
        places = [place(tree, document, rows.place_row(row)) for row in found]
        standing = {one.address: one for one in places}
        return self._built(list(map(rows.body_row, found)), standing, tree, [document])

    def texts(self, tree: TreeRow, doc_ids: Iterable[str]) -> Iterator[tuple[str, bytes]]:
        """The texts of these documents in the tree."""
        start = f"{tree.name}:"
        paths = [one.removeprefix(start) for one in doc_ids if one.startswith(start)]
        documents = self._catalog.live_among(tree.id, paths)
        self._catalog.confirm_absent(tree.id, set(paths).difference(one.path for one in documents))
        texts = self._store.texts(documents)
        return ((f"{start}{one.path}", texts[one.key]) for one in documents)

    def addresses(self, tree: TreeRow, ids: Iterable[str]) -> dict[str, Address]:
        """The addresses of the chunks with these ids in the tree."""
        wanted = dict.fromkeys(ids)
        known = self._places.named(wanted)
        keys = {key for key, _ in known.values()}
        live = self._catalog.live_keys(tree.id, keys)
        found = known
        if len(live) < len(keys):
            found = {one: address for one, address in known.items() if address[0] in live}
        if len(found) < len(wanted):
            found.update(self._looked_up(tree, wanted.keys() - found.keys()))
        return found

    def _looked_up(self, tree: TreeRow, ids: Iterable[str]) -> Iterator[tuple[str, Address]]:
        wanted = _by_path(tree.name, ids)
        missing = {one for named in wanted.values() for one in named}
        for document in self._catalog.live_among(tree.id, list(wanted)):
            named = wanted.pop(document.path)
            doc_id = f"{tree.name}:{document.path}"
            for row in self._catalog.chunks(document):
                one = rows.chunk_id(doc_id, row.slug, row.part)
                if one in named:
                    missing.discard(one)
                    yield one, (document.key, row.position)
        absent = [path for path, named in wanted.items() if not named.isdisjoint(missing)]
        self._catalog.confirm_absent(tree.id, absent)

    def _built(
        self,
        found: Sequence[BodyRow],
        places: Standing,
        tree: str,
        documents: Sequence[DocumentRow],
    ) -> list[Chunk]:
        """Build chunks from their rows and the data of their documents."""
        texts = self._store.texts(documents)
        links = self._store.links(documents)
        with Sensible(tree):
            contents = {
                one.key: _Content(one, tree, rows.tags(one), texts[one.key], links[one.key])
                for one in documents
            }
            return [_chunk(row, contents[row.document], places) for row in found]

    def stored_links(self, document: DocumentRow, tree: str) -> list[StoredLink]:
        """The links of a document, with the chunks that contain them."""
        from ra.engine.records import StoredLink  # not needed by a search

        links = self._store.links([document])[document.key].unpacked()
        places = self._places.of(tree, [(document.key, position) for position in links])
        with Sensible(document.path):
            return [
                StoredLink(f"{tree}:{document.path}", places[document.key, position].id, link)
                for position, some in links.items()
                for link in some
            ]

    def with_keys(self, table: Table, tree: TreeRow, keys: Iterable[str]) -> list[DocumentRow]:
        """The documents of a tree that may have one of these keys, by path, each once."""
        from ra.engine.embedded.links import number as key_number  # no search asks for these

        found = {
            row.path: row
            for number in sorted(set(map(key_number, keys)))
            for row in self._catalog.with_key(table, tree.id, number)
        }
        return [found[path] for path in sorted(found)]

    def records(self, found: Iterable[tuple[TreeRow, DocumentRow]]) -> list[DocumentRecord]:
        """The records of documents."""
        from ra.engine.embedded.versions import document_record  # not needed by a search

        records = []
        for tree, document in found:
            with Sensible(document.path):
                records.append(document_record(document, tree))
        return records

    def postings(
        self, tree: TreeRow, document: DocumentRow, chunks: Sequence[Chunk]
    ) -> Iterator[tantivy.Document]:
        """The postings of a version of a document with these chunks."""
        from ra.engine.embedded.tantivy_document import postings_of  # few commands need them
        from ra.properties import property_texts

        facts = parsed(document.facts) if document.facts else None
        aliases, properties = (facts[1], property_texts(facts[3])) if facts else ((), ())
        language = document_analysis(tree.language, facts[7] if facts else "")
        bodies = rows.has_bodies(tree)
        return postings_of(document.key, chunks, aliases, language, properties, bodies=bodies)


def _chunk(row: BodyRow, content: _Content, places: Standing) -> Chunk:
    document, tree, tags, text, links = content
    standing = places[row.document, row.position]
    spans = rows.spans(row)
    return Chunk(
        standing.id,
        f"{tree}:{document.path}",
        parent_id(standing, places),
        tree,
        document.path,
        standing.depth,
        row.position,
        standing.title,
        standing.slug,
        titles(standing, places),
        standing.start,
        standing.end,
        standing.siblings,
        row.body or "".join([text[start:end].decode() for start, end in spans]),
        rows.kind(row, standing.slug),
        standing.part,
        row.prefix or "",
        tags,
        links.of(row.position),
        document.mtime,
        spans,
        row.tokens,
        row.kind != rows.STRUCTURE,
        standing.start - row.heading,
        rows.hidden(row),
    )


def _by_path(tree: str, ids: Iterable[str]) -> dict[str, set[str]]:
    """The ids of a tree by the paths that they may refer to."""
    wanted: dict[str, set[str]] = {}
    for name in ids:
        rest = name.removeprefix(f"{tree}:")
        if rest != name:
            for path in _paths(rest):
                wanted.setdefault(path, set()).add(name)
    return wanted


def _paths(rest: str) -> Iterable[str]:
    """The paths that an id without its tree may refer to: a path may itself contain `#` and `~`."""
    yield rest
    for mark in ("~", "#"):
        place = len(rest)
        while (place := rest.rfind(mark, 0, place)) > 0:
            yield rest[:place]
