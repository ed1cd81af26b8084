"""Tests of `ra.engine.naming`: the whole names by which chunks are found."""

from __future__ import annotations

import ra
from ra.chunking import divide
from ra.config.schema import DEFAULT_CHUNKING
from ra.document import Source
from ra.engine.naming import chunk_names
from ra.parse import parse

SENTENCE = "A sentence about the brewing of leaves. "
TEXT = f"# Tea\n\n{SENTENCE * 3}\n\n## Green\n\n{SENTENCE * 40}\n"


def test_the_first_part_of_a_section_has_its_name() -> None:
    """SPEC 8.2: a heading names its section once, however many parts the section has."""
    source = Source("docs", "tea.md", TEXT.encode(), 0, "markdown")
    sizes = DEFAULT_CHUNKING._replace(strategy="leaves", max_leaf_chars=300, min_document_chars=0)
    chunks: list[ra.Chunk] = divide(parse(source), sizes)
    parts = [chunk.id for chunk in chunks if chunk.title == "Green" and chunk.part]
    assert len(parts) > 2
    names = chunk_names(chunks, ["infusion"])
    assert [one for one in parts if one in names] == parts[:1]
    first = next(chunk.id for chunk in chunks if chunk.hit)
    assert len(names[first]) > len(names[parts[0]])
