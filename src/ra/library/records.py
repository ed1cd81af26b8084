"""Defines the values that the library returns, the same for every surface."""

from __future__ import annotations

from pathlib import Path

from ra.typed import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:  # `ra inspect` has records too, and no engine
    from ra.config.schema import Strategy
    from ra.document import Block, Document
    from ra.engine.records import DocumentRecord, Problem, Usage
    from ra.links.resolve import MatchedBy
    from ra.model import Chunk, LinkSyntax, LinkType

LinkState = Literal["document", "external", "file", "no_document", "no_section"]
FileState = Literal["indexed", "new", "changed", "stale", "ignored", "skipped", "failed"]


class Inspection(NamedTuple):
    """One file as ra sees it."""

    document: Document
    blocks: tuple[Block, ...]
    chunks: list[Chunk]
    strategy: Strategy
    warnings: tuple[str, ...]
    language: str


class FileStatus(NamedTuple):
    """The state of one file, and why. `new` and `changed` files differ from the index."""

    path: str
    state: FileState
    reason: str
    code: str
    chunks: int
    size: int
    warnings: tuple[str, ...]


class Freshness(NamedTuple):
    """The number of files that differ from the index now."""

    added: int
    modified: int
    removed: int

    @property
    def is_fresh(self) -> bool:
        """Whether nothing differs."""
        return not any(self)


class TreeStatus(NamedTuple):
    """The contents of one tree; `problem` is set if it could not be read.

    `include` and `exclude` are its patterns. `warnings` name those without effect, and trees that
    contain the same files. `without_model` counts the chunks in languages that no model knows.
    """

    name: str
    root: Path
    local: bool
    tenant: str
    language: str
    documents: int
    chunks: int
    size: int
    files: tuple[FileStatus, ...]
    usage: Usage
    freshness: Freshness
    problem: str | None
    include: tuple[str, ...]
    exclude: tuple[str, ...]
    warnings: tuple[str, ...]
    without_model: int = 0


class Status(NamedTuple):
    """The settings files in effect, the index, and every tree. `updated` is a time in ns.

    `damaged` are folders of the index that were moved aside, with `damaged_bytes` in them.
    """

    files: tuple[Path, ...]
    index_dir: Path
    index_bytes: int
    updated: int | None
    trees: tuple[TreeStatus, ...]
    damaged: tuple[str, ...]
    damaged_bytes: int


class TreeListed(NamedTuple):
    """A tree of the index."""

    name: str
    root: Path
    local: bool
    tenant: str
    language: str
    documents: int
    chunks: int
    size: int
    include: tuple[str, ...]
    exclude: tuple[str, ...]


class LinkFound(NamedTuple):
    """A link, its position and its target (S1 §9: the row of `document_links`).

    `note` gives the reason if it leads to no document or section, or a warning.
    """

    source_document: str
    source_chunk: str
    line: int
    original_url: str
    fragment: str | None
    link_type: LinkType
    syntax: LinkSyntax
    embed: bool
    state: LinkState
    target_document: str | None
    target_chunk: str | None
    how: MatchedBy | None
    note: str

    @property
    def is_broken(self) -> bool:
        """Whether its document or section is missing."""
        return self.state in ("no_document", "no_section")

    @property
    def is_cross_link(self) -> bool:
        """Whether it leads to another document (S1 §9: `cross_links`)."""
        return self.target_document not in (None, self.source_document)


class DocLinks(NamedTuple):
    """The links of a document, broken ones separately, and those of others that lead to it."""

    document: DocumentRecord
    outgoing: tuple[LinkFound, ...]
    incoming: tuple[LinkFound, ...]
    broken: tuple[LinkFound, ...]


class Neighbor(NamedTuple):
    """A document one link away from another, and the number of links between the two."""

    document: DocumentRecord
    links: int

    def __repr__(self) -> str:
        return f"<Neighbor {self.id} {self.links}>"

    @property
    def id(self) -> str:
        """The id of the document, which `Library.get` takes."""
        return self.document.id

    @property
    def title(self) -> str:
        """The title of the document."""
        return self.document.title


class LinkEdge(NamedTuple):
    """The number of links from one document to another."""

    source: str
    target: str
    links: int


class LinkGraph(NamedTuple):
    """Documents, and the links between them by ids."""

    documents: tuple[DocumentRecord, ...]
    edges: tuple[LinkEdge, ...]

    def __repr__(self) -> str:
        return f"<LinkGraph {len(self.documents)} documents, {len(self.edges)} edges>"


class Checkup(NamedTuple):
    """The result of checking the whole index.

    `damaged` are folders of the index that were moved aside, with `damaged_bytes` in them.
    """

    index_dir: Path
    exists: bool
    problems: tuple[Problem, ...]
    trees: int
    documents: int
    chunks: int
    size: int
    damaged: tuple[str, ...]
    damaged_bytes: int
