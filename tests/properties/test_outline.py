"""Tests that every file, however strange, has a valid outline."""

from __future__ import annotations

import codecs
import json
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ra.chunking import divide, outline
from ra.config.schema import DEFAULT_CHUNKING, Strategy
from ra.document import Document, Source
from ra.errors import ChunkingFailed
from ra.model import Chunk
from ra.parse import blocks_of, parse
from tests.properties.another_process import said
from tests.properties.documents import source, sources, texts

every_strategy = pytest.mark.parametrize("strategy", ["outline", "none"])


def _chunks(given_source: Source, strategy: Strategy = "outline") -> tuple[Document, list[Chunk]]:
    document = parse(given_source)
    return document, divide(document, DEFAULT_CHUNKING._replace(strategy=strategy))


@every_strategy
@given(given_source=sources)
def test_every_byte_is_in_at_most_one_body(strategy: Strategy, given_source: Source) -> None:
    """SPEC 4.1: each byte belongs to at most one body."""
    _, chunks = _chunks(given_source, strategy)
    spans = sorted(span for chunk in chunks for span in chunk.spans)
    assert all(span.start < span.end for span in spans)
    assert all(one.end <= two.start for one, two in pairwise(spans))


@every_strategy
@given(given_source=sources)
def test_bodies_are_slices_of_the_file(strategy: Strategy, given_source: Source) -> None:
    """SPEC 1.8, 4.1: offsets are bytes of the file, and a body is what stands there."""
    _, chunks = _chunks(given_source, strategy)
    for chunk in chunks:
        cut = b"".join(given_source.data[start:end] for start, end in chunk.spans)
        assert cut.decode() == chunk.body
        assert all(
            chunk.byte_start <= start and end <= chunk.byte_end for start, end in chunk.spans
        )


@given(sources)
def test_spans_nest(given_source: Source) -> None:
    """SPEC 4.1: a child's span is inside its parent's; neighbors do not overlap."""
    document, chunks = _chunks(given_source)
    by_id = {chunk.id: chunk for chunk in chunks}
    for chunk in chunks:
        assert 0 <= chunk.byte_start <= chunk.byte_end <= len(given_source.data)
        if chunk.parent_id is not None:
            parent = by_id[chunk.parent_id]
            assert parent.byte_start <= chunk.byte_start
            assert chunk.byte_end <= parent.byte_end
    lines = [(one.line_start, one.start) for one in document.sections[1:]]
    assert all(line < start for line, start in lines)
    assert all(one[1] <= two[0] for one, two in pairwise(lines))


@given(sources)
def test_nothing_is_lost(given_source: Source) -> None:
    """SPEC 4.1: outside all bodies there are only heading lines and blanks around them."""
    document, chunks = _chunks(given_source)
    left = bytearray(given_source.data)
    for chunk in chunks:
        for start, end in chunk.spans:
            left[start:end] = b" " * (end - start)
    for section in document.sections[1:]:
        if section.kept or section.parent == 0:
            left[section.line_start : section.start] = b" " * (section.start - section.line_start)
    assert not left.decode().removeprefix("\ufeff").strip()


@given(sources)
def test_heading_lines_are_outside_bodies_unless_discarded(given_source: Source) -> None:
    """SPEC 4.1: a body has no line of a kept heading; a discarded one stays in the one around."""
    document, chunks = _chunks(given_source)
    spans = [span for chunk in chunks for span in chunk.spans]
    for section in document.sections[1:] if chunks else ():
        line = range(section.line_start, section.start)
        inside = [one for one in spans if one.start < line.stop and line.start < one.end]
        if section.kept or section.parent == 0:
            assert not inside
        else:
            assert any(one.start <= line.start and line.stop <= one.end for one in inside)


@given(sources)
def test_discarded_sections_hold_only_white_space(given_source: Source) -> None:
    """SPEC 4.1: a heading is discarded exactly when its span holds only white space."""
    for section in parse(given_source).sections[1:]:
        text = given_source.data[section.start : section.end].decode()
        assert section.kept == bool(text.strip())


@every_strategy
@given(given_source=sources)
def test_names_are_unique(strategy: Strategy, given_source: Source) -> None:
    """SPEC 2.4, 3.2: no slug and no id is used twice."""
    document, chunks = _chunks(given_source, strategy)
    slugs = [section.slug for section in document.sections]
    assert len(set(slugs)) == len(slugs)
    assert slugs[0] is None
    assert all(slugs[1:])
    assert len({chunk.id for chunk in chunks}) == len(chunks)


