"""Packs the links of a document for storage, and hashes link keys.

A key is stored as a hash of four bytes. Two keys may share one, so `ra.graph` compares the keys of
each candidate again.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Mapping, Sequence, Set
from struct import pack, unpack

from ra.model import Chunk, Link, LinkSyntax
from ra.typed import names_of

_SYNTAXES: tuple[LinkSyntax, ...] = names_of(LinkSyntax)
_NUMBERS = {syntax: number for number, syntax in enumerate(_SYNTAXES)}
HALF = 2**31
"""Subtracted from the checksum of a key, so that the hash is a signed 32-bit number."""
_LEVEL = 6  # zlib decompresses so few bytes faster than zstd

UNREADABLE = (ValueError, LookupError, TypeError, zlib.error)

Linked = Mapping[int, Sequence[Link]]
"""The links of a document by the positions of its chunks."""

_COMPACT = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def number(key: str) -> int:
    """The hash of a key: small enough for four bytes in SQLite."""
    return zlib.crc32(key.encode("utf-8", "surrogatepass")) - HALF


def numbers(keys: Iterable[str]) -> bytes:
    """The sorted, distinct hashes of keys."""
    found = sorted(set(map(number, keys)))
    return pack(f"<{len(found)}i", *found)


def listed(data: bytes) -> tuple[int, ...]:
    """The hashes that `numbers` wrote."""
    count = len(data) // 4
    return unpack(f"<{count}i", data[: 4 * count])


def packed(chunks: Sequence[Chunk]) -> bytes:
    """The links of a document, column by column; empty if it has none."""
    found = [
        (chunk.position, url, fragment, _NUMBERS[syntax], int(embed), start, end - start)
        for chunk in chunks
        for url, fragment, syntax, embed, start, end in chunk.links
    ]
    if not found:
        return b""
    return zlib.compress(_COMPACT.encode(list(zip(*found, strict=True))).encode(), _LEVEL)


def unpacked(data: bytes, among: Set[int] | None = None) -> Linked:
    """All links in order, or those of the chunks at these positions; raises one of `UNREADABLE`."""
    found: dict[int, list[Link]] = {}
    text = zlib.decompress(data).decode() if data else "[]"
    if among is not None and not _may_have(text, among):
        return found
    columns = json.loads(text)
    for position, url, fragment, syntax, embed, start, size in zip(*columns, strict=True):
        if among is None or position in among:
            link = Link(url, fragment, _SYNTAXES[syntax], bool(embed), start, start + size)
            found.setdefault(position, []).append(link)
    return found


def _may_have(text: str, positions: Set[int]) -> bool:
    """Whether the first column has one of these positions; many chunks have no link."""
    there = text[2 : text.index("]")].split(",")
    return not positions.isdisjoint(map(int, filter(None, there)))
