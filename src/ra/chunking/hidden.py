"""Marks the parts of bodies that are neither searched nor shown (SPEC 2.1, 2.5).

The bytes stay part of the body, as every strategy defines it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ra.document import Document
from ra.model import Chunk, Span

_BLANKS = r"[ \t]+"  # compiled on first use: few strategies change white space


def with_hidden(document: Document, chunks: list[Chunk]) -> list[Chunk]:
    """The chunks with their hidden ranges."""
    hidden = document.hidden
    if not hidden:
        return chunks
    first, last = hidden[0].start, hidden[-1].end
    return [
        _marked(chunk, document)
        if chunk.body and chunk.byte_start < last and chunk.byte_end > first
        else chunk
        for chunk in chunks
    ]


def _marked(chunk: Chunk, document: Document) -> Chunk:
    if chunk.spans:
        ranges = _in_spans(chunk.spans, document.hidden)
    else:
        ranges = _in_text(chunk, document)
    if not ranges:
        return chunk
    return tuple.__new__(Chunk, (*chunk[:-1], tuple(ranges)))  # faster than `_replace`


def _in_spans(spans: Sequence[Span], hidden: Sequence[Span]) -> list[Span]:
    """The hidden ranges of a file as ranges of a body cut from these spans."""
    ranges: list[Span] = []
    offset = 0
    for start, end in spans:
        for first, last in hidden:
            if first < end and last > start:
                begin = offset + max(first, start) - start
                ranges.append(Span(begin, offset + min(last, end) - start))
        offset += end - start
    return ranges


def _in_text(chunk: Chunk, document: Document) -> list[Span]:
    """The hidden ranges in a body whose white space the strategy has changed."""
    ranges: list[Span] = []
    place = 0
    for first, last in document.hidden:
        if chunk.byte_start <= first and last <= chunk.byte_end:
            raw = document.source.data[first:last].decode().replace("\r\n", "\n")
            for text in (raw, re.sub(_BLANKS, " ", raw)):
                at = chunk.body.find(text, place)
                if at >= 0:
                    start = len(chunk.body[:at].encode())
                    ranges.append(Span(start, start + len(text.encode())))
                    place = at + len(text)
                    break
    return ranges
