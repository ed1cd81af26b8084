"""Which trees and files does an engine know, and in which state?"""

from __future__ import annotations

from ra.model import ParserName
from ra.typed import Literal, NamedTuple

FileState = Literal["indexed", "stale", "skipped", "failed"]
Settled = tuple[str, int, int | None, ParserName]
"""Path, size, mtime and parser of a file; without mtime where a look may tell more."""


class TreeSpec(NamedTuple):
    """A tree as an engine must know it. Another `fingerprint` means: build it again."""

    name: str
    tenant: str
    language: str
    fingerprint: str


class FileRecord(NamedTuple):
    """What the manifest knows of one file (SPEC 6.3).

    `hash` is that of the bytes last taken in. `version` counts the versions of the document
    and is 0 where there never was one. `racy` files were so young when they were read that
    the same mtime proves nothing.
    """

    tree: str
    path: str
    mtime: int
    size: int
    hash: str
    parser: ParserName
    racy: bool
    state: FileState
    reason: str = ""
    code: str = ""
    version: int = 0
