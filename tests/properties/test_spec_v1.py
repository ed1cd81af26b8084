"""Tests of `spec_v1` on every document, however strange."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from math import ceil

from hypothesis import given, settings
from hypothesis import strategies as st

from ra.chunking import spec_v1
from ra.chunking.spec_v1.checklist import problems
from ra.chunking.spec_v1.cuts import ChunkDraft
from ra.chunking.spec_v1.sizes import Counter as TokenCounter
from ra.chunking.spec_v1.sizes import Sizes
from ra.config.schema import DEFAULT_CHUNKING
from ra.document import Document, Source
from ra.parse import blocks_of, parse
from ra.parse.normalize import NormalizedText, normalize
from ra.text import counter
from tests.conformance.spec_properties import left_over
from tests.properties.another_process import said
from tests.properties.corpora import Corpus, every_corpus, sample
from tests.properties.documents import sources, texts
from tests.properties.promises import (
    families_are_right,
    links_have_one_home,
    names_are_unique,
    sections_exist,
)

COUNTERS: dict[str, TokenCounter] = {
    "ws": lambda text: len(text.split()),
    "char4": lambda text: ceil(len(text) / 4),
    "cl100k": counter.count,
}
# So small that generated documents are split in every way.
SMALL = (Sizes(8, 10, 12, 0.15), Sizes(20, 28, 30, 0.5), Sizes(350, 450, 520, 0.15))

counters = st.sampled_from(sorted(COUNTERS))
sizes = st.sampled_from(SMALL)


def _cut(
    source: Source, limits: Sizes, name: str
) -> tuple[Document, NormalizedText, list[ChunkDraft], TokenCounter]:
    document = parse(source)
    count = COUNTERS[name]
    normalized, cuts = spec_v1.cut(document, limits, count)
    return document, normalized, cuts, count


def _places(normalized: NormalizedText, cuts: list[ChunkDraft]) -> list[tuple[int, int]]:
    return [(normalized.in_file(each.start), normalized.in_file(each.end)) for each in cuts]


@given(sources, sizes, counters)
def test_nothing_is_lost(source: Source, limits: Sizes, name: str) -> None:
    """SPEC 4.4: all but front matter, headings, rules and white space is in some body."""
    document, normalized, cuts, _ = _cut(source, limits, name)
    assert left_over(document, _places(normalized, cuts)) == ""


@given(sources, sizes, counters)
def test_nothing_is_twice_outside_token_windows(source: Source, limits: Sizes, name: str) -> None:
    """SPEC 4.4: bodies follow each other; only token windows share an end, within one unit."""
    _, normalized, cuts, count = _cut(source, limits, name)
    for one, two in pairwise(cuts):
        assert one.start < two.start
        if two.start < one.end:
            shared = count(normalized.data[two.start : one.end].decode())
            assert shared <= limits.overlap * one.tokens
            assert one.kind == two.kind


@given(sources, sizes, counters)
def test_limits_hold_with_the_prefix(source: Source, limits: Sizes, name: str) -> None:
    """S1 §5, §11, R2: no text exceeds the hard maximum, no prefix its share; counts are exact."""
    _, normalized, cuts, count = _cut(source, limits, name)
    before = None
    for each in cuts:
        body = normalized.data[each.start : each.end].decode()
        assert body.strip()
        assert count(each.prefix + body) == each.tokens
        assert each.tokens <= limits.hard or len(body) == 1
        if each.prefix and each.kind != "table":
            assert before is not None
            assert count(each.prefix) <= limits.overlap * before[0]
            assert before[1].endswith(each.prefix.rstrip())
        before = (count(body), body)


@given(sources)
def test_bodies_are_the_normalized_file(source: Source) -> None:
    """SPEC 4.4: a body is a slice of the normalized text, and its span says where in the file."""
    document = parse(source)
    blocks = blocks_of(document)
    whole = normalize(document, blocks)
    for chunk in spec_v1.chunk(document, DEFAULT_CHUNKING):
        for start, end in chunk.spans:
            assert source.data[start:end].decode() == chunk.body
        if chunk.body and not chunk.spans and chunk.part:
            place = whole.data[whole.place(chunk.byte_start) : whole.place(chunk.byte_end)]
            assert place.decode() == chunk.body


@given(sources)
def test_normalized_places_lead_to_the_file_and_back(source: Source) -> None:
    """SPEC 4.4: each normalized byte stands in the file, white space aside as it is there."""
    document = parse(source)
    text = normalize(document, blocks_of(document))
    places = [text.in_file(place) for place in range(len(text.data) + 1)]
    assert places == sorted(set(places))
    assert [text.place(place) for place in places] == list(range(len(places)))
    for place, byte in enumerate(text.data):
        if not chr(byte).isspace():
            assert source.data[places[place]] == byte
    left = bytearray(source.data)
    for place in places[:-1]:
        left[place : place + 1] = b" "
    assert not left[document.content_start :].strip()


@given(sources)
def test_chunks_and_records_agree(source: Source) -> None:
    """SPEC 3.6: the records come from the same pieces as the chunks, and pass S1 §11."""
    document = parse(source)
    records = spec_v1.records(document, "acme")
    chunks = [chunk for chunk in spec_v1.chunk(document, DEFAULT_CHUNKING) if chunk.body]
    assert [(each.body, each.prefix, each.token_count, each.kind) for each in records] == [
        (each.body, each.prefix, each.token_count, each.kind) for each in chunks
    ]
    assert problems(records, document) == []
    assert max(Counter(each.chunk_id for each in records).values(), default=1) == 1


def _structure_is_right(document: Document) -> None:
    chunks = spec_v1.chunk(document, DEFAULT_CHUNKING)
    assert all(each.hit == bool(each.body) for each in chunks)
    for promise in (names_are_unique, families_are_right, sections_exist, links_have_one_home):
        promise(document, chunks)


@given(sources)
def test_structure_stays_and_is_no_hit(source: Source) -> None:
    """SPEC 3.2, 3.3, 3.5: as in every strategy; sections without text exist but are no hits."""
    _structure_is_right(parse(source))


@every_corpus
def test_promises_hold_for_real_documents(corpus: Corpus) -> None:
    """Nothing lost, nothing too large, ids unique, S1 §11 passed, over real documents."""
    ids: Counter[str] = Counter()
    for source in sample(corpus):
        document = parse(source)
        records = spec_v1.records(document, "acme")
        assert problems(records, document) == []
        assert left_over(document, [(each.byte_start, each.byte_end) for each in records]) == ""
        ids.update(each.chunk_id for each in records)
        _structure_is_right(document)
        for limits in SMALL:
            normalized, cuts = spec_v1.cut(document, limits, COUNTERS["ws"])
            assert left_over(document, _places(normalized, cuts)) == ""
            assert all(each.tokens <= limits.hard for each in cuts)
    assert max(ids.values()) == 1


_DIGEST = """
import hashlib, sys
from ra.chunking import spec_v1
from ra.chunking.spec_v1.sizes import Sizes
from ra.config.schema import DEFAULT_CHUNKING
from ra.document import Source
from ra.parse import parse
found = []
for data in sys.stdin.buffer.read().split(b"\\xff"):
    document = parse(Source("t", "a.md", data, 0, "markdown"))
    found += [spec_v1.records(document, "acme"), spec_v1.chunk(document, DEFAULT_CHUNKING)]
    found.append(spec_v1.cut(document, Sizes(8, 10, 12), spec_v1.counter.count))
print(hashlib.sha256(repr(found).encode()).hexdigest())
"""


@settings(max_examples=2)
@given(st.lists(texts(), min_size=20, max_size=60))
def test_same_input_same_output_in_another_process(files: list[str]) -> None:
    """S1 §10: order, boundaries, ids and token counts are reproducible byte for byte."""
    assert said(_DIGEST, files, seed=1) == said(_DIGEST, files, seed=2)
