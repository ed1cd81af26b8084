"""The vectors of an engine in memory: every cosine is computed from floats."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ra.engine.query import Hit, Query, Scope
from ra.engine.vectors import ComparedChunks, Coverage, DocumentVectors
from tests.engines.matching import Tree

if TYPE_CHECKING:
    from ra.engine.vectors import QueryVectors, Vector

_ALL = 10**9


class Stored(NamedTuple):
    """The vectors of a version of a document, and the form that they have."""

    tenant: str
    form: str
    vectors: DocumentVectors


class Shelf(NamedTuple):
    """All that was put, by document, and what is kept by tenant and key."""

    documents: dict[tuple[str, str], Stored]
    spares: dict[tuple[str, bytes], Vector]


class MemoryVectors:
    """The protocol, as plainly as it can be kept."""

    def __init__(
        self,
        trees: Callable[[Scope], Sequence[Tree]],
        shelf: Shelf,
        lexical: Callable[[Query, int, Scope], list[Hit]],
    ) -> None:
        self._trees, self._shelf, self._lexical = trees, shelf, lexical

    def unembedded(self, scope: Scope) -> list[str]:
        """Documents without valid vectors."""
        return sorted(
            kept.entry.document.id
            for tree in self._trees(scope)
            for kept in tree.kept.values()
            if any(chunk.hit for chunk in kept.entry.chunks)
            and self._of(tree, kept.entry.document.id, kept.version) is None
        )

    def without_model(self, scope: Scope) -> dict[str, int]:
        """Counts of chunks of documents that are done without a model."""
        return {
            tree.spec.name: sum(
                chunk.hit
                for kept in tree.kept.values()
                if (done := self._of(tree, kept.entry.document.id, kept.version)) and not done.model
                for chunk in kept.entry.chunks
            )
            for tree in self._trees(scope)
        }

    def coverage(self, scope: Scope) -> dict[str, Coverage]:
        """Counts of chunks."""
        found = {}
        for tree in self._trees(scope):
            counts = {
                (kept.entry.document.id, kept.version): sum(c.hit for c in kept.entry.chunks)
                for kept in tree.kept.values()
            }
            done = sum(n for at, n in counts.items() if self._of(tree, *at) is not None)
            found[tree.spec.name] = Coverage(done, sum(counts.values()))
        return found

    def cosines(self, ids: Iterable[str], vectors: QueryVectors, scope: Scope) -> dict[str, float]:
        """The cosines of these chunks."""
        every = {one: score for one, score, _ in self._scored(vectors, scope)}
        return {one: every[one] for one in ids if one in every}

    def passages(
        self, ids: Iterable[str], vectors: QueryVectors, scope: Scope
    ) -> dict[str, list[float]]:
        """The cosines of all vectors but the first."""
        wanted = set(ids)
        return {
            one: [float(each @ vector) for each in own[1:]]
            for model, vector in vectors.items()
            for one, own, _ in self._vectors(model, scope)
            if one in wanted and len(own) > 1
        }

    def compared(
        self, ids: Iterable[str], model: str, vector: Vector, scope: Scope
    ) -> ComparedChunks:
        """The cosines with a query, and with the mean of some chunks."""
        wanted = set(ids)
        every = self._vectors(model, scope)
        firsts = {one: vectors[0] for one, vectors, _ in every if one in wanted}

        def alike(like: Collection[str]) -> dict[str, float]:
            chosen = [each for one, each in firsts.items() if one in like]
            if not chosen:
                return {}
            mean = np.mean(chosen, axis=0)
            mean /= np.linalg.norm(mean) or 1
            return {one: float(each @ mean) for one, each in firsts.items()}

        return ComparedChunks(self.cosines(wanted, {model: vector}, scope), alike)

    def nearest(
        self, vectors: QueryVectors, limit: int, scope: Scope, where: Query | None = None
    ) -> list[Hit]:
        """The largest cosines of each tree."""
        allowed = None
        if where is not None:
            allowed = {hit.chunk_id for hit in self._lexical(where, _ALL, scope)}
        found: list[Hit] = []
        for tree in self._trees(scope):
            own = Scope(scope.tenant, (tree.spec.name,))
            names = {one.id: one for kept in tree.kept.values() for one in kept.entry.chunks}
            hits = [
                Hit(one, score, names[one].path, names[one].title)
                for one, score, has_text in self._scored(vectors, own)
                if has_text and (allowed is None or one in allowed)
            ]
            found += sorted(hits, key=_order)[:limit]
        return sorted(found, key=_order)

    def known(self, keys: Collection[bytes], scope: Scope) -> dict[bytes, Vector]:
        """What is kept by key."""
        spares = self._shelf.spares
        return {key: spares[scope.tenant, key] for key in keys if (scope.tenant, key) in spares}

    def keep(self, tree: str, vectors: Mapping[bytes, Vector]) -> None:
        """Keep vectors by key."""
        tenant = self._tenant(tree)
        for key, vector in vectors.items():
            self._shelf.spares[tenant, key] = vector

    def put(self, tree: str, documents: Sequence[DocumentVectors]) -> None:
        """Store vectors of documents that are still the same."""
        for seen in self._trees(Scope(self._tenant(tree), (tree,))):
            versions = {one.entry.document.id: one.version for one in seen.kept.values()}
            for one in documents:
                if versions.get(one.doc_id) == one.version:
                    stored = Stored(seen.spec.tenant, _form(seen), one)
                    self._shelf.documents[tree, one.doc_id] = stored

    def begin(self, tree: str, models: Collection[str]) -> None:
        """Turn what is not valid any more into spares."""
        tenant = self._tenant(tree)
        for at, stored in list(self._shelf.documents.items()):
            if stored.tenant == tenant and not self._is_valid(at, stored, models):
                del self._shelf.documents[at]
                if stored.vectors.model in models:
                    for chunk in stored.vectors.chunks:
                        self._shelf.spares[tenant, chunk.key] = chunk.vector

    def finish(self, tree: str) -> None:
        """Drop the spares when everything is embedded."""
        tenant = self._tenant(tree)
        trees = tuple(name for name, _ in self._shelf.documents)
        if not self.unembedded(Scope(tenant, (tree, *trees))):
            for at in [at for at in self._shelf.spares if at[0] == tenant]:
                del self._shelf.spares[at]

    def _is_valid(self, at: tuple[str, str], stored: Stored, models: Collection[str]) -> bool:
        tree, doc_id = at
        vectors = stored.vectors
        seen = self._trees(Scope(stored.tenant, (tree,)))
        is_current = any(self._of(one, doc_id, vectors.version) for one in seen)
        is_there = any(
            (kept.entry.document.id, kept.version) == (doc_id, vectors.version)
            for one in seen
            for kept in one.kept.values()
        )
        return is_current and is_there and (not vectors.model or vectors.model in models)

    def _of(self, tree: Tree, doc_id: str, version: int) -> DocumentVectors | None:
        stored = self._shelf.documents.get((tree.spec.name, doc_id))
        if stored is None or stored.form != _form(tree):
            return None
        return stored.vectors if stored.vectors.version == version else None

    def _scored(self, vectors: QueryVectors, scope: Scope) -> list[tuple[str, float, bool]]:
        return [
            (one, max(float(each @ query) for each in own), has_text)
            for model, query in vectors.items()
            for one, own, has_text in self._vectors(model, scope)
        ]

    def _vectors(self, model: str, scope: Scope) -> Iterator[tuple[str, list[Vector], bool]]:
        """The chunks that have vectors of a model."""
        for tree in self._trees(scope):
            for kept in tree.kept.values():
                entry = self._of(tree, kept.entry.document.id, kept.version)
                if entry is None or entry.model != model:
                    continue
                ids = {chunk.position: chunk.id for chunk in kept.entry.chunks}
                for at, some in groupby(entry.chunks, key=lambda one: one.position):
                    own = list(some)
                    yield ids[at], [one.vector for one in own], own[0].has_text

    def _tenant(self, tree: str) -> str:
        for tenant in ("default", "ours", "theirs"):
            if self._trees(Scope(tenant, (tree,))):
                return tenant
        raise KeyError(tree)


def _form(tree: Tree) -> str:
    """A tree that is built again is another one."""
    return repr(tree.spec[2:])


def _order(hit: Hit) -> tuple[float, str]:
    return -hit.score, hit.chunk_id
