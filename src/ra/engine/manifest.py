"""Values that describe the trees and files of an index and their state."""

from __future__ import annotations

from ra.model import ParserName
from ra.typed import Literal, NamedTuple

FileState = Literal["indexed", "stale", "skipped", "failed"]
Settled = tuple[str, int, int | None, ParserName, int]
"""Path, size, mtime, parser and mark of a file; mtime is None if it must be read again."""


class TreeSpec(NamedTuple):
    """A tree as declared to an engine, with three fingerprints of how it is made (SPEC 6.4).

    A change of `chunks` or `postings` rebuilds the tree, a change of `vectors` its vectors. An
    engine that can derive postings from its stored chunks may keep the chunks.
    """

    name: str
    tenant: str
    language: str
    chunks: str
    postings: str = ""
    vectors: str = ""

    @property
    def without_vectors(self) -> TreeSpec:
        """The tree without its vectors: specs that are equal in this share a build."""
        return self._replace(vectors="")


class FileRecord(NamedTuple):
    """The manifest entry of one file (SPEC 6.3).

    `hash` is that of the last indexed bytes. `version` counts the versions of the document and is 0
    if there never was one. A `racy` file was so recent when it was read that an equal mtime proves
    nothing. `mark` is that of `ra.sources.Found`.
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
