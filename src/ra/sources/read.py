"""Reads the bytes of a document and rejects files that are not text."""

# ruff: noqa: PTH115, PTH116, PTH118
# Plain strings: a Path for each entry would double the cost of a walk.

from __future__ import annotations

import codecs
import os
import stat
import sys

from ra.config.schema import Tree
from ra.document import Source
from ra.errors import FileRefused, SourceState
from ra.sources.discover import FoundFile, in_range
from ra.sources.paths import inside, problem, too_large
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import NoReturn

_HEAD = 8192
_PART = 1 << 20
_CONTROL = bytes(set(range(32)) - set(b"\t\n\v\f\r\x1b")) + b"\x7f"
_FOREIGN = (
    (codecs.BOM_UTF32_LE, "UTF-32"),  # before UTF-16: it starts with the same two bytes
    (codecs.BOM_UTF32_BE, "UTF-32"),
    (codecs.BOM_UTF16_LE, "UTF-16"),
    (codecs.BOM_UTF16_BE, "UTF-16"),
)
_OPEN = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


def read(tree: Tree, found: FoundFile) -> Source:
    """Read one file of a listing, or raise `FileRefused` with the reason.

    The file may have changed since it was listed, so everything is checked again.
    """
    try:
        data, mtime = _bytes(tree, found.path)
    except (FileNotFoundError, NotADirectoryError):
        _refuse(found.path, "skipped", "deleted after the tree was listed", "GONE")
    except OSError as error:
        _refuse(found.path, "failed", problem(error), "UNREADABLE")
    if why := binary(data):
        _refuse(found.path, "skipped", why, "BINARY")
    return Source(tree.name, found.path, data, mtime, found.parser)


def binary(data: bytes) -> str:
    """Why these bytes are not text, or "" if they may be; their start decides."""
    for mark, name in _FOREIGN:
        if data.startswith(mark):
            return f"looks like {name}; save it as UTF-8"
    head = data[:_HEAD]
    if b"\0" not in head:
        return ""
    if not _is_utf8(head, final=len(data) <= _HEAD):
        return "a binary file: it has NUL bytes and is not UTF-8"
    controls = len(head) - len(head.translate(None, _CONTROL))
    if controls * 10 > len(head):
        return f"a binary file: {controls * 100 // len(head)} % of its start is control characters"
    return ""


def _bytes(tree: Tree, path: str) -> tuple[bytes, int]:
    root = os.fspath(tree.root)
    full = os.path.join(root, path)
    _regular(path, os.stat(full))
    handle = os.open(full, _OPEN)  # a file object would take a quarter of the time
    try:
        status = os.fstat(handle)
        _regular(path, status)
        if not _is_inside(_real(handle, full, status), tree):
            _refuse(path, "skipped", "a link that leaves the tree is not followed", "OUTSIDE_TREE")
        limit = tree.max_file_bytes
        data = b"" if status.st_size > limit else _read_all(handle, status.st_size, limit)
    finally:
        os.close(handle)
    size = max(len(data), status.st_size)
    if size > limit:
        _refuse(path, "skipped", too_large(size, limit), "TOO_LARGE")
    return data, in_range(status.st_mtime_ns)


def check_inside(tree: Tree, path: str) -> None:
    """Reject a file that is outside its tree by a link, before it is opened."""
    if not _is_inside(os.path.realpath(tree.root / path), tree):
        _refuse(path, "skipped", "a link that leaves the tree is not followed", "OUTSIDE_TREE")


def _is_inside(real: str, tree: Tree) -> bool:
    if tree.real_root is not None:
        return inside(real, os.fspath(tree.real_root))
    root = os.fspath(tree.root)
    return inside(real, root) or inside(real, os.path.realpath(root))


def _regular(path: str, status: os.stat_result) -> None:
    if not stat.S_ISREG(status.st_mode):
        reason = "not a regular file (a pipe, socket or device)"
        _refuse(path, "skipped", reason, "NOT_REGULAR")


def _read_all(handle: int, size: int, limit: int) -> bytes:
    """All bytes, or one more than the limit if there are more; for a binary file only the start.

    The file had this size, and may have grown since.
    """
    parts: list[bytes] = []
    rest = limit + 1
    most = min(_PART, max(size + 1, _HEAD))  # a call allocates what it asks for
    while rest > 0 and (part := os.read(handle, min(rest, most))):
        if not parts and len(part) == _PART and binary(part):
            return part
        parts.append(part)
        rest -= len(part)
    return b"".join(parts)


def _real(handle: int, full: str, status: os.stat_result) -> str:
    """The real path of an open file; from the system where possible, so that a swap cannot
    mislead.
    """
    if sys.platform == "linux":
        try:
            return os.readlink(f"/proc/self/fd/{handle}")
        except OSError:
            pass  # no /proc here
    return settled(full, status)


def settled(full: str, status: os.stat_result) -> str:
    """The real path of a name, if it still leads to the file that was opened."""
    real = os.path.realpath(full, strict=True)
    if not os.path.samestat(os.stat(real), status):
        raise FileNotFoundError(full)
    return real


def _is_utf8(head: bytes, *, final: bool) -> bool:
    try:
        codecs.getincrementaldecoder("utf-8")().decode(head, final)
    except UnicodeDecodeError:
        return False
    return True


def _refuse(path: str, state: SourceState, reason: str, code: str) -> NoReturn:
    raise FileRefused(path, reason, state=state, code=code)
