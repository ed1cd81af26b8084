"""How are chunks of any strategy written in the form of S1? (SPEC 3.6, 4.4)

`spec_v1` has records of its own; those of other strategies get the same fields by the same rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import sha256

from ra.chunk.paragraphs import kind_of
from ra.chunk.records import heading_paths, with_text
from ra.chunk.spec_record import Record, canonical, chunk_path, identify
from ra.document import Block, Document
from ra.model import Chunk, ChunkKind
from ra.parse import blocks_of
from ra.parse.normalize import normalize
from ra.text.counter import count


def spec_records(document: Document, chunks: Sequence[Chunk], tenant: str) -> Iterator[Record]:
    """One record for each chunk with text, counted through from 0."""
    texts = with_text(chunks)
    if not texts:
        return
    blocks = blocks_of(document)
    version = sha256(normalize(document, blocks).data).hexdigest()
    seen: Counter[tuple[tuple[str, ...], ChunkKind]] = Counter()
    paths = heading_paths(document, texts)
    for ordinal, (chunk, headings) in enumerate(zip(texts, paths, strict=True)):
        kind = _content(chunk, blocks)
        # A chunk of prose may have code in it here, which a paragraph of S1 never has.
        text = canonical(chunk.text, kind if kind in ("code", "table") else "section")
        yield Record(
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
    """What the text of a document or section consists of; other chunks say it themselves."""
    if chunk.kind not in ("document", "section"):
        return chunk.kind
    kinds = {kind_of(blocks, span) for span in chunk.spans}
    if "list" in kinds:
        return "list"
    return kinds.pop() if len(kinds) == 1 else "paragraph"
