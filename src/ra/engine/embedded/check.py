"""Is the index what was written? Every row, text and file is read and its sum compared."""

from __future__ import annotations

from collections.abc import Iterator

from ra.engine.embedded import rows
from ra.engine.embedded.catalog import Catalog
from ra.engine.embedded.links import listed
from ra.engine.embedded.rows import TreeRow
from ra.engine.embedded.store import Store
from ra.engine.embedded.versions import Linkage, Version
from ra.engine.records import Problem
from ra.errors import RaError

_CATALOG = "catalog"


def problems(store: Store) -> list[Problem]:
    """All that is damaged, the catalog first."""
    try:
        return [*_catalog(store), *_trees(store)]
    except RaError as error:
        return [Problem(_CATALOG, str(error))]


def _catalog(store: Store) -> Iterator[Problem]:
    catalog = store.catalog
    with catalog.snapshot() as db:
        for (said,) in db.execute("PRAGMA integrity_check").fetchall():
            if said != "ok":
                yield Problem(_CATALOG, said)
        for number, data, total in db.execute("SELECT * FROM dictionaries").fetchall():
            if rows.checksum(data) != total:
                yield Problem(_CATALOG, f"dictionary {number} is not what was written")
        for *values, total in db.execute("SELECT * FROM files").fetchall():
            if rows.checksum(*values) != total:
                yield Problem(
                    _CATALOG, f"the record of the file {values[1]!r} is not what was written"
                )
        yield from _keys(catalog)
        for path in catalog.strays():
            yield Problem(_CATALOG, f"the file {path!r} is of a tree that it does not have")


def _keys(catalog: Catalog) -> Iterator[Problem]:
    """What is looked up by key must be what the documents have."""
    for table in ("names", "mentions"):
        lists = catalog.db.execute(f"SELECT document, {table} FROM links").fetchall()
        expected = {(name, document) for document, data in lists for name in _listed(data)}
        actual = catalog.db.execute(f"SELECT key, document FROM {table}").fetchall()
        if len(actual) != len(expected) or set(actual) != expected:
            yield Problem(_CATALOG, f"the table of {table} is not what was written")


def _listed(data: object) -> tuple[int, ...]:
    return listed(data) if isinstance(data, bytes) else ()


def _trees(store: Store) -> Iterator[Problem]:
    for tree in store.catalog.trees():
        with store.catalog.snapshot():
            yield from _documents(store, tree)
        yield from _postings(store, tree)


def _documents(store: Store, tree: TreeRow) -> Iterator[Problem]:
    catalog = store.catalog
    for row, total in catalog.with_sums(tree.id):
        chunks = [tuple(chunk) for chunk in catalog.chunks(row.key)]
        try:
            text, links = catalog.texts([row.key])[row.key], Linkage(*catalog.linkage(row.key))
            damaged = Version(row, text, chunks, links).sum() != total
            store.texts([row])
        except RaError as error:
            yield Problem(f"{tree.name}:{row.path}", str(error))
            continue
        if damaged:
            yield Problem(f"{tree.name}:{row.path}", "its rows are not what was written")


def _postings(store: Store, tree: TreeRow) -> Iterator[Problem]:
    postings = store.postings(tree)
    place = f"postings of {tree.name}"
    faults = postings.check() if postings.exist() else []
    yield from (Problem(place, fault) for fault in faults)
    if not faults and tree.seal is not None and postings.seal() != tree.seal:
        yield Problem(place, "the list of segments is not what was written")
    if not faults:
        expected = store.catalog.totals(tree.id)[1]
        actual = postings.searcher().num_docs
        if actual != expected and tree.seal is not None:
            yield Problem(place, f"holds {actual} chunks, but the catalog {expected}")
