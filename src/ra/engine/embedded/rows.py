"""Converts documents and chunks to catalog rows and back."""

from __future__ import annotations

import marshal
from collections.abc import Mapping, Sequence
from zlib import crc32

from ra.engine.embedded.parse_json import parsed
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

_NO_TAGS = "[[],"  # the start of the facts of a document without tags

STRUCTURE = "-"
"""In the column `kind`: a document or section that is not searchable."""


def tree_mark(tree: TreeRow) -> bytes:
    """The key in the table `spares` that says that a tree was embedded."""
    return f"the vectors of tree {tree.name}".encode()


class TreeRow(NamedTuple):
    """A tree in the catalog, with the fingerprints of its `TreeSpec`.

    `expected` is the number of files it will have when built. `opstamp` is that of the postings
    commit with the visible versions; `seal` is a checksum of the files of that commit, None while
    they are being written, and `stamp` one of their mtimes. The rest counts the visible versions
    and adds up the checksums of their rows and of all file rows, so that a missing row is detected.
    `embedded` counts the chunks whose vectors are done, and `vectors_sum` adds up those rows.
    """

    id: int
    name: str
    tenant: str
    language: str
    chunks_form: str
    postings_form: str
    vectors_form: str
    state: int
    expected: int
    opstamp: int
    seal: str | None
    stamp: int
    documents: int
    chunks: int
    bytes: int
    documents_sum: int
    files_sum: int
    embedded: int
    vectors_sum: int


_BODIES = "+bodies"


def with_bodies(tree: TreeRow) -> TreeRow:
    """The tree when its postings have the field `body`, too."""
    return tree._replace(postings_form=postings_form(tree) + _BODIES)


def has_bodies(tree: TreeRow) -> bool:
    """Whether the postings of a tree have the field `body`."""
    return tree.postings_form.endswith(_BODIES)


def postings_form(tree: TreeRow) -> str:
    """The fingerprint of the postings, with or without bodies."""
    return tree.postings_form.removesuffix(_BODIES)


class DocumentRow(NamedTuple):
    """A version of a document, without its text.

    `text_sum` is a checksum of its text, `chunks_sum` of the rows of its chunks, `sum` of all
    fields but the status.
    """

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
    text_sum: int
    chunks_sum: int
    sum: int


PRIME = 2**31 - 1
HALF = 2**31
"""Subtracted from the checksum of a key, so that the hash is a signed 32-bit number."""


def document_sum(row: Row) -> int:
    """The checksum of the values of a `DocumentRow` without its own `sum`."""
    return crc32(marshal.dumps(row[:3] + row[4:14], 2))


def document_mark(row: DocumentRow) -> int:
    """The contribution of a version to the `documents_sum` of its tree; SQL computes the same
    below.
    """
    return row.key % PRIME * row.sum % PRIME


DOCUMENT_MARK = f"(key % {PRIME} * sum % {PRIME})"


class ChunkRow(NamedTuple):
    """A chunk; `parent` is a position, `title` None if the document's.

    `heading` is the number of bytes from its heading to `start`. `body` is None where it is the
    text of the file at `spans`. `place_sum` is a checksum of the columns of a `PlaceRow`,
    `body_sum` of the others.
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
    heading: int
    place_sum: int
    body_sum: int


class PlaceRow(NamedTuple):
    """The columns of a chunk that describe its outline position."""

    document: int
    position: int
    parent: int | None
    depth: int
    title: str | None
    slug: str | None
    part: int
    start: int
    end: int
    siblings: int
    crumb: str | None
    place_sum: int


class BodyRow(NamedTuple):
    """The other columns of a chunk: a search that knows its place reads only these."""

    document: int
    position: int
    kind: str | None
    spans: str | None
    prefix: str | None
    tokens: int | None
    body: str | None
    heading: int
    body_sum: int


def body_values(row: Row) -> Row:
    """The values of the columns of a `BodyRow` in those of a `ChunkRow`, without the checksum."""
    return (*row[:2], row[7], *row[11:13], *row[14:17])


def body_row(row: ChunkRow) -> BodyRow:
    """The columns of a chunk's row that are not of its place."""
    return BodyRow._make((*body_values(row), row.body_sum))


def place_row(row: ChunkRow) -> PlaceRow:
    """The place columns of a chunk's row."""
    return PlaceRow(
        row.document, row.position, row.parent, row.depth, row.title, row.slug, row.part,
        row.start, row.end, row.siblings, row.crumb, row.place_sum,
    )  # fmt: skip


def place_values(row: Row) -> Row:
    """The values of the columns of a `PlaceRow` in those of a `ChunkRow`, without the checksum."""
    return (*row[:7], *row[8:11], row[13])


def place_sum(row: Row) -> int:
    """The checksum of the values of a `PlaceRow`, its own left out."""
    return crc32(marshal.dumps(row[:11], 2))


def body_sum(row: Row) -> int:
    """The checksum of the values of a `BodyRow`, its own left out."""
    return crc32(marshal.dumps(row[:8], 2))


