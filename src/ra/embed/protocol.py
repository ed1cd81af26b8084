"""What a model must do: turn texts into vectors of one length, for one or more languages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from ra.typed import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vector = NDArray[np.float32]
    """A unit vector."""

    Vectors = NDArray[np.float32]
    """One unit vector for each text, a row each."""


class Confidence(NamedTuple):
    """The evidence that a match needs: `keyword` × the keyword share + the largest cosine.

    `strong` is what a strong match needs, `least` what a match needs at all.
    """

    keyword: float
    strong: float
    least: float


class Card(NamedTuple):
    """What is known of a model before it is loaded.

    `name` changes when its vectors do. Of a text at most `characters` are embedded. A model
    without `languages` takes any. `weight` is what a cosine adds to a keyword score that is a
    share of the best possible one; None if nobody measured it, then the spread of its cosines
    decides (`ra.embed.weight`). `confident` is the evidence that matches need; None if nobody
    measured it.
    """

    name: str
    dimensions: int
    characters: int
    languages: frozenset[str] | None
    weight: float | None
    confident: Confidence | None = None


class Embedder(Protocol):
    """A loaded model."""

    @property
    def card(self) -> Card:
        """What is known of it."""

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One unit vector for each text of a document, in order."""

    def embed_passages(self, texts: Sequence[str]) -> list[Vectors]:
        """For each text its own vector, then those of its passages if the model tells them apart.

        The first line of a text is its breadcrumb, which belongs to every passage.
        """

    def embed_query(self, text: str) -> Vectors:
        """The unit vector of a query, as one row: some models mark queries with a prefix."""


def whole(vectors: Vectors) -> list[Vectors]:
    """Vectors of texts without passages."""
    return [vectors[index : index + 1] for index in range(len(vectors))]
