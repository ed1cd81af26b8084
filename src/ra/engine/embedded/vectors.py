"""The vectors of an embedded index: put beside their chunks, compared with those of a query."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from ra.engine.embedded import vector_rows
from ra.engine.embedded.catalog import Catalog
from ra.engine.embedded.lexical import POSITIONS
from ra.engine.embedded.quantized import (
    Floats,
    Packed,
    cosines,
    from_bytes,
    pack,
    taken,
    to_bytes,
    together,
    unpack,
)
from ra.engine.embedded.rows import Address, DocumentRow, TreeRow
from ra.engine.embedded.snapshots import Snapshot, visible
from ra.engine.embedded.vector_matrix import VectorMatrix
from ra.engine.embedded.vector_rows import VectorRow
from ra.engine.query import Hit, Query, Scope
from ra.engine.vectors import ComparedChunks, Coverage, DocumentVectors
from ra.errors import IndexDamaged, UnknownTree
from ra.typed import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ra.engine.embedded.session import Session
    from ra.engine.vectors import QueryVectors, Vector

_WORTH_LOADING = 16  # reading this part of the rows one by one costs as much as loading all
_FURTHER = 3  # times as many candidates, when too many are of versions that are not visible


class _Cached(NamedTuple):
    """A matrix, and the rows it was made from."""

    embedded: int
    total: int
    matrix: VectorMatrix


class EmbeddedVectors:
    """Vectors in the catalog; for searches they are held in memory, by tree and model."""

    def __init__(self, session: Session) -> None:
        self._session = session

    # Reading

    def unembedded(self, scope: Scope) -> list[str]:
        """The ids of the documents that have chunks and no vectors yet, by id."""
        found: list[str] = []
        with self._session.view(scope) as view:
            catalog = view.generation.catalog
            for tree in view.within(scope):
                done = {key for key, _ in vector_rows.marks_of_tree(catalog.db, tree.id)}
                found += [
                    f"{tree.name}:{document.path}"
                    for document in catalog.all_live(tree.id)
                    if document.chunks and document.key not in done
                ]
        return sorted(found)

    def without_model(self, scope: Scope) -> dict[str, int]:
        """How many chunks of each tree no model knows."""
        with self._session.view(scope) as view:
            db = view.generation.catalog.db
            return {
                tree.name: vector_rows.done_without_model(db, tree.id)
                for tree in view.within(scope)
            }

    def coverage(self, scope: Scope) -> dict[str, Coverage]:
        """How much of each tree is embedded."""
        with self._session.view(scope) as view:
            return {
                tree.name: Coverage(tree.embedded, view.generation.catalog.totals(tree.id)[1])
                for tree in view.within(scope)
            }

    def cosines(self, ids: Iterable[str], vectors: QueryVectors, scope: Scope) -> dict[str, float]:
        """The cosine of each of these chunks that has a vector of one of these models."""
        wanted = list(ids)
        found: dict[str, float] = {}
        with self._session.view(scope):
            for model, vector in vectors.items():
                found |= self.compared(wanted, model, vector, scope).cosines
        return found

    def passages(
        self, ids: Iterable[str], vectors: QueryVectors, scope: Scope
    ) -> dict[str, list[float]]:
        """The cosines of the passages of each of these chunks, in order."""
        wanted = list(ids)
        found: dict[str, list[float]] = {}
        with self._session.view(scope) as view:
            for tree in view.within(scope):
                addresses = view.generation.reader.addresses(tree, wanted)
                for model, vector in vectors.items():
                    matrix = _cached(view, tree, model) or _of_documents(
                        view, tree, model, addresses.values()
                    )
                    own = matrix.passages_at(_numbers(addresses.values()), vector)
                    found |= {one: some for one, some in zip(addresses, own, strict=True) if some}
        return found

    def compared(
        self, ids: Iterable[str], model: str, vector: Vector, scope: Scope
    ) -> ComparedChunks:
        """Those of these chunks that have vectors of this model, compared with that of a query."""
        wanted = list(ids)
        found: dict[str, float] = {}
        parts: list[Packed] = []
        with self._session.view(scope) as view:
            for tree in view.within(scope):
                addresses = view.generation.reader.addresses(tree, wanted)
                matrix = _of_chunks(view, tree, model, vector, addresses)
                scores, firsts = matrix.compared(_numbers(addresses.values()), vector)
                found.update(_numbered(addresses, scores))
                parts.append(firsts)
        return ComparedChunks(found, partial(_alike, list(found), together(parts, len(vector))))

    def nearest(
        self, vectors: QueryVectors, limit: int, scope: Scope, where: Query | None = None
    ) -> list[Hit]:
        """The chunks with text and the largest cosines, at most `limit` of each tree."""
        found: list[Hit] = []
        with self._session.view(scope, postings=where is not None) as view:
            for tree in view.within(scope):
                allowed = None
                if where is not None:
                    reader = view.generation.reader
                    allowed = _numbers(reader.matching(tree, view.pins[tree.id], where))
                hits = [
                    hit
                    for model, vector in vectors.items()
                    for hit in _nearest(view, tree, model, vector, limit, allowed)
                ]
                found += sorted(hits, key=_order)[:limit]
        return sorted(found, key=_order)

    def known(self, keys: Collection[bytes], scope: Scope) -> dict[bytes, Vector]:
        """Vectors that were made before and that no chunk uses now, by key."""
        with self._session.view(scope) as view:
            catalog = view.generation.catalog
            found = vector_rows.spares(catalog.db, catalog.path, scope.tenant, keys)
        return {key: unpack(from_bytes(data, len(data) - 4))[0] for key, data in found.items()}

    # Writing

    def keep(self, tree: str, vectors: Mapping[bytes, Vector]) -> None:
        """Keep vectors until their documents are complete."""
        with self._session.writing(self._session.say):
            catalog, row = self._target(tree)
            data = [(key, to_bytes(pack(vector[None]))) for key, vector in vectors.items()]
            with catalog.transaction() as db:
                vector_rows.put_spares(db, row.tenant, data)

    def put(self, tree: str, documents: Sequence[DocumentVectors]) -> None:
        """Store the vectors of documents; one that has changed since is left out."""
        with self._session.writing(self._session.say):
            catalog, row = self._target(tree)
            with catalog.transaction() as db:
                paths = [one.doc_id.removeprefix(f"{tree}:") for one in documents]
                live = {one.path: one for one in catalog.live_among(row.id, paths)}
                found = [
                    _row(row, live[path], one)
                    for path, one in zip(paths, documents, strict=True)
                    if path in live and live[path].version == one.version
                ]
                catalog.release_vectors(row.id, [one.document for one in found])
                vector_rows.drop_rows(db, [one.document for one in found])
                vector_rows.put_rows(db, found)
                marks = [vector_rows.mark(one.document, one.sum) for one in found]
                catalog.grow_vectors(row.id, sum(one.done for one in found), sum(marks))

    def begin(self, tree: str, models: Collection[str]) -> None:
        """Prepare a run with these models: vectors of others are dropped."""
        with self._session.writing(self._session.say):
            catalog, row = self._target(tree)
            catalog.map_pages(on=False)
            with catalog.transaction() as db:
                others = vector_rows.of_other_models(db, row.id, models)
                catalog.release_vectors(row.id, others)
                for old in vector_rows.checked(catalog.path, vector_rows.released(db, row.tenant)):
                    if old.model in models:
                        vector_rows.put_spares(db, row.tenant, _apart(old))
                vector_rows.drop_released(db, row.tenant)

    def finish(self, tree: str) -> None:
        """End a run: drop what no chunk uses, unless documents are left to be embedded."""
        with self._session.writing(self._session.say):
            catalog, row = self._target(tree)
            catalog.map_pages(on=True)
            with catalog.transaction() as db:
                if all(
                    one.embedded >= one.chunks
                    for one in catalog.trees()
                    if one.tenant == row.tenant
                ):
                    vector_rows.drop_unused(db, row.tenant)

    def _target(self, name: str) -> tuple[Catalog, TreeRow]:
        """The catalog to write, and the visible form of a tree."""
        catalog = self._session.writer.catalog
        with catalog.translated:
            trees = catalog.trees()
        for tree in trees:
            scope = Scope(tree.tenant, (name,))
            if tree.name == name and visible(trees, scope) == [tree]:
                return catalog, tree
        raise UnknownTree(f"the index has no tree '{name}'; declare it first")


def _row(tree: TreeRow, document: DocumentRow, entry: DocumentVectors) -> VectorRow:
    chunks = entry.chunks
    stacked = np.stack([one.vector for one in chunks]) if chunks else np.zeros((0, 0), np.float32)
    row = VectorRow(
        document.key,
        tree.id,
        tree.tenant,
        entry.model,
        document.chunks,
        stacked.shape[1],
        array("I", [2 * one.position + one.has_text for one in chunks]).tobytes(),
        b"".join(one.key for one in chunks),
        to_bytes(pack(stacked)),
        0,
    )
    return row._replace(sum=vector_rows.checksum(row))


def _apart(row: VectorRow) -> Iterator[tuple[bytes, bytes]]:
    """The vectors of a row, each with its key."""
    packed = from_bytes(row.data, row.width)
    for index in range(len(packed.scales)):
        start = index * vector_rows.KEY_BYTES
        one = Packed(packed.numbers[index : index + 1], packed.scales[index : index + 1])
        yield row.keys[start : start + vector_rows.KEY_BYTES], to_bytes(one)


def _of_chunks(
    view: Snapshot, tree: TreeRow, model: str, vector: Vector, addresses: Mapping[str, Address]
) -> VectorMatrix:
    """Vectors of a model, at least those of these chunks."""
    matrix = _cached(view, tree, model) or _worth_loading(view, tree, model, vector, addresses)
    return matrix or _of_documents(view, tree, model, addresses.values(), len(vector))


def _numbered(names: Iterable[str], scores: Floats) -> Iterator[tuple[str, float]]:
    """Each name with its score, without those that have none."""
    pairs = zip(names, scores.tolist(), strict=True)
    return ((one, score) for one, score in pairs if score == score)  # not NaN


def _alike(names: Sequence[str], packed: Packed, like: Collection[str]) -> dict[str, float]:
    """The cosine of each vector with the mean of some of them."""
    chosen = sorted(map(names.index, set(like).intersection(names)))
    if not chosen:
        return {}
    mean = unpack(taken(packed, np.array(chosen))).mean(axis=0)
    scores = cosines(packed, mean / (np.linalg.norm(mean) or 1))
    return dict(zip(names, scores.tolist(), strict=True))


def _worth_loading(
    view: Snapshot, tree: TreeRow, model: str, vector: Vector, addresses: Mapping[str, Address]
) -> VectorMatrix | None:
    """The matrix, loaded as soon as searches have read a part of its rows one by one."""
    asked = view.generation.store.vectors_asked
    read = asked.get((tree.id, model), 0)
    if read > tree.documents // _WORTH_LOADING:
        return _matrix(view, tree, model, len(vector))
    asked[tree.id, model] = read + len({key for key, _ in addresses.values()})
    return None


def _of_documents(
    view: Snapshot,
    tree: TreeRow,
    model: str,
    addresses: Collection[Address],
    width: int | None = None,
) -> VectorMatrix:
    """The vectors of a model in the documents of these chunks, from their rows."""
    catalog = view.generation.catalog
    keys = list({key for key, _ in addresses})
    rows = list(_checked(catalog, vector_rows.rows_of(catalog.db, keys)))
    if len(rows) < len(keys):
        _confirm_absent(catalog, tree)
    own = [row for row in rows if row.model == model and row.tree == tree.id]
    return _stacked(own, (own[0].width if own else 0) if width is None else width)


def _stacked(rows: Iterable[VectorRow], width: int) -> VectorMatrix:
    """The vectors of this width in some rows."""
    numbers, texts = [np.zeros(0, np.int64)], [np.zeros(0, np.bool_)]
    parts: list[Packed] = []
    for row in rows:
        if row.width == width:
            places = np.frombuffer(row.places, np.uint32)
            numbers.append(row.document * POSITIONS + (places >> 1).astype(np.int64))
            texts.append((places & 1).astype(np.bool_))
            parts.append(from_bytes(row.data, row.width))
    return VectorMatrix(together(parts, width), np.concatenate(numbers), np.concatenate(texts))


def _confirm_absent(catalog: Catalog, tree: TreeRow) -> None:
    """Raise `IndexDamaged` if vectors cannot be found that the row of the tree counts."""
    known = (tree.id, "vectors", (tree.embedded, tree.vectors_sum))
    if known in catalog.known.confirmed:
        return
    marks = vector_rows.marks_of_tree(catalog.db, tree.id)
    total = sum(vector_rows.mark(*each) for each in marks)
    if total != tree.vectors_sum or 0 < tree.chunks <= tree.embedded:
        raise _missing(catalog, tree)
    catalog.known.confirmed.add(known)


def _missing(catalog: Catalog, tree: TreeRow) -> IndexDamaged:
    return IndexDamaged(f"{catalog.path}: vectors of tree '{tree.name}' are missing")


def _nearest(
    view: Snapshot,
    tree: TreeRow,
    model: str,
    vector: Vector,
    limit: int,
    allowed: NDArray[np.int64] | None,
) -> list[Hit]:
    """The nearest chunks of one model in one tree."""
    matrix = _matrix(view, tree, model, len(vector))
    asked = limit
    while True:
        ranked = matrix.ranked(vector, asked, allowed)
        addresses = [divmod(number, POSITIONS) for number, _ in ranked]
        places = view.generation.reader.located(tree, addresses)
        hits = [
            Hit(place.id, score, place.path, place.title)
            for address, (_, score) in zip(addresses, ranked, strict=True)
            if (place := places.get(address)) is not None
        ]
        if len(hits) >= limit or len(ranked) < asked:
            return hits[:limit]
        asked *= _FURTHER


def _cached(view: Snapshot, tree: TreeRow, model: str) -> VectorMatrix | None:
    """The matrix in memory, if nothing has changed since it was loaded."""
    cached = view.generation.store.matrices.get((tree.id, model))
    if isinstance(cached, _Cached) and cached[:2] == (tree.embedded, tree.vectors_sum):
        return cached.matrix
    return None


def _matrix(view: Snapshot, tree: TreeRow, model: str, width: int) -> VectorMatrix:
    """The vectors of a model, from memory if nothing has changed since."""
    if (matrix := _cached(view, tree, model)) is not None:
        return matrix
    catalog = view.generation.catalog
    total = 0
    own: list[VectorRow] = []
    for row in _checked(catalog, vector_rows.rows_of_tree(catalog.db, tree.id)):
        total += vector_rows.mark(row.document, row.sum)
        if row.model == model:
            own.append(row)
    if total != tree.vectors_sum:
        raise _missing(catalog, tree)
    matrix = _stacked(own, width)
    view.generation.store.matrices[tree.id, model] = _Cached(
        tree.embedded, tree.vectors_sum, matrix
    )
    return matrix


def _checked(catalog: Catalog, found: Iterable[tuple[object, ...]]) -> Iterator[VectorRow]:
    return vector_rows.checked(catalog.path, found)


def _numbers(addresses: Collection[Address]) -> NDArray[np.int64]:
    return np.array([key * POSITIONS + position for key, position in addresses], np.int64)


def _order(hit: Hit) -> tuple[float, str]:
    return -hit.score, hit.chunk_id
