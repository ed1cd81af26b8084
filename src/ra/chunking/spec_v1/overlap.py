"""Computes the overlap of a chunk: whole sentences, else whole words (S1 §6)."""

from __future__ import annotations

from ra.chunking.spec_v1.sizes import Scale, Slice
from ra.chunking.spec_v1.split import sentences
from ra.chunking.spec_v1.windows import tail


def overlap_start(scale: Scale, before: Slice, after: Slice) -> int:
    """The start of the repeated end of `before`; the start of `after` if nothing is repeated.

    The overlap has up to 15 % of the tokens of the body before, and less if both together would
    exceed the hard maximum (SPEC 4.4, R2).
    """
    limit = scale.sizes.repeated(before.tokens)
    if limit < 1 or (before.window and after.window):
        return after.start
    found = after.start
    for start, _ in reversed(sentences(scale.data, (before.start, before.end))):
        if start <= before.start or not _fits(scale, start, before, after, limit):
            break
        found = start
    return found if found < after.start else _words_start(scale, before, after, limit)


def _fits(scale: Scale, start: int, before: Slice, after: Slice, limit: int) -> bool:
    if scale.tokens(start, after.start) > limit:
        return False
    return scale.tokens(start, after.end) <= scale.sizes.hard


def _words_start(scale: Scale, before: Slice, after: Slice, limit: int) -> int:
    text = scale.data[before.start : before.end].decode()
    limit = min(limit, scale.sizes.hard - after.tokens)
    while limit > 0:
        words = tail(text, (0, len(text)), limit, scale.count)
        start = before.end - len(text[words:].encode())
        if words < len(text) and _fits(scale, start, before, after, limit):
            return start
        limit -= 1
    return after.start
