"""Which trees and files does an engine know, and in which state?"""

from __future__ import annotations

from ra.model import ParserName
from ra.typed import Literal, NamedTuple

FileState = Literal["indexed", "stale", "skipped", "failed"]
Settled = tuple[str, int, int | None, ParserName, int]
"""Path, size, mtime, parser and mark of a file; without mtime where a look may tell more."""


class TreeSpec(NamedTuple):
    """A tree as an engine must know it, with three fingerprints of how it is made (SPEC 6.4).

    Other `chunks` or `postings` mean that the tree is built again, other `vectors` that its
    vectors are. An engine that can make postings from what it holds may keep the chunks.
    """

    name: str
    tenant: str
    language: str
    chunks: str
    postings: str = ""
    vectors: str = ""

    @property
    def without_vectors(self) -> TreeSpec:
        """The tree as it is built from files: specs that are equal in this share a build."""
        return self._replace(vectors="")


class FileRecord(NamedTuple):
    """What the manifest knows of one file (SPEC 6.3).

    `hash` is that of the bytes last taken in. `version` counts the versions of the document
    and is 0 where there never was one. `racy` files were so young when they were read that
    the same mtime proves nothing. `mark` is that of `ra.sources.Found`.
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
    mark: int = 0
