"""Verifies that the files of a Tantivy index are unchanged, by their checksums.

Each segment file ends with a footer that holds the CRC of its bytes. A seal combines names, sizes
and CRCs of all files into one value, which the catalog stores: a truncated, swapped or linked file
is detected without reading the segments. The bytes of the smallest files, a megabyte together, are
always read; those of all files if one was written to after the seal.
"""

# ruff: noqa: PTH118
# Plain strings: these files are looked at in every search.

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from io import FileIO
from pathlib import Path
from zlib import crc32

from ra.engine.embedded.parse_json import parsed
from ra.errors import IndexDamaged
from ra.typed import NamedTuple

META = "meta.json"
_MAGIC = 1337
_TAIL = 512  # longer than a footer
_PARTS = ("term", "idx", "pos", "fast", "fieldnorm", "store")
_ALWAYS_READ = 2**20  # under a millisecond
_BLOCK = 2**20
_OPEN = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
_OPEN |= getattr(os, "O_NONBLOCK", 0)  # do not block on a pipe


class Segments(NamedTuple):
    """The committed files of one Tantivy index, as `meta.json` lists them."""

    folder: str
    meta: bytes
    opstamp: int
    deleted: int  # documents that stay in the statistics until their segments are merged
    names: tuple[str, ...]


class Seal(NamedTuple):
    """Identifies the files of one commit, with the time of their last write."""

    value: str
    stamp: int


class Files(NamedTuple):
    """Paths of segment files, their sizes and mtimes, in the same order."""

    paths: tuple[str, ...]
    sizes: list[int]
    times: list[int]

    def are_unchanged(self) -> bool:
        """Whether no file was written to; a missing one raises `FileNotFoundError`."""
        found = [os.lstat(path) for path in self.paths]
        if [status.st_size for status in found] != self.sizes:
            return False
        return [status.st_mtime_ns for status in found] == self.times

    def stamp(self) -> int:
        """A checksum of the mtimes."""
        return crc32(repr(self.times).encode())


def committed(folder: Path) -> Segments:
    """The latest commit; `IndexDamaged` if the list of segments cannot be read."""
    place = os.fspath(folder)
    try:
        with _opened(os.path.join(place, META)) as file:
            data = file.read()
        meta = parsed(data.decode())
        names = tuple(_names(meta))
        deletes = [each["deletes"] for each in meta["segments"]]
        deleted = sum(int(each["num_deleted_docs"]) for each in deletes if each)
        return Segments(place, data, int(meta["opstamp"]), deleted, names)
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        raise IndexDamaged(f"{place}: {META}: {_reason(error)}") from error


def files_of(segments: Segments) -> Files:
    """The present segment files; a missing file or a link is `IndexDamaged`."""
    paths = tuple([os.path.join(segments.folder, name) for name in segments.names])
    found = [_status(path) for path in paths]
    sizes, times = [each.st_size for each in found], [each.st_mtime_ns for each in found]
    return Files(paths, sizes, times)


def seal(segments: Segments, files: Files) -> Seal:
    """One value for the list of segments and the size and CRC of each file, and their times."""
    total = crc32(segments.meta)
    for name, path, size in zip(segments.names, files.paths, files.sizes, strict=True):
        total = crc32(f"{name} {size} ".encode() + _footer(path, size), total)
    return Seal(f"{total:08x}", files.stamp())


def damaged(folder: Path) -> list[str]:
    """The damage of the committed segments, one sentence each; reads every byte."""
    try:
        names = committed(folder).names
    except IndexDamaged as error:
        return [str(error)]
    paths = [os.path.join(folder, name) for name in names]
    return [f"{path}: {fault}" for path in paths if (fault := _fault(path))]


def verify(paths: Iterable[str]) -> None:
    """Read these files completely; `IndexDamaged` if a checksum differs."""
    for path in paths:
        if fault := _fault(path):
            raise IndexDamaged(f"{path}: {fault}")


def smallest(files: Files) -> list[str]:
    """The paths of the smallest files: few enough bytes to read them always."""
    found: list[str] = []
    room = _ALWAYS_READ
    for size, path in sorted(zip(files.sizes, files.paths, strict=True)):
        room -= size
        if room < 0:
            break
        found.append(path)
    return found


def _names(meta: dict[str, list[dict[str, object]]]) -> Iterator[str]:
    for segment in meta["segments"]:
        name = str(segment["segment_id"]).replace("-", "")
        for part in _PARTS:
            yield f"{name}.{part}"
        deletes = segment["deletes"]
        if isinstance(deletes, dict):
            yield f"{name}.{deletes['opstamp']}.del"


def _status(path: str) -> os.stat_result:
    try:
        status = os.lstat(path)
    except OSError as error:
        raise IndexDamaged(f"{path}: {_reason(error)}") from error
    if not stat.S_ISREG(status.st_mode):
        raise IndexDamaged(f"{path}: is not a regular file")
    return status


def _opened(path: str) -> FileIO:
    """Open a regular file for reading, never through a link."""
    file = open(os.open(path, _OPEN), "rb", buffering=0)  # noqa: PTH123, SIM115
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise IndexDamaged(f"{path}: is not a regular file")
    return file


def _footer(path: str, size: int) -> bytes:
    """The last bytes of a file, which hold its CRC."""
    try:
        with _opened(path) as file:
            file.seek(max(0, size - _TAIL))
            return file.read(_TAIL)
    except OSError as error:
        raise IndexDamaged(f"{path}: {_reason(error)}") from error


def _fault(path: str) -> str:
    """Why a file cannot be trusted, or ""."""
    try:
        with _opened(path) as file:
            end = file.seek(0, os.SEEK_END)
            file.seek(max(0, end - 8))
            tail = file.read(8)
            size, magic = int.from_bytes(tail[:4], "little"), int.from_bytes(tail[4:], "little")
            if magic != _MAGIC or size + 8 > end:
                return "its footer is damaged"
            file.seek(end - 8 - size)
            expected = parsed(file.read(size).decode())["crc"]
            actual = _crc(file, end - 8 - size)
    except OSError as error:
        return _reason(error)
    except (ValueError, LookupError, TypeError):
        return "its footer is damaged"
    return "" if actual == expected else "its bytes do not match its checksum"


def _crc(file: FileIO, size: int) -> int:
    """The CRC of the first bytes of a file."""
    total = 0
    file.seek(0)
    while size > 0 and (block := file.read(min(size, _BLOCK))):
        total = crc32(block, total)
        size -= len(block)
    return total


def _reason(error: Exception) -> str:
    return (getattr(error, "strerror", None) or f"unreadable: {error}").lower()
