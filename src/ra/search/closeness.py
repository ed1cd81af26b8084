"""How close hits are to the query: the evidence for the verdict, and the passages to show."""

from __future__ import annotations

from collections.abc import Iterable

from ra.model import Chunk
from ra.search.candidates import Legs
from ra.search.fuse import best_possible
from ra.search.passages import closest
from ra.search.query_vectors import Meaning
from ra.search.verdict import Similarity

_LONG_TEXT = 10_000  # characters, several times what a model embeds
_FEW_WORDS = 0.15  # of the best possible score: a hit below it owes its place to its meaning


def excerpts(shown: Iterable[Chunk], legs: Legs, meaning: Meaning) -> dict[str, int]:
    """Where the excerpts begin of chunks that have hardly a word of the query, in characters."""
    worded = {
        hit.chunk_id
        for leg in legs.keyword
        for enough in (_FEW_WORDS * best_possible(leg),)
        for hit in leg.hits
        if hit.score >= enough
    }
    wordless = {chunk.id: chunk.body for chunk in shown if chunk.id not in worded}
    found: dict[str, int] = {}
    for leg in legs.semantic if wordless else ():
        own = {hit.chunk_id for hit in leg.hits}
        vector = next(each for each in meaning.vectors[leg.tree] if each.model == leg.model)
        bodies = {one: body for one, body in wordless.items() if one in own}
        known = meaning.passages(bodies, {vector.model: vector.vector}) if meaning.passages else {}
        found |= closest(bodies, vector, known)
    return found


def similarity(chunk: Chunk, legs: Legs) -> Similarity | None:
    """How close the tree of a hit is to the query, if its model is known well enough.

    The vector of a very long text stands for its start only.
    """
    if len(chunk.body) > _LONG_TEXT:
        return None
    share = 0.0
    for leg in legs.keyword:
        own = [hit.score for hit in leg.hits if hit.chunk_id == chunk.id]
        share = max(share, *[score / best_possible(leg) for score in own], 0.0)
    near = [
        Similarity(share, leg.hits[0].score, leg.confident)
        for leg in legs.semantic
        if leg.tree == chunk.tree and leg.confident is not None and leg.hits
    ]
    return max(near, key=lambda one: one.surplus, default=None)
