"""Splits text without sentence ends into overlapping token windows (S1 §5.3)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ra.chunking.spec_v1.sizes import Counter, Place, Scale, Slice
from ra.text import boundaries

_BLANK = re.compile(r"\s+")


def windows(scale: Scale, place: Place) -> Iterator[Slice]:
    """Pieces of up to the hard maximum; each begins with the last 15 % of the previous one."""
    at, stop = place
    text = scale.data[at:stop].decode()
    count, sizes = scale.count, scale.sizes
    start = done = 0
    while True:
        start = _skip_blank(text, start)
        if start >= len(text):
            return
        end = longest(text, start, sizes.hard, count)
        body = text[start:end].rstrip()
        at += len(text[done:start].encode())
        done = start
        tokens = count(body)
        yield Slice(at, at + len(body.encode()), tokens, window=True)
        if end >= len(text):
            return
        start = max(start + 1, tail(text, (start, end), sizes.repeated(tokens), count))


def longest(text: str, start: int, limit: int, count: Counter) -> int:
    """The end of the longest text from `start` with up to `limit` tokens, at a word if possible.

    It always includes at least one character.
    """
    low, high = start + 1, len(text)
    guess = start + 4 * limit
    while low < high and not _is_near(text, start, low, high):
        middle = min(max(guess, low + 1), high)
        tokens = count(text[start:middle])
        if tokens <= limit:
            low = middle
        else:
            high = middle - 1
        guess = start + (middle - start) * limit // max(tokens, 1)
        if not low < guess <= high or guess == middle:
            guess = (low + min(high, 2 * low - start) + 1) // 2
    end = _back_to_word(text, start, low)
    while end > start + 1 and count(text[start:end].rstrip()) > limit:
        end -= 1
    return end


def tail(text: str, place: Place, limit: int, count: Counter) -> int:
    """The start of the longest end of a range with up to `limit` tokens, at a word if possible."""
    start, end = place
    if limit <= 0:
        return end
    low, high = max(start, end - 1), end
    step = 4 * limit
    while low > start and count(text[low:end]) <= limit:
        high, low = low, max(start, low - step)
        step *= 2
    if count(text[low:end]) <= limit:
        return low
    while low < high:
        middle = (low + high) // 2
        if count(text[middle:end]) <= limit:
            high = middle
        else:
            low = middle + 1
    return _on_to_word(text, low, end)


def _back_to_word(text: str, start: int, end: int) -> int:
    """The last space in the second half, else the last position that splits no word, else `end`."""
    if end >= len(text):
        return end
    half = (start + end) // 2
    for at in range(end, half, -1):
        if text[at].isspace():
            return at
    kept = boundaries.back_to_boundary(text[half : end + 1], end - half)
    return half + kept if kept else end


def _is_near(text: str, start: int, low: int, high: int) -> bool:
    """Whether the end is close enough: it will be moved back to the same space."""
    return 16 * (high - low) < low - start and not _BLANK.search(text, low, high + 1)


def _on_to_word(text: str, start: int, end: int) -> int:
    """The first word that begins in the first half, else any position that splits none."""
    if start in (0, end) or text[start - 1].isspace():
        return start
    found = _BLANK.search(text, start, (start + end + 1) // 2)
    if found:
        return found.end()
    skipped = boundaries.on_to_boundary(text[start - 1 : end], 1) - 1
    return start + skipped if start + skipped < end else start


def _skip_blank(text: str, start: int) -> int:
    found = _BLANK.match(text, start)
    return found.end() if found else start
