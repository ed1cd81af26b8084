"""Byte pair encoding of a piece of text.

The time of `encode` grows with the square of the length, so it only gets short texts. Two
properties keep the result exact. No token crosses a position whose two neighbors are adjacent in no
token. A sequence of tokens is the encoding of its text if each two adjacent ones are the encoding
of theirs (Berglund and van der Merwe 2023, "Formalizing BPE tokenization").
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import pairwise
from operator import add

from ra.text.cl100k.vocabulary import ranks

_NEVER = 1 << 30  # above every rank: not merged
_WINDOW = 256  # bytes that are encoded at once; the longest token has 128


def encode(data: bytes) -> list[bytes]:
    """The tokens by definition: merge the adjacent pair with the lowest rank first, leftmost on a
    tie.
    """
    rank = ranks().get
    tokens = [data[at : at + 1] for at in range(len(data))]
    merges = [rank(pair, _NEVER) for pair in map(add, tokens, tokens[1:])]
    while merges and (lowest := min(merges)) != _NEVER:
        at = merges.index(lowest)
        merged = tokens[at] + tokens.pop(at + 1)
        tokens[at] = merged
        del merges[at]
        if at < len(merges):
            merges[at] = rank(merged + tokens[at + 1], _NEVER)
        if at:
            merges[at - 1] = rank(tokens[at - 1] + merged, _NEVER)
    return tokens


_window = lru_cache(maxsize=64)(encode)  # most windows are needed twice, and long runs repeat


def count(data: bytes, window: int = _WINDOW) -> int:
    """The number of tokens, encoded window by window."""
    tokens = start = 0
    while len(data) - start > window:
        kept, end = _settled(data, start, window)
        if not kept:
            return count(data, 2 * window)
        tokens += kept
        start = end
    return tokens + len(encode(data[start:]))


def _settled(data: bytes, start: int, window: int) -> tuple[int, int]:
    """The number of tokens of a window that do not depend on what follows, and where they end."""
    tokens = _window(data[start : start + window])
    for kept in range(3 * len(tokens) // 4, 0, -1):
        end = start + sum(map(len, tokens[:kept]))
        adjacent = [tokens[kept - 1], _window(data[end : end + window])[0]]
        if _window(b"".join(adjacent)) == adjacent:
            return kept, end
    return 0, start


def parts(piece: str) -> list[str]:
    """The piece, cut where no token can cross."""
    if piece.isascii():
        return [piece]
    adjacent = enumerate(map(add, piece, piece[1:]), start=1)
    cuts = [at for at, pair in adjacent if not _may_join(pair)]
    return [piece[start:end] for start, end in pairwise([0, *cuts, len(piece)])]


@lru_cache(maxsize=1 << 16)
def _may_join(pair: str) -> bool:
    """Whether a token may cross the position between two characters."""
    first, second = pair[0], pair[1]
    if first.isascii() or second.isascii():  # nearly always, so such pairs are not listed
        return True
    characters, edges = _neighbors()
    return pair in characters or first.encode()[-1:] + second.encode()[:1] in edges


@cache
def _neighbors() -> tuple[frozenset[str], frozenset[bytes]]:
    """Adjacent characters in tokens; and in tokens with a part of a character, the last byte of one
    and the first of the next.
    """
    characters: set[str] = set()
    edges: set[bytes] = set()
    for token in ranks():
        if token.isascii():
            continue
        try:
            text = token.decode()
        except UnicodeDecodeError:
            starts = (at for at in range(1, len(token)) if token[at] >= 0xC0)
            edges.update(token[at - 1 : at + 1] for at in starts)
        else:
            characters.update(map(add, text, text[1:]))
    return frozenset(characters), frozenset(edges)
