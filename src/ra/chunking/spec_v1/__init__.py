"""`spec_v1`: the units of a section, in chunks of a size in tokens (SPEC 4.4, S1).

Its result never changes: a new rule is a new strategy (S1 §12).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from hashlib import sha256

from ra.chunking.pieces import Piece, assemble, is_empty
from ra.chunking.spec_v1.cuts import ChunkDraft, cuts_of
from ra.chunking.spec_v1.record import SpecRecord, canonical, chunk_path, identify
from ra.chunking.spec_v1.sizes import Counter, Scale, Sizes
from ra.chunking.spec_v1.units import stretches
from ra.config.schema import Chunking
from ra.document import Document
from ra.model import Chunk, ChunkKind, Span
from ra.parse import blocks_of
from ra.parse.normalize import NormalizedText, normalize
from ra.text import counter
from ra.typed import NamedTuple

SIZES = Sizes()


class SourceVersion(NamedTuple):
    """The document version and tenant that a record belongs to (S1 §4.3)."""

    tenant_id: str
    document_id: str
    source_version_id: str


def chunk(document: Document, settings: Chunking) -> list[Chunk]:
    """The chunks of a document below its sections; no setting changes them."""
    if is_empty(document):
        return []
    normalized, cuts = cut(document, SIZES, counter.count)
    return assemble(document, [_piece(document, normalized, each) for each in cuts], titles=False)


def records(document: Document, tenant: str) -> list[SpecRecord]:
    """The records of a document (S1 §8), from the same pieces as its chunks."""
    normalized, cuts = cut(document, SIZES, counter.count)
    version = sha256(normalized.data).hexdigest()
    return recorded(document, normalized, cuts, SourceVersion(tenant, document.id, version))


def cut(
    document: Document, sizes: Sizes, count: Counter
) -> tuple[NormalizedText, list[ChunkDraft]]:
    """The normalized text of a document, and its chunks."""
    blocks = blocks_of(document)
    normalized = normalize(document, blocks)
    scale = Scale(normalized.data, count, sizes)
    cuts: list[ChunkDraft] = []
    section = -1
    numbers: dict[ChunkKind, int] = {}
    for stretch in stretches(document, blocks, normalized):
        if stretch.section != section:
            section, numbers = stretch.section, {}
        kind = stretch.units[-1].kind
        number = numbers.get(kind, 0)
        cuts += cuts_of(scale, stretch, number)
        numbers[kind] = number + 1
    return normalized, cuts


def recorded(
    document: Document,
    normalized: NormalizedText,
    cuts: Iterable[ChunkDraft],
    origin: SourceVersion,
) -> list[SpecRecord]:
    """A record for each chunk; ordinals count them from 0 (S1 §11)."""

    @cache
    def headings(number: int) -> tuple[str, ...]:
        section = document.sections[number]
        if section.parent is None:
            return ()
        return (*headings(section.parent), section.title)

    found: list[SpecRecord] = []
    for ordinal, (section, start, end, kind, number, prefix, tokens) in enumerate(cuts):
        text = prefix + normalized.data[start:end].decode()
        path = headings(section)
        record = SpecRecord(
            identify(*origin, ordinal, canonical(text, kind)),
            *origin,
            ordinal,
            chunk_path(path, kind, number),
            path,
            tokens,
            text,
            normalized.in_file(start),
            normalized.in_file(end),
            kind,
            prefix,
        )
        found.append(record)
    return found


def _piece(document: Document, normalized: NormalizedText, cut: ChunkDraft) -> Piece:
    """The cut at its position in the file, with its text only where the file has other bytes."""
    section, start, end, kind, _, prefix, tokens = cut
    body = None
    if normalized.places:
        text = normalized.data[start:end]
        start, end = normalized.in_file(start), normalized.in_file(end)
        if document.source.data[start:end] != text:
            body = text.decode()
    else:
        start, end = start + normalized.start, end + normalized.start
    span = Span(start, end)
    return Piece(section, (span,), kind, prefix, body=body, token_count=tokens)
