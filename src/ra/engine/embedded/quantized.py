"""Stores vectors as int8 with one scale each: a quarter of the bytes, and three digits."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ra.typed import NamedTuple

Floats = NDArray[np.float32]
_BLOCK = 512  # vectors that are turned into floats at once: they stay in the cache of a core


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
    if len(parts) == 1:
        return parts[0]
    numbers = np.concatenate([part.numbers for part in parts])
    return Packed(numbers, np.concatenate([part.scales for part in parts]))


def taken(packed: Packed, rows: NDArray[np.intp]) -> Packed:
    """The vectors in these rows."""
    return Packed(packed.numbers.take(rows, axis=0), packed.scales[rows])


def cosines(packed: Packed, query: Floats, rows: NDArray[np.intp] | None = None) -> Floats:
    """The cosine of each vector, or of those in these rows, with a unit vector.

    One product after the other: the threads of a matrix product wait for each other longer than
    they compute.
    """
    numbers, scales = packed.numbers, packed.scales if rows is None else packed.scales[rows]
    found = np.empty(len(scales), np.float32)
    for start in range(0, len(found), _BLOCK):
        part = slice(start, start + _BLOCK)
        block = numbers[part] if rows is None else numbers.take(rows[part], axis=0)
        np.vecdot(block.astype(np.float32), query, out=found[part])
    found *= scales
    return found


def signs(numbers: NDArray[np.int8]) -> NDArray[np.uint64]:
    """One bit for each number, in words of 64."""
    bits = np.packbits(numbers > 0, axis=1)
    padded = np.zeros((len(bits), -(-bits.shape[1] // 8) * 8), np.uint8)
    padded[:, : bits.shape[1]] = bits
    return padded.view(np.uint64)
