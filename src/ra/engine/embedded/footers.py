"""Are the files of a Tantivy index what was written? Each ends with a sum over its bytes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from zlib import crc32

META = "meta.json"
_MAGIC = 1337
_PARTS = ("term", "idx", "pos", "fast", "fieldnorm", "store")


def seal(meta: bytes) -> str:
    """A sum over the list of segments."""
    return f"{crc32(meta):08x}"


def fault_at_a_glance(folder: Path, sealed: str) -> str:
    """What is wrong that shows without reading the segments, or nothing."""
    try:
        meta = (folder / META).read_bytes()
    except OSError as error:
        return f"{META}: {(error.strerror or 'unreadable').lower()}"
    if seal(meta) != sealed:
        return f"{META}: the list of segments is not what was written"
    missing = [name for name in _files(json.loads(meta)) if not (folder / name).exists()]
    return f"{missing[0]}: missing" if missing else ""


def damaged(folder: Path) -> list[str]:
    """What is wrong with the committed segments, one sentence each."""
    try:
        meta = json.loads((folder / META).read_bytes())
        names = list(_files(meta))
    except (OSError, ValueError, KeyError, TypeError) as error:
        return [f"{META}: {error}"]
    return [f"{name}: {fault}" for name in names if (fault := _fault(folder / name))]


def _files(meta: dict[str, list[dict[str, object]]]) -> Iterator[str]:
    for segment in meta["segments"]:
        name = str(segment["segment_id"]).replace("-", "")
        for part in _PARTS:
            yield f"{name}.{part}"
        deletes = segment["deletes"]
        if isinstance(deletes, dict):
            yield f"{name}.{deletes['opstamp']}.del"


def _fault(path: Path) -> str:
    """Why a file cannot be trusted, or nothing."""
    try:
        data = path.read_bytes()
    except OSError as error:
        return (error.strerror or "unreadable").lower()
    size, magic = int.from_bytes(data[-8:-4], "little"), int.from_bytes(data[-4:], "little")
    if magic != _MAGIC or size + 8 > len(data):
        return "its footer is damaged"
    body, footer = data[: -8 - size], data[-8 - size : -8]
    try:
        expected = json.loads(footer)["crc"]
    except (ValueError, KeyError, TypeError):
        return "its footer is damaged"
    return "" if crc32(body) == expected else "its bytes are not those that were written"
