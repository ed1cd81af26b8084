"""Stores vectors as int8 with one scale each, and finds the nearest of many.

A vector takes a quarter of its floats, and cosines keep three digits. The nearest are found
exactly while that is fast; beyond, the signs of the numbers choose some hundred candidates, whose
cosines are then computed exactly.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ra.typed import NamedTuple

Floats = NDArray[np.float32]
_BLOCK = 16_384  # vectors that are turned into floats at once: 25 MB of 384 numbers
EXACT_UP_TO = 50_000
"""Up to here all cosines are computed: docs/decisions has the measurements."""
_SHORTLIST = 2_000


class Packed(NamedTuple):
    """Vectors as rows of int8, and the scale of each."""

    numbers: NDArray[np.int8]
    scales: Floats


def pack(vectors: Floats) -> Packed:
    """Quantize vectors; what was quantized before stays as it is."""
    largest = np.abs(vectors).max(axis=1, initial=0.0)
    scales = np.where(largest > 0, largest / 127, 1).astype(np.float32)
    numbers = np.rint(vectors / scales[:, None]).astype(np.int8)
    return Packed(numbers, scales)


def unpack(packed: Packed) -> Floats:
    """Vectors as floats."""
    floats: Floats = packed.numbers.astype(np.float32) * packed.scales[:, None]
    return floats


def to_bytes(packed: Packed) -> bytes:
    """Scales, then numbers, little-endian."""
    return packed.scales.astype("<f4").tobytes() + packed.numbers.tobytes()


def from_bytes(data: bytes, width: int) -> Packed:
    """What `to_bytes` wrote."""
    count = len(data) // (width + 4) if width else 0
    scales = np.frombuffer(data, "<f4", count)
    numbers = np.frombuffer(data, np.int8, count * width, 4 * count).reshape(count, width)
    return Packed(numbers, scales)


def together(parts: Sequence[Packed], width: int) -> Packed:
    """Vectors of several parts as one."""
    if not parts:
        return Packed(np.zeros((0, width), np.int8), np.zeros(0, np.float32))
    numbers = np.concatenate([part.numbers for part in parts])
    return Packed(numbers, np.concatenate([part.scales for part in parts]))


def cosines(packed: Packed, query: Floats) -> Floats:
    """The cosine of each vector with a unit vector."""
    found = np.empty(len(packed.scales), np.float32)
    for start in range(0, len(found), _BLOCK):
        block = packed.numbers[start : start + _BLOCK].astype(np.float32)
        found[start : start + _BLOCK] = block @ query
    found *= packed.scales
    return found


def signs(numbers: NDArray[np.int8]) -> NDArray[np.uint64]:
    """One bit for each number, in words of 64."""
    bits = np.packbits(numbers > 0, axis=1)
    padded = np.zeros((len(bits), -(-bits.shape[1] // 8) * 8), np.uint8)
    padded[:, : bits.shape[1]] = bits
    return padded.view(np.uint64)


class VectorMatrix:
    """All vectors of one model in one tree, held in memory."""

    def __init__(self, packed: Packed, addresses: NDArray[np.int64]) -> None:
        self.packed = packed
        self.addresses = addresses
        self._signs = signs(packed.numbers) if len(addresses) > EXACT_UP_TO else None

    def ranked(
        self, query: Floats, limit: int, allowed: NDArray[np.int64] | None = None
    ) -> list[tuple[int, float]]:
        """At least the `limit` largest cosines with their addresses, best first."""
        rows = None if allowed is None else np.flatnonzero(np.isin(self.addresses, allowed))
        if self._signs is not None and (rows is None or len(rows) > EXACT_UP_TO):
            rows = self._shortlist(query, max(_SHORTLIST, 4 * limit), rows)
        packed = self.packed
        if rows is not None:
            packed = Packed(packed.numbers[rows], packed.scales[rows])
        found = cosines(packed, query)
        most = min(limit, len(found))
        best = np.argpartition(-found, most - 1)[:most] if most else np.zeros(0, np.int64)
        own = best if rows is None else rows[best]
        pairs = zip(self.addresses[own].tolist(), found[best].tolist(), strict=True)
        return sorted(pairs, key=lambda pair: (-pair[1], pair[0]))

    def _shortlist(
        self, query: Floats, size: int, rows: NDArray[np.intp] | None
    ) -> NDArray[np.intp]:
        """The vectors that share most signs with the query."""
        assert self._signs is not None
        wanted = signs(pack(query[None]).numbers)[0]
        differing = np.bitwise_count(self._signs ^ wanted).sum(axis=1, dtype=np.uint16)
        if rows is not None:
            differing = differing[rows]
        if size >= len(differing):
            return np.arange(len(differing)) if rows is None else rows
        nearest = np.argpartition(differing, size)[:size]
        return nearest if rows is None else rows[nearest]
