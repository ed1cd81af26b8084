"""Tests of all strategies, on generated and on real documents."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ra.chunking import divide
from ra.chunking.header_based import pieces
from ra.config.schema import DEFAULT_CHUNKING, Chunking, Strategy
from ra.document import Document, Source
from ra.model import Chunk
from ra.parse import parse
from tests.properties.another_process import said
from tests.properties.corpora import Corpus, every_corpus, sample
from tests.properties.documents import sources, texts
from tests.properties.promises import (
    COMMON,
    fits_in_paragraphs,
    fits_in_sentences,
    nothing_lost,
)
from tests.robustness.marks import sampled

STRATEGIES: tuple[Strategy, ...] = ("outline", "leaves", "header_based", "none")
"""`spec_v1` keeps promises of its own as well; its bodies are slices of the normalized text."""

every_strategy = pytest.mark.parametrize("strategy", STRATEGIES)

sizes = st.integers(1, 40)
chunkings = st.builds(
    lambda small, large, overlap, headers: DEFAULT_CHUNKING._replace(
        min_leaf_chars=small,
        max_leaf_chars=large,
        min_document_chars=small,
        min_chunk_chars=small,
        max_chunk_chars=large,
        overlap_chars=overlap,
        include_parent_headers=headers,
    ),
    st.integers(0, 40),
    sizes,
    st.integers(0, 12),
    st.booleans(),
)
"""Limits so small that generated documents are joined and split."""


def _cut(source: Source, chunking: Chunking) -> tuple[Document, list[Chunk]]:
    document = parse(source)
    return document, divide(document, chunking)


def _keeps(document: Document, chunks: list[Chunk], strategy: Strategy) -> None:
    for promise in COMMON:
        promise(document, chunks)
    if chunks:
        nothing_lost(document, chunks, headings=strategy in ("header_based", "none"))
    else:
        assert not document.text.removeprefix("\ufeff").strip()


@every_strategy
@given(source=sources, chunking=chunkings)
def test_promises_hold_for_generated_documents(
    strategy: Strategy, source: Source, chunking: Chunking
) -> None:
    """Nothing lost, nothing twice, ids unique, spans exact, families right (SPEC 3)."""
    document, chunks = _cut(source, chunking._replace(strategy=strategy))
    _keeps(document, chunks, strategy)


@every_strategy
@every_corpus
def test_promises_hold_for_real_documents(strategy: Strategy, corpus: Corpus) -> None:
    """The same over real documents, with the sizes as they are set."""
    for source in sample(corpus):
        document, chunks = _cut(source, DEFAULT_CHUNKING._replace(strategy=strategy))
        _keeps(document, chunks, strategy)
        _within_limits(document, chunks, DEFAULT_CHUNKING._replace(strategy=strategy))


def _within_limits(document: Document, chunks: list[Chunk], chunking: Chunking) -> None:
    if chunking.strategy == "header_based":
        for chunk in chunks:
            assert fits_in_paragraphs(document, chunk, chunking.max_chunk_chars)
    if chunking.strategy == "leaves" and not _is_small(document, chunking):
        for chunk in chunks:
            assert fits_in_sentences(document, chunk, chunking.max_leaf_chars)


def _is_small(document: Document, chunking: Chunking) -> bool:
    content = document.source.data[document.content_start :].decode().strip()
    return len(content) < chunking.min_document_chars


@pytest.mark.parametrize("strategy", ["header_based", "leaves"])
@given(source=sources, chunking=chunkings)
def test_limits_hold(strategy: Strategy, source: Source, chunking: Chunking) -> None:
    """SPEC 4.2, 4.3: a body is larger only if it is one paragraph or sentence, code or a table."""
    chunking = chunking._replace(strategy=strategy)
    document, chunks = _cut(source, chunking)
    _within_limits(document, chunks, chunking)


@given(source=sources, chunking=chunkings)
def test_only_a_lonely_section_stays_small(source: Source, chunking: Chunking) -> None:
    """SPEC 4.3: sections are joined until they reach the minimum; a small last one joins back."""
    found = pieces(parse(source), chunking)
    wholes: dict[int, tuple[int, int]] = {}
    for piece in found:
        start, _ = wholes.setdefault(piece.number, (piece.start, piece.end))
        wholes[piece.number] = (start, piece.end)
    assert list(wholes) == list(range(len(wholes)))
    if len(wholes) > 1:
        assert all(end - start >= chunking.min_chunk_chars for start, end in wholes.values())


@given(source=sources, chunking=chunkings)
def test_pieces_and_chunks_say_the_same(source: Source, chunking: Chunking) -> None:
    """SPEC 3.6, 4.3: what is exported is what is searched, in characters and in bytes."""
    document, chunks = _cut(source, chunking._replace(strategy="header_based"))
    found = pieces(document, chunking)
    assert [one.position for one in found] == list(range(len(found)))
    assert [one.prefix + one.body for one in found] == [one.text for one in chunks if one.spans]
    assert all(document.text[one.start : one.end] == one.body for one in found)
    subs = [(one.number, one.sub) for one in found]
    assert len(set(subs)) == len(subs)


@given(source=sources, chunking=chunkings)
def test_overlap_is_the_end_of_the_part_before(source: Source, chunking: Chunking) -> None:
    """SPEC 4.3: at most `overlap_chars`, from the original body of the part right before."""
    before = None
    for piece in pieces(parse(source), chunking):
        if piece.overlap:
            assert before is not None
            assert piece.sub
            assert before.number == piece.number
            assert before.body.endswith(piece.overlap)
            assert len(piece.overlap) <= chunking.overlap_chars
        before = piece


@given(source=sources, chunking=chunkings)
def test_leaves_are_large_enough_or_parts(source: Source, chunking: Chunking) -> None:
    """SPEC 4.2: what is under the minimum is no leaf of its own, the preamble excepted."""
    document, chunks = _cut(source, chunking._replace(strategy="leaves"))
    known = {section.slug for section in document.sections}
    for chunk in chunks:
        if chunk.body and not chunk.part and chunk.slug in known:
            assert chunk.slug is not None
            assert len(chunk.body) >= chunking.min_leaf_chars


@given(source=sources, chunking=chunkings)
def test_text_is_only_in_leaves(source: Source, chunking: Chunking) -> None:
    """SPEC 4.2: a chunk with others below it has no text."""
    _, chunks = _cut(source, chunking._replace(strategy="leaves"))
    parents = {chunk.parent_id for chunk in chunks}
    assert not any(chunk.body for chunk in chunks if chunk.id in parents)


_DIGEST = """
import hashlib, sys
from ra.chunking import divide
from ra.config.schema import DEFAULT_CHUNKING
from ra.document import Source
from ra.parse import parse
chunking = DEFAULT_CHUNKING._replace(
    strategy=STRATEGY, min_leaf_chars=9, max_leaf_chars=30, min_document_chars=9,
    min_chunk_chars=9, max_chunk_chars=30, overlap_chars=5)
files = sys.stdin.buffer.read().split(b"\\xff")
found = [divide(parse(Source("t", "a.md", data, 0, "markdown")), chunking) for data in files]
print(sum(map(len, found)), hashlib.sha256(repr(found).encode()).hexdigest())
"""


@pytest.mark.parametrize("strategy", sampled(STRATEGIES, "leaves"))
@settings(max_examples=2)
@given(files=st.lists(texts(), min_size=20, max_size=60))
def test_same_output_in_another_process(strategy: Strategy, files: list[str]) -> None:
    """Reproducible byte for byte in a second process with another hash seed."""
    script = _DIGEST.replace("STRATEGY", repr(strategy))
    assert said(script, files, seed=1) == said(script, files, seed=2)
