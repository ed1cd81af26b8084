"""What an engine keeps of embeddings, and what it can be asked about them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Protocol

from ra.engine.query import Hit, Query, Scope
from ra.typed import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vector = NDArray[np.float32]
    """A unit vector."""

    QueryVectors = Mapping[str, Vector]
    """The vector of a query by the name of the model that made it."""


class ChunkVector(NamedTuple):
    """A vector of one chunk: the first one is that of the whole, others are of its passages.

    `key` is a hash of the model and of exactly the text that was embedded. A chunk without text
    of its own has the vector of its breadcrumb: it has a cosine, and is never among the nearest.
    """

    position: int
    key: bytes
    has_text: bool
    vector: Vector


class DocumentVectors(NamedTuple):
    """The vectors of one version of a document, made by one model; without any, it needs none."""

    doc_id: str
    version: int
    model: str
    chunks: Sequence[ChunkVector]


class Coverage(NamedTuple):
    """How many chunks of a tree are done, of all that a search may find."""

    embedded: int
    chunks: int


class ComparedChunks(NamedTuple):
    """The cosines of chunks with a query, by one model; a chunk counts by its closest vector.

    `alike` gives the cosine of each of them with the mean of some of them, by their first vectors;
    nothing if none of these has a vector.
    """

    cosines: Mapping[str, float]
    alike: Callable[[Collection[str]], dict[str, float]]


class VectorReader(Protocol):
    """Compares vectors; those of a chunk go with it, so all that is found is there."""

    def unembedded(self, scope: Scope) -> list[str]:
        """The ids of the documents that have chunks and no vectors yet, by id."""

    def without_model(self, scope: Scope) -> dict[str, int]:
        """How many chunks of each tree are done without vectors: no model knows their language."""

    def coverage(self, scope: Scope) -> dict[str, Coverage]:
        """How much of each tree is embedded."""

    def cosines(self, ids: Iterable[str], vectors: QueryVectors, scope: Scope) -> dict[str, float]:
        """The cosine of each of these chunks that has a vector of one of these models.

        A chunk with several vectors counts by the closest one.
        """

    def passages(
        self, ids: Iterable[str], vectors: QueryVectors, scope: Scope
    ) -> dict[str, list[float]]:
        """The cosines of the passages of each of these chunks that has some, in order."""

    def compared(
        self, ids: Iterable[str], model: str, vector: Vector, scope: Scope
    ) -> ComparedChunks:
        """Those of these chunks that have vectors of this model, compared with that of a query."""

    def nearest(
        self, vectors: QueryVectors, limit: int, scope: Scope, where: Query | None = None
    ) -> list[Hit]:
        """The chunks with text and the largest cosines, at most `limit` of each tree, best first.

        With `where`, only those that match it.
        """

    def known(self, keys: Collection[bytes], scope: Scope) -> dict[bytes, Vector]:
        """Vectors that were made before and that no chunk uses now, by key.

        They are those of `keep`, and of chunks that were replaced, moved or removed.
        """


class VectorWriter(Protocol):
    """Takes in vectors, in runs of one process at a time."""

    def keep(self, tree: str, vectors: Mapping[bytes, Vector]) -> None:
        """Keep vectors until their documents are complete: a killed process loses none of them."""

    def put(self, tree: str, documents: Sequence[DocumentVectors]) -> None:
        """Store the vectors of documents; one that has changed since is left out."""

    def begin(self, tree: str, models: Collection[str]) -> None:
        """Prepare a run with these models: vectors of others are dropped."""

    def finish(self, tree: str) -> None:
        """End a run: drop what no chunk uses, unless documents are left to be embedded."""
