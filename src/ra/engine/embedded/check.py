"""Checks a whole index: reads every row, text and file and compares its checksum."""

from __future__ import annotations

from collections.abc import Iterator
from zlib import crc32

from ra.engine.embedded import rows, vector_rows
from ra.engine.embedded.catalog import Catalog
from ra.engine.embedded.keys import TABLES
from ra.engine.embedded.lexical import is_readable
from ra.engine.embedded.locations import Sensible
from ra.engine.embedded.rows import DocumentRow, TreeRow
from ra.engine.embedded.schema import LIVE
from ra.engine.embedded.store import Store
from ra.engine.records import Problem
from ra.errors import RaError

_CATALOG = "catalog"


def problems(store: Store) -> list[Problem]:
    """Everything damaged, the catalog first."""
    found: list[Problem] = []
    try:
        with Sensible(str(store.catalog.path)):
            for part in (_catalog(store.catalog), _trees(store)):
                found.extend(part)
    except RaError as error:
        found.append(Problem(_CATALOG, str(error)))
    return found


def _catalog(catalog: Catalog) -> Iterator[Problem]:
    with catalog.snapshot() as db:
        for (said,) in db.execute("PRAGMA integrity_check").fetchall():
            if said != "ok":
                yield Problem(_CATALOG, said)
        for number, data, total in db.execute("SELECT * FROM dictionaries").fetchall():
            if crc32(data) != total:
                yield Problem(_CATALOG, f"dictionary {number} does not match its checksum")
        for table in TABLES:
            if not catalog.keys_are_sound(table):
                yield Problem(_CATALOG, f"the table of {table} does not match its checksum")
        for tree in catalog.strays():
            yield Problem(_CATALOG, f"has files of the unknown tree {tree}")
        catalog.debtors()
        vector_rows.check_spares(db, catalog.path)


def _trees(store: Store) -> Iterator[Problem]:
    for tree in store.catalog.trees():
        with store.catalog.snapshot():
            store.catalog.files(tree)
            yield from _documents(store, tree)
            yield from _vectors(store, tree)
        yield from _postings(store, tree)


def _documents(store: Store, tree: TreeRow) -> Iterator[Problem]:
    versions = store.catalog.versions(tree.id)
    for row in versions:
        try:
            _read(store, row)
        except RaError as error:
            yield Problem(f"{tree.name}:{row.path}", str(error))
    seen = [row for row in versions if row.status == LIVE]
    counted = (
        len(seen),
        sum(row.chunks for row in seen),
        sum(row.size for row in seen),
        sum(map(rows.document_mark, seen)),
    )
    if counted != (tree.documents, tree.chunks, tree.bytes, tree.documents_sum):
        yield Problem(_CATALOG, f"documents of tree '{tree.name}' are missing")


def _vectors(store: Store, tree: TreeRow) -> Iterator[Problem]:
    """Vectors are made again rather than lost: a problem is damage of the catalog."""
    catalog = store.catalog
    place = f"vectors of {tree.name}"
    count = total = 0
    try:
        for row in vector_rows.checked(catalog.path, vector_rows.rows_of_tree(catalog.db, tree.id)):
            count += row.done
            total += vector_rows.mark(row.document, row.sum)
    except RaError as error:
        yield Problem(place, str(error))
        return
    if (count, total) != (tree.embedded, tree.vectors_sum):
        yield Problem(place, "some are missing")


def _read(store: Store, row: DocumentRow) -> None:
    """Check all parts of a version against their checksums."""
    store.catalog.checked([row])
    store.catalog.chunks(row)
    store.catalog.linkage(row.key)
    store.links([row])[row.key].unpacked()
    store.expanded(row, store.catalog.texts([row.key])[row.key])


def _postings(store: Store, tree: TreeRow) -> Iterator[Problem]:
    if not is_readable(tree):
        return  # written by another version of ra: rebuilt before use
    postings = store.postings(tree)
    place = f"postings of {tree.name}"
    faults = postings.check() if postings.exist() else []
    yield from (Problem(place, fault) for fault in faults)
    if faults or tree.seal is None:
        return
    if postings.seal().value != tree.seal:
        yield Problem(place, "the segment files do not match their checksum")
        return
    expected = store.catalog.totals(tree.id)[1]
    actual = postings.pinned(tree.opstamp).searcher.num_docs
    if actual != expected:
        yield Problem(place, f"holds {actual} chunks, but the catalog has {expected}")
