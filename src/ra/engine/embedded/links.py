"""Packs the links of a document for storage, and hashes link keys.

A key is stored as a hash of four bytes. Two keys may share one, so `ra.graph` compares the keys of
each candidate again.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Mapping, Sequence
from struct import pack, unpack

from ra.engine.embedded.rows import HALF
from ra.errors import IndexDamaged
from ra.model import Chunk, Link, LinkSyntax
from ra.typed import names_of

_SYNTAXES: tuple[LinkSyntax, ...] = names_of(LinkSyntax)
_NUMBERS = {syntax: number for number, syntax in enumerate(_SYNTAXES)}
_LEVEL = 6  # zlib decompresses so few bytes faster than zstd

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


def unpacked(data: bytes, place: str) -> Linked:
    """All links in order; `IndexDamaged` for what is at this place if they cannot be read."""
    found: dict[int, list[Link]] = {}
    try:
        columns = json.loads(zlib.decompress(data)) if data else []
        for position, url, fragment, syntax, embed, start, size in zip(*columns, strict=True):
            link = Link(url, fragment, _SYNTAXES[syntax], bool(embed), start, start + size)
            found.setdefault(position, []).append(link)
    except (ValueError, LookupError, TypeError, zlib.error) as error:
        raise IndexDamaged(f"{place}: {error}") from error
    return found
