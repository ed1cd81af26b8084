"""Computes the overlap of a part: the end of the previous one (S3 8.3.2)."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import pairwise

from ra.typed import NamedTuple


class Part(NamedTuple):
    """A body that may repeat the end of the one before it.

    `family` identifies the section both were split from, None for one that was not split. Text
    before `tail` is never repeated, and a part that is not `open` repeats nothing.
    """

    family: Hashable
    body: str
    tail: int = 0
    open: bool = True


def overlaps(parts: Sequence[Part], size: int) -> list[str]:
    """The overlap of each part: at most `size` characters of the one right before it."""
    found = [""] * min(len(parts), 1)
    for before, part in pairwise(parts):
        related = part.family is not None and part.family == before.family
        if related and part.open and size > 0:
            found.append(before.body[max(before.tail, len(before.body) - size) :])
        else:
            found.append("")
    return found


def before(*texts: str) -> str:
    """The text before a body: each non-empty text, followed by a blank line."""
    return "".join([f"{text}\n\n" for text in texts if text])