def tags(row: DocumentRow) -> tuple[str, ...]:
    """The tags of a document."""
    if not row.facts or row.facts.startswith(_NO_TAGS):
        return ()
    return tuple(parsed(row.facts)[0])


def chunk_id(doc_id: str, slug: str | None, part: int) -> str:
    """The id of a chunk (SPEC 3.2)."""
    section = f"{doc_id}#{slug}" if slug else doc_id
    return f"{section}~{part}" if part else section


def day(row: DocumentRow, mtime: int) -> int:
    """The day of a document whose file has this mtime."""
    return day_of(parsed(row.facts)[2] if row.facts else None, mtime)


def chunk_rows(document: int, title: str, chunks: Sequence[Chunk]) -> list[Row]:
    """The rows of a document's chunks; derivable values are left out."""
    by_id = {chunk.id: chunk for chunk in chunks}
    rows: list[Row] = []
    for chunk in chunks:
        parent = None if chunk.parent_id is None else by_id[chunk.parent_id]
        above = None if parent is None else parent.position
        own_title = chunk.title if chunk.title != title else None
        depth, slug, part, siblings = chunk.depth, chunk.slug, chunk.part, chunk.sibling_count
        start, end, position = chunk.byte_start, chunk.byte_end, chunk.position
        crumb = _crumb_text(chunk, parent)
        kind, spans, prefix = _kind_text(chunk), _spans_text(chunk), chunk.prefix or None
        text = chunk.body if chunk.body and not chunk.spans else None
        tokens, heading = chunk.token_count, start - chunk.heading_start
        place = (
            document, position, above, depth, own_title, slug, part, start, end, siblings, crumb
        )  # fmt: skip
        body = (document, position, kind, spans, prefix, tokens, text, heading)
        rows.append((
            document, position, above, depth, own_title, slug, part, kind, start, end, siblings,
            spans, prefix, crumb, tokens, text, heading, row_sum(place), row_sum(body),
        ))  # fmt: skip
    return rows


def _kind_text(chunk: Chunk) -> str | None:
    if not chunk.hit:
        return STRUCTURE
    return chunk.kind if chunk.kind not in ("section", "document") else None


def kind(row: BodyRow, slug: str | None) -> ChunkKind:
    """The kind of a row's chunk, which has this slug."""
    if row.kind and row.kind != STRUCTURE:
        return _KINDS[row.kind]
    return "section" if slug else "document"


def _spans_text(chunk: Chunk) -> str | None:
    if len(chunk.spans) == 1 and not chunk.hidden:  # so are most
        start, end = chunk.spans[0]
        return f"{start}-{end}"
    spans = _ranges_text(chunk.spans)
    return f"{spans};{_ranges_text(chunk.hidden)}" if chunk.hidden else spans or None


def _ranges_text(ranges: Sequence[Span]) -> str:
    return ",".join([f"{start}-{end}" for start, end in ranges])


def _crumb_text(chunk: Chunk, parent: Chunk | None) -> str | None:
    if parent is None or chunk.breadcrumb == (*parent.breadcrumb, chunk.title):
        return None
    if chunk.breadcrumb == parent.breadcrumb:
        return SAME_AS_PARENT
    import json  # no search needs it

    return json.dumps(chunk.breadcrumb, ensure_ascii=False)


def spans(row: BodyRow) -> tuple[Span, ...]:
    """The spans of the file that a chunk's body is made of."""
    text = row.spans or ""
    return _ranges(text.partition(";")[0] if ";" in text else text)


def hidden(row: BodyRow) -> tuple[Span, ...]:
    """The hidden ranges of a chunk's body: after a semicolon in the column `spans`."""
    if not row.spans or ";" not in row.spans:
        return ()
    return _ranges(row.spans.partition(";")[2])


def _ranges(text: str) -> tuple[Span, ...]:
    if not text:
        return ()
    if "," not in text:  # most bodies are in one piece
        start, _, end = text.partition("-")
        return (Span._make((int(start), int(end))),)
    return tuple([Span(*map(int, pair.split("-"))) for pair in text.split(",")])


def breadcrumb(crumb: str | None, title: str, above: tuple[str, ...] | None) -> tuple[str, ...]:
    """Decode the breadcrumb column, below a parent with the breadcrumb `above`."""
    if crumb:
        return tuple(parsed(crumb))
    if above is None:
        return (title,)
    return above if crumb == SAME_AS_PARENT else (*above, title)


def row_sum(values: Row) -> int:
    """A checksum of plain values, which reveals a flipped bit."""
    return crc32(marshal.dumps(values, 2))  # 2: the newest format without back references


def chunks_sum(chunks: Sequence[Row]) -> int:
    """The checksum of the rows of a document's chunks, from their own checksums."""
    return row_sum(tuple([row[-2:] for row in chunks]))


def file_row(tree: int, record: FileRecord) -> Row:
    """The manifest's row of a file."""
    values = (
        tree, record.path, record.mtime, record.size, record.hash, record.parser,
        int(record.racy), record.state, record.reason, record.code, record.version,
        record.mark,
    )  # fmt: skip
    return (*values, row_sum(values))
