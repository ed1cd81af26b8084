"""Places the nodes of a graph on a plane, so that linked ones are near each other.

Nodes repel each other by their number of links, and links pull like springs (ForceAtlas2, Jacomy et
al. 2014), so that hubs keep their distance. The same graph gets the same picture: nodes begin on a
spiral, in order.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ra.typed import Any

Point = tuple[float, float]
Matrix = np.ndarray[Any, np.dtype[np.float64]]
Numbers = np.ndarray[Any, np.dtype[np.intp]]

_ROUNDS = 300
_GOLDEN = 2.399963229728653  # radians between neighbors on a sunflower spiral
_GRAVITY = 0.6  # keeps parts without links between them on the page
_SEPARATIONS = 60


def places(edges: Sequence[tuple[int, int]], radii: Sequence[float]) -> list[Point]:
    """A place for each node within the square from 0 to 1; circles of these radii do not touch."""
    count = len(radii)
    if count == 0:
        return []
    number = np.arange(count)
    radius, angle = np.sqrt(number + 0.5), number * _GOLDEN
    at = np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=1)
    ends = np.array(sorted({(min(one), max(one)) for one in edges}), dtype=np.intp).reshape(-1, 2)
    mass = np.bincount(ends.ravel(), minlength=count).astype(np.float64) + 1.0
    for done in range(_ROUNDS):
        step = np.sqrt(count) * (0.1 * (1.0 - done / _ROUNDS) + 0.002)
        at = at + _limited(_forces(at, ends, mass), step)
    return _separated(_fitted(at), np.array(radii))


def _forces(at: Matrix, ends: Numbers, mass: Matrix) -> Matrix:
    apart = at[:, None, :] - at[None, :, :]
    squares = np.maximum((apart**2).sum(axis=2), 1e-6)
    repelled = (apart * (mass[:, None] * mass[None, :] / squares)[:, :, None]).sum(axis=1)
    distance = np.maximum(np.sqrt((at**2).sum(axis=1)), 1e-6)
    force = repelled - at * (_GRAVITY * mass / distance)[:, None]
    if len(ends):
        along = at[ends[:, 1]] - at[ends[:, 0]]
        np.add.at(force, ends[:, 0], along)
        np.add.at(force, ends[:, 1], -along)
    return np.asarray(force)


def _limited(force: Matrix, step: float) -> Matrix:
    length = np.maximum(np.sqrt((force**2).sum(axis=1)), 1e-9)
    return np.asarray(force * (np.minimum(length, step) / length)[:, None])


def _fitted(at: Matrix) -> Matrix:
    low, high = at.min(axis=0), at.max(axis=0)
    return np.asarray((at - (low + high) / 2) / (float(np.max(high - low)) or 1.0) + 0.5)


def _separated(at: Matrix, radii: Matrix) -> list[Point]:
    """Push circles apart that overlap."""
    needed = radii[:, None] + radii[None, :]
    np.fill_diagonal(needed, 0.0)
    for _ in range(_SEPARATIONS):
        apart = at[:, None, :] - at[None, :, :]
        distance = np.maximum(np.sqrt((apart**2).sum(axis=2)), 1e-9)
        overlap = np.maximum(needed - distance, 0.0)
        if not overlap.any():
            break
        at = at + (apart * (overlap / distance / 2)[:, :, None]).sum(axis=1) * 0.5
    return [(float(x), float(y)) for x, y in np.clip(at, 0.0, 1.0)]
