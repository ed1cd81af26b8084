"""Computes the overlap of a part: the end of the previous one (S3 8.3.2)."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import pairwise

from ra.typed import NamedTuple


class Part(NamedTuple):
    """A body that may repeat the end of the one before it.

    `family` is what both were split from, None for what was not split. Nothing before
    `tail` is repeated, and a part that is not `open` repeats nothing.
    """

    family: Hashable
    body: str
    tail: int = 0
    open: bool = True


def overlaps(parts: Sequence[Part], size: int) -> list[str]:
    """For each part what it repeats: at most `size` characters of the one right before it."""
    found = [""] * min(len(parts), 1)
    for before, part in pairwise(parts):
        related = part.family is not None and part.family == before.family
        if related and part.open and size > 0:
            found.append(before.body[max(before.tail, len(before.body) - size) :])
        else:
            found.append("")
    return found


def before(*texts: str) -> str:
    """What stands before a body: each text that says something, and a blank line after it."""
    return "".join([f"{text}\n\n" for text in texts if text])
