"""How do a document and its chunks stand in the catalog's rows, and how are they read back?"""

from __future__ import annotations

import json
import marshal
from collections.abc import Mapping, Sequence
from zlib import crc32

from ra.engine.manifest import FileRecord
from ra.engine.query import day_of
from ra.model import Chunk, ChunkKind, Span
from ra.typed import Any, NamedTuple, names_of

Row = tuple[Any, ...]
Address = tuple[int, int]
"""A chunk by the key of its document's version and its position there."""

SAME_AS_PARENT = ""
"""In the column `crumb`: the breadcrumb is the parent's; NULL: the parent's and the title."""


_KINDS: Mapping[str, ChunkKind] = {kind: kind for kind in names_of(ChunkKind)}

_NO_TAGS = "[[],"  # how the facts of a document begin that has none

STRUCTURE = "-"
"""In the column `kind`: a document or section that no search finds."""


class TreeRow(NamedTuple):
    """A tree as the catalog knows it; `seal` is a sum over its postings when last written."""

    id: int
    name: str
    tenant: str
    language: str
    fingerprint: str
    seal: str | None


class DocumentRow(NamedTuple):
    """A version of a document, without its text."""

    key: int
    tree: int
    path: str
    status: int
    version: int
    mtime: int
    day: int
    title: str
    facts: str
    size: int
    chunks: int
    dictionary: int

    def time_sum(self) -> int:
        """A sum over when its file was changed."""
        return checksum(self.mtime, self.day)


class ChunkRow(NamedTuple):
    """A chunk; `parent` is a position, `title` None if the document's.

    `body` is None where the text of the file at `spans` is the body.
    """

    document: int
    position: int
    parent: int | None
    depth: int
    title: str | None
    slug: str | None
    part: int
    kind: str | None
    start: int
    end: int
    siblings: int
    spans: str | None
    prefix: str | None
    crumb: str | None
    tokens: int | None
    body: str | None


class PlaceRow(NamedTuple):
    """Those columns of a chunk that say where it stands."""

    document: int
    position: int
    parent: int | None
    depth: int
    title: str | None
    slug: str | None
    part: int
    siblings: int
    crumb: str | None


def place_row(row: ChunkRow) -> PlaceRow:
    """What a chunk's row says of its place."""
    return PlaceRow(
        row.document, row.position, row.parent, row.depth, row.title, row.slug, row.part,
        row.siblings, row.crumb,
    )  # fmt: skip


def tags(row: DocumentRow) -> tuple[str, ...]:
    """The tags of a document."""
    if not row.facts or row.facts.startswith(_NO_TAGS):
        return ()
    return tuple(json.loads(row.facts)[0])


def chunk_id(doc_id: str, slug: str | None, part: int) -> str:
    """The id of a chunk (SPEC 3.2)."""
    section = f"{doc_id}#{slug}" if slug else doc_id
    return f"{section}~{part}" if part else section


def day(row: DocumentRow, mtime: int) -> int:
    """The day of a document whose file was written at this time."""
    return day_of(json.loads(row.facts)[2] if row.facts else None, mtime)


def chunk_rows(document: int, title: str, chunks: Sequence[Chunk]) -> list[Row]:
    """The rows of a document's chunks; what can be derived is left out."""
    positions = {chunk.id: chunk.position for chunk in chunks}
    crumbs = {chunk.id: chunk.breadcrumb for chunk in chunks}
    rows: list[Row] = []
    for chunk in chunks:
        parent = chunk.parent_id
        rows.append(
            (
                document,
                chunk.position,
                None if parent is None else positions[parent],
                chunk.depth,
                chunk.title if chunk.title != title else None,
                chunk.slug,
                chunk.part,
                _kind_text(chunk),
                chunk.byte_start,
                chunk.byte_end,
                chunk.sibling_count,
                _spans_text(chunk),
                chunk.prefix or None,
                _crumb_text(chunk, None if parent is None else crumbs[parent]),
                chunk.token_count,
                chunk.body if chunk.body and not chunk.spans else None,
            )
        )
    return rows


def _kind_text(chunk: Chunk) -> str | None:
    if not chunk.hit:
        return STRUCTURE
    return chunk.kind if chunk.kind not in ("document", "section") else None


def kind(row: ChunkRow) -> ChunkKind:
    """The kind of a row's chunk."""
    if row.kind and row.kind != STRUCTURE:
        return _KINDS[row.kind]
    return "section" if row.slug else "document"


def _spans_text(chunk: Chunk) -> str | None:
    return ",".join([f"{start}-{end}" for start, end in chunk.spans]) or None


def _crumb_text(chunk: Chunk, above: tuple[str, ...] | None) -> str | None:
    if above is None or chunk.breadcrumb == (*above, chunk.title):
        return None
    if chunk.breadcrumb == above:
        return SAME_AS_PARENT
    return json.dumps(chunk.breadcrumb, ensure_ascii=False)


def spans(row: ChunkRow) -> tuple[Span, ...]:
    """The places of the file that a chunk's body is cut from."""
    if not row.spans:
        return ()
    return tuple([Span(*map(int, pair.split("-"))) for pair in row.spans.split(",")])


def breadcrumb(crumb: str | None, title: str, above: tuple[str, ...] | None) -> tuple[str, ...]:
    """The breadcrumb that the column means, below a parent with the breadcrumb `above`."""
    if crumb:
        return tuple(json.loads(crumb))
    if above is None:
        return (title,)
    return above if crumb == SAME_AS_PARENT else (*above, title)


def checksum(*parts: Any) -> int:
    """A sum over plain values, to tell a flipped bit from what was written."""
    return crc32(marshal.dumps(parts, 2))  # 2: the newest form without references to other parts


def file_row(tree: int, record: FileRecord) -> Row:
    """The manifest's row of a file."""
    values = (
        tree, record.path, record.mtime, record.size, record.hash, record.parser,
        int(record.racy), record.state, record.reason, record.code, record.version,
    )  # fmt: skip
    return (*values, checksum(*values))
