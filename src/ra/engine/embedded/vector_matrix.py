"""Holds the vectors of a tree in memory: cosines by address, and the nearest of many.

The nearest are found exactly while that is fast; beyond, the signs of the numbers choose some
thousand candidates, whose cosines are then computed exactly.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ra.engine.embedded.quantized import Floats, Packed, cosines, pack, signs

EXACT_UP_TO = 10_000
"""Up to here all cosines are computed: docs/decisions has the measurements."""
_SHORTLIST, _PART = 2_000, 32  # candidates at least, and the part of all vectors that they are
_NEVER = -2.0  # below every cosine

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
        self._is_bare = ~has_text
        self._bare = np.flatnonzero(self._is_bare)
        self._signs: NDArray[np.uint64] | None = None
        if len(addresses) > EXACT_UP_TO:  # words of all vectors side by side, faster to add up
            self._signs = np.ascontiguousarray(signs(packed.numbers).T)

    def cosines_of(self, wanted: Numbers, query: Floats) -> Floats:
        """The largest cosine at each of these addresses; NaN where no vector is."""
        starts = np.searchsorted(self._addresses, wanted, "left")
        counts = np.searchsorted(self._addresses, wanted, "right") - starts
        found = np.full(len(wanted), np.nan, np.float32)
        there = counts > 0
        if not there.any():
            return found
        starts, counts = starts[there], counts[there]
        firsts = np.cumsum(counts) - counts
        rows = np.repeat(starts - firsts, counts) + np.arange(counts.sum())
        found[there] = np.maximum.reduceat(self._cosines(rows, query), firsts)
        return found

    def passages_of(self, wanted: int, query: Floats) -> list[float]:
        """The cosines of all vectors at this address but the first one."""
        start, end = np.searchsorted(self._addresses, [wanted, wanted + 1]).tolist()
        found: list[float] = self._cosines(np.arange(start + 1, end), query).tolist()
        return found

    def first_of(self, wanted: Numbers) -> tuple[NDArray[np.bool_], Packed]:
        """Which of these addresses have vectors, and the first vector of each of those."""
        rows = np.searchsorted(self._addresses, wanted, "left")
        rows[rows == len(self._addresses)] = 0
        there = self._addresses[rows] == wanted if len(self._addresses) else rows < 0
        rows = rows[there]
        return there, Packed(self._packed.numbers[rows], self._packed.scales[rows])

    def ranked(
        self, query: Floats, limit: int, allowed: Numbers | None = None
    ) -> list[tuple[int, float]]:
        """At least the `limit` largest cosines with their addresses, best first."""
        rows = None if allowed is None else np.flatnonzero(np.isin(self._addresses, allowed))
        if self._signs is not None and (rows is None or len(rows) > EXACT_UP_TO):
            size = max(_SHORTLIST, len(self._addresses) // _PART, 4 * limit)
            rows = self._shortlist(self._signs, query, size, rows)
        found = self._cosines(rows, query)
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

    def _cosines(self, rows: Rows | None, query: Floats) -> Floats:
        packed = self._packed
        if rows is not None:
            packed = Packed(packed.numbers[rows], packed.scales[rows])
        return cosines(packed, query)

    def _shortlist(
        self, own: NDArray[np.uint64], query: Floats, size: int, rows: Rows | None
    ) -> Rows:
        """The vectors that share most signs with the query, in order; of equal ones the first."""
        differing = np.zeros(own.shape[1], np.uint16)
        for word, wanted in zip(own, signs(pack(query[None]).numbers)[0], strict=True):
            differing += np.bitwise_count(word ^ wanted)
        differing[self._bare] = np.iinfo(np.uint16).max
        if rows is not None:
            differing = differing[rows]
        if size < len(differing):
            last = np.partition(differing, size - 1)[size - 1]
            nearer, equal = np.flatnonzero(differing < last), np.flatnonzero(differing == last)
            nearest = np.sort(np.concatenate((nearer, equal[: size - len(nearer)])))
            return nearest if rows is None else rows[nearest]
        return np.arange(len(differing)) if rows is None else rows
