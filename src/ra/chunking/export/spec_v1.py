"""Exports chunks of any strategy in the form of S1: the form `spec-v1` (SPEC 3.6, 4.4).

`spec_v1` has records of its own; chunks of other strategies get the same fields by the same rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256

from ra.chunking import divide, spec_v1
from ra.chunking.export import texts
from ra.chunking.export.texts import heading_paths, with_text
from ra.chunking.paragraphs import kind_of
from ra.chunking.spec_v1.record import EXPORTED, SpecRecord, canonical, chunk_path, identify
from ra.config.schema import Tree
from ra.document import Block, Document
from ra.model import Chunk, ChunkKind
from ra.parse import blocks_of
from ra.parse.normalize import normalize
from ra.text.counter import count


def exported(document: Document, tree: Tree) -> Iterator[texts.Record]:
    """The records of a document, chunked by its tree's settings."""
    records: Iterable[SpecRecord]
    if tree.chunking.strategy == "spec_v1":
        records = spec_v1.records(document, tree.tenant)
    else:
        records = spec_records(document, divide(document, tree.chunking), tree.tenant)
    for record in records:
        fields = zip(EXPORTED, record, strict=False)
        yield {**dict(fields), "headings_path": list(record.headings_path)}


def spec_records(document: Document, chunks: Sequence[Chunk], tenant: str) -> Iterator[SpecRecord]:
    """One record for each chunk with text, numbered from 0."""
    chunks = with_text(chunks)
    if not chunks:
        return
    blocks = blocks_of(document)
    version = sha256(normalize(document, blocks).data).hexdigest()
    seen: Counter[tuple[tuple[str, ...], ChunkKind]] = Counter()
    paths = heading_paths(document, chunks)
    for ordinal, (chunk, headings) in enumerate(zip(chunks, paths, strict=True)):
        kind = _content(chunk, blocks)
        # A chunk of prose may contain code here; a paragraph of S1 never does.
        text = canonical(chunk.text, kind if kind in ("code", "table") else "section")
        yield SpecRecord(
            identify(tenant, document.id, version, ordinal, text),
            tenant,
            document.id,
            version,
            ordinal,
            chunk_path(headings, kind, seen[headings, kind]),
            headings,
            count(chunk.text) if chunk.token_count is None else chunk.token_count,
            chunk.text,
            chunk.spans[0].start,
            chunk.spans[-1].end,
            kind,
            chunk.prefix,
        )
        seen[headings, kind] += 1


def _content(chunk: Chunk, blocks: Sequence[Block]) -> ChunkKind:
    """The kind of a document's or section's text; other chunks have a kind of their own."""
    if chunk.kind not in ("document", "section"):
        return chunk.kind
    kinds = {kind_of(blocks, span) for span in chunk.spans}
    if "list" in kinds:
        return "list"
    return kinds.pop() if len(kinds) == 1 else "paragraph"
