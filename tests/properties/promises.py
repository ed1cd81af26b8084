"""The properties of every strategy and document, each as a check of the chunks."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from ra.chunking.paragraphs import BLANK_LINES
from ra.document import Document
from ra.model import Chunk, Span
from ra.parse import blocks_of, layout_of
from ra.text.sentences import sentence_spans

BOM = "\ufeff"


def bodies_are_slices(document: Document, chunks: list[Chunk]) -> None:
    """SPEC 1.8, 3.1: a body is what stands in the file at its spans, inside the chunk's own."""
    data = document.source.data
    for chunk in chunks:
        assert b"".join(data[start:end] for start, end in chunk.spans).decode() == chunk.body
        for start, end in chunk.spans:
            assert chunk.byte_start <= start < end <= chunk.byte_end
        assert 0 <= chunk.byte_start <= chunk.byte_end <= len(data)


def nothing_twice(_: Document, chunks: list[Chunk]) -> None:
    """A byte is in one body at most; what is repeated is declared in the prefix."""
    spans = sorted(span for chunk in chunks for span in chunk.spans)
    assert all(one.end <= two.start for one, two in pairwise(spans))


def nothing_lost(document: Document, chunks: list[Chunk], *, headings: bool) -> None:
    """Outside bodies are only front matter, rules, and (unless asked for) heading lines."""
    left = bytearray(document.source.data)
    spans = [Span(0, document.content_start)]
    spans += [span for chunk in chunks for span in chunk.spans]
    spans += [Span(one.start, one.end) for one in blocks_of(document) if one.kind == "rule"]
    if not headings:
        spans += [Span(one.line_start, one.start) for one in document.sections[1:]]
    for start, end in spans:
        left[start:end] = b" " * (end - start)
    assert not left.decode().removeprefix(BOM).strip()


def names_are_unique(_: Document, chunks: list[Chunk]) -> None:
    """SPEC 3.2: no id is used twice; parts count from 1 under their section."""
    assert len({chunk.id for chunk in chunks}) == len(chunks)
    parts: Counter[str | None] = Counter()
    for chunk in chunks:
        if chunk.part:
            parts[chunk.parent_id] += 1
            assert chunk.part == parts[chunk.parent_id]
            assert chunk.id == f"{chunk.parent_id}~{chunk.part}"


def families_are_right(_: Document, chunks: list[Chunk]) -> None:
    """SPEC 3.3: positions without gaps, parents before children, siblings that can be hits."""
    above = {chunk.id: chunk.parent_id for chunk in chunks}
    fruitful: set[str | None] = set()
    for chunk in chunks:
        each: str | None = chunk.id if chunk.hit else None
        while each is not None:
            fruitful.add(each)
            each = above[each]
    counts = Counter(above[each] for each in fruitful if each is not None)
    depths: dict[str, int] = {}
    for position, chunk in enumerate(chunks):
        assert chunk.position == position
        if chunk.parent_id is None:
            assert (position, chunk.depth, chunk.sibling_count) == (0, 0, 1)
        else:
            assert depths[chunk.parent_id] < chunk.depth
            assert chunk.sibling_count == counts[chunk.parent_id]
        depths[chunk.id] = chunk.depth


def sections_exist(document: Document, chunks: list[Chunk]) -> None:
    """SPEC 3.5: the document and every section with text in it are nodes, whatever the strategy."""
    ids = {chunk.id for chunk in chunks}
    for section in document.sections if chunks else ():
        if section.kept:
            assert (f"{document.id}#{section.slug}" if section.slug else document.id) in ids


def headings_are_known(document: Document, chunks: list[Chunk]) -> None:
    """SPEC 3.1: where the line of a section's heading begins; others have none of their own."""
    lines = {section.slug: section.line_start for section in document.sections[1:]}
    for chunk in chunks:
        has_heading = chunk.slug in lines and not chunk.part
        assert chunk.heading_start == (lines[chunk.slug] if has_heading else chunk.byte_start)


def links_have_one_home(document: Document, chunks: list[Chunk]) -> None:
    """SPEC 5.1: every link is kept once, by the chunk it stands in if that has text."""
    assert Counter(link for chunk in chunks for link in chunk.links) == Counter(
        document.links if chunks else ()
    )
    for chunk in chunks:
        for span in chunk.spans:
            for link in document.links:
                assert not span.start <= link.start < span.end or link in chunk.links


COMMON = (
    bodies_are_slices,
    nothing_twice,
    names_are_unique,
    families_are_right,
    sections_exist,
    links_have_one_home,
    headings_are_known,
)


def fits_in_paragraphs(document: Document, chunk: Chunk, size: int) -> bool:
    """SPEC 4.3: a body is within the maximum, or it is one paragraph, fence or table."""
    if len(chunk.body) <= size:
        return True
    literals = layout_of(document).literals
    (span,) = chunk.spans
    start = _after_headings(document, span)
    text = document.source.data[start : span.end].decode()
    gaps = [
        Span(start + len(text[: gap.start()].encode()), start + len(text[: gap.end()].encode()))
        for gap in BLANK_LINES.finditer(text.rstrip())
    ]
    return all(
        any(one.start < gap.start and gap.end <= one.end for one in literals) for gap in gaps
    )


def fits_in_sentences(document: Document, chunk: Chunk, size: int) -> bool:
    """SPEC 4.2: a leaf is within the maximum, or it is one sentence, or it has code or a table."""
    if len(chunk.body) <= size:
        return True
    (span,) = chunk.spans
    start = _after_headings(document, span)
    if any(one.start < span.end and start < one.end for one in layout_of(document).literals):
        return True
    return len(sentence_spans(document.source.data[start : span.end].decode())) <= 1


def _after_headings(document: Document, span: Span) -> int:
    """Where the text of a body begins that starts with headings."""
    start = span.start
    data = document.source.data
    for section in document.sections[1:]:
        if start <= section.start <= span.end and not data[start : section.line_start].strip():
            start = section.start
    text = data[start : span.end].decode()
    return span.end - len(text.lstrip().encode())