@every_strategy
@given(given_source=sources)
def test_family_is_right(strategy: Strategy, given_source: Source) -> None:
    """SPEC 3.3, 4.1: positions without gaps; parents come before, shallower; siblings counted."""
    _, chunks = _chunks(given_source, strategy)
    families = Counter(chunk.parent_id for chunk in chunks)
    seen: dict[str, int] = {}
    for position, chunk in enumerate(chunks):
        assert chunk.position == position
        if strategy == "outline":
            assert chunk.sibling_count == families[chunk.parent_id]
        if chunk.parent_id is None:
            assert (position, chunk.depth, chunk.kind) == (0, 0, "document")
        else:
            assert seen[chunk.parent_id] < chunk.depth
        seen[chunk.id] = chunk.depth


@given(sources)
def test_breadcrumbs_grow_by_the_title(given_source: Source) -> None:
    """SPEC 3.4: document title first, own title last; a first heading equal to it is left out."""
    document, chunks = _chunks(given_source)
    crumbs = {chunk.id: chunk.breadcrumb for chunk in chunks}
    for chunk in chunks:
        if chunk.parent_id is None:
            assert chunk.breadcrumb == (document.title,)
        elif chunk.breadcrumb != (*crumbs[chunk.parent_id], chunk.title):
            assert chunk.slug == document.sections[1].slug
            assert chunk.title == document.title
            assert chunk.breadcrumb == crumbs[chunk.parent_id]


@given(sources)
def test_blocks_and_links_are_inside_the_file(given_source: Source) -> None:
    """SPEC 2.3, 2.5: blocks are ordered, disjoint and behind the front matter; links are inside."""
    document = parse(given_source)
    size = len(given_source.data)
    blocks = blocks_of(document)
    assert all(document.content_start <= one.start < one.end <= size for one in blocks)
    assert all(one.end <= two.start for one, two in pairwise(blocks))
    headings = [(one.line_start, one.start) for one in document.sections[1:]]
    assert not any(
        start < block.end and block.start < end for start, end in headings for block in blocks
    )
    for link in document.links:
        assert 0 <= link.start < link.end <= size
        given_source.data[link.start : link.end].decode()
        assert link.url


@every_strategy
@given(given_source=sources)
def test_every_link_belongs_to_one_chunk(strategy: Strategy, given_source: Source) -> None:
    """SPEC 3.1, 5.1: every link is kept once, by the chunk it stands in."""
    document, chunks = _chunks(given_source, strategy)
    kept = [link for chunk in chunks for link in chunk.links]
    assert Counter(kept) == Counter(document.links)


@given(sources)
def test_fields_survive_storage(given_source: Source) -> None:
    """SPEC 2.1: any front matter value survives storage."""
    fields = parse(given_source).fields
    assert json.loads(json.dumps(fields, allow_nan=False)) == fields


@given(st.binary(max_size=200))
def test_any_bytes_parse_or_fail_as_not_utf8(data: bytes) -> None:
    """SPEC 1.8: parsing raises nothing but `CHUNKING_FAILED`, and that only for bad UTF-8."""
    try:
        data.decode()
    except UnicodeDecodeError as error:
        try:
            parse(source(data))
        except ChunkingFailed as failed:
            assert f"offset {error.start}" in str(failed)
            return
        raise AssertionError("bad UTF-8 was accepted") from None
    outline.chunk(parse(source(data)), DEFAULT_CHUNKING)


@given(texts())
def test_a_bom_only_shifts(text: str) -> None:
    """SPEC 1.8: a BOM is skipped; all offsets refer to the file."""
    plain = text.removeprefix("\ufeff").encode("utf-8", "replace")
    if plain.startswith(codecs.BOM_UTF8):
        return
    one, two = parse(source(plain)), parse(source(codecs.BOM_UTF8 + plain))
    assert [section.slug for section in one.sections] == [section.slug for section in two.sections]
    assert [block.start + 3 for block in blocks_of(one)] == [
        block.start for block in blocks_of(two)
    ]
    assert [link.end + 3 for link in one.links] == [link.end for link in two.links]


_DIGEST = """
import hashlib, sys
from ra.chunking import divide
from ra.config.schema import DEFAULT_CHUNKING as D
from ra.document import Source
from ra.parse import parse
files = sys.stdin.buffer.read().split(b"\\xff")
found = [divide(parse(Source("t", "a.md", data, 0, "markdown")), D) for data in files]
print(hashlib.sha256(repr(found).encode()).hexdigest())
"""


@settings(max_examples=2)
@given(st.lists(texts(), min_size=20, max_size=60))
def test_same_input_same_output_in_another_process(files: list[str]) -> None:
    """STYLE: no hash order inside a stage; two processes with other seeds agree."""
    assert said(_DIGEST, files, seed=1) == said(_DIGEST, files, seed=2)
