"""Holds the vectors of a tree in memory: cosines by address, and the nearest of many.

The nearest are found exactly while that is fast; beyond, the signs of the numbers choose some
thousand candidates, whose cosines are then computed exactly.
"""

from __future__ import annotations

from bisect import bisect_left

import numpy as np
from numpy.typing import NDArray

from ra.engine.embedded.quantized import Floats, Packed, cosines, pack, signs, taken

EXACT_UP_TO = 10_000
"""Up to here all cosines are computed: docs/decisions has the measurements."""
_SHORTLIST, _PART = 2_000, 32  # candidates at least, and the part of all vectors that they are
_NEVER = -2.0  # below every cosine
_BLOCK = 32_768  # vectors whose signs are compared at once
_WORD = 64  # bits

Numbers = NDArray[np.int64]
Rows = NDArray[np.intp]


class VectorMatrix:
    """All vectors of one model in one tree; a chunk may have several, and counts by its closest.

    `has_text` says which of them may be among the nearest.
    """

    def __init__(
        self, packed: Packed, addresses: Numbers, has_text: NDArray[np.bool_] | None = None
    ) -> None:
        if has_text is None:
            has_text = np.ones(len(addresses), np.bool_)
        order = np.argsort(addresses, kind="stable")
        if not np.array_equal(order, np.arange(len(order))):
            packed = Packed(packed.numbers[order], packed.scales[order])
            addresses, has_text = addresses[order], has_text[order]
        self._packed, self._addresses = packed, addresses
        is_first = np.ones(len(addresses), np.bool_)
        is_first[1:] = addresses[1:] != addresses[:-1]
        self._starts = np.append(np.flatnonzero(is_first), len(addresses))
        self._distinct = addresses[is_first]
        self._is_bare = ~has_text
        self._bare = np.flatnonzero(self._is_bare)
        self._signs: NDArray[np.uint64] | None = None
        if len(addresses) > EXACT_UP_TO:  # words of all vectors side by side, faster to add up
            self._signs = np.ascontiguousarray(signs(packed.numbers).T)

    def compared(self, wanted: Numbers, query: Floats) -> tuple[Floats, Packed]:
        """The largest cosine at each of these addresses, NaN where no vector is.

        With the first vector of each that has some.
        """
        there, places = self._found(wanted)
        found = np.full(len(wanted), np.nan, np.float32)
        if not len(places):
            return found, taken(self._packed, places)
        rows, begins = self._rows_at(places)
        own = taken(self._packed, rows)
        found[there] = np.maximum.reduceat(cosines(own, query), begins)
        return found, taken(own, begins)

    def passages_at(self, wanted: Numbers, query: Floats) -> list[list[float]]:
        """The cosines of all vectors at each of these addresses but the first one."""
        there, places = self._found(wanted)
        rows, begins = self._rows_at(places)
        values = cosines(self._packed, query, rows).tolist()
        ends = [*begins[1:].tolist(), len(values)]
        own = (values[one + 1 : end] for one, end in zip(begins.tolist(), ends, strict=True))
        return [next(own) if one else [] for one in there.tolist()]

    def _rows_at(self, places: Rows) -> tuple[Rows, Rows]:
        """The vectors at these places one after the other, and where those of each begin."""
        starts = self._starts[places]
        counts = self._starts[places + 1] - starts
        begins = np.cumsum(counts) - counts
        rows = np.repeat(starts - begins, counts)
        rows += np.arange(len(rows))
        return rows, begins

    def _found(self, wanted: Numbers) -> tuple[NDArray[np.bool_], Rows]:
        """Which of these addresses have vectors, and the places of those among all that have."""
        if not len(self._distinct):
            return np.zeros(len(wanted), np.bool_), np.zeros(0, np.intp)
        places = np.searchsorted(self._distinct, wanted)
        there = self._distinct.take(places, mode="clip") == wanted
        return there, places[there]

    def ranked(
        self, query: Floats, limit: int, allowed: Numbers | None = None
    ) -> list[tuple[int, float]]:
        """At least the `limit` largest cosines with their addresses, best first."""
        rows = None if allowed is None else np.flatnonzero(np.isin(self._addresses, allowed))
        if self._signs is not None and (rows is None or len(rows) > EXACT_UP_TO):
            size = max(_SHORTLIST, len(self._addresses) // _PART, 4 * limit)
            rows = self._shortlist(self._signs, query, size, rows)
        found = cosines(self._packed, query, rows)
        if not len(found):
            return []
        found[self._bare if rows is None else self._is_bare[rows]] = _NEVER
        own = self._addresses if rows is None else self._addresses[rows]
        firsts = np.flatnonzero(np.concatenate(([True], own[1:] != own[:-1])))
        best = np.maximum.reduceat(found, firsts)
        most = min(limit, len(best))
        first = np.argpartition(-best, most - 1)[:most]
        pairs = zip(own[firsts[first]].tolist(), best[first].tolist(), strict=True)
        return sorted((p for p in pairs if p[1] > _NEVER), key=lambda pair: (-pair[1], pair[0]))

    def _shortlist(
        self, own: NDArray[np.uint64], query: Floats, size: int, rows: Rows | None
    ) -> Rows:
        """The vectors that share most signs with the query, in order; of equal ones the first."""
        differing = _differing(own, signs(pack(query[None]).numbers)[0])
        farthest = _WORD * len(own) + 1
        differing[self._bare] = farthest
        if rows is not None:
            differing = differing[rows]
        if size < len(differing):
            last = _distance_of(size, differing, farthest)
            nearest = np.flatnonzero(differing <= last)
            if len(nearest) > size:
                equal = np.flatnonzero(differing[nearest] == last)
                nearest = np.delete(nearest, equal[size - len(nearest) :])
            return nearest if rows is None else rows[nearest]
        return np.arange(len(differing)) if rows is None else rows


def _distance_of(rank: int, differing: NDArray[np.uint16], farthest: int) -> int:
    """The distance of the vector at this rank, by counting: ten times as fast as a partition."""

    def within(distance: int) -> int:
        return int(np.count_nonzero(differing <= distance))

    return bisect_left(range(farthest), rank, key=within)


def _differing(own: NDArray[np.uint64], wanted: NDArray[np.uint64]) -> NDArray[np.uint16]:
    """How many bits of each vector differ; a block after the other, in the cache of a core."""
    size = own.shape[1]
    found = np.zeros(size, np.uint16)
    words = np.empty(min(size, _BLOCK), np.uint64)
    counts = np.empty(len(words), np.uint8)
    for start in range(0, size, _BLOCK):
        here = found[start : start + _BLOCK]
        some, count = words[: len(here)], counts[: len(here)]
        for row, bits in zip(own[:, start : start + _BLOCK], wanted, strict=True):
            np.bitwise_count(np.bitwise_xor(row, bits, out=some), out=count)
            here += count
    return found
