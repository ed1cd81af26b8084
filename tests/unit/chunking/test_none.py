"""Tests of `none`: the document is one chunk, its sections bare structure (SPEC 3.5, 4.3)."""

from __future__ import annotations

from ra.chunking import none
from ra.config.schema import DEFAULT_CHUNKING
from tests.unit.parse.reading import read


def test_one_body_without_front_matter() -> None:
    """SPEC 4.3: front matter is no content; the body has no blank edges."""
    text = "---\ntitle: é\n---\n\n  # A\né\n## B\nb\n\n"
    first, *rest = none.chunk(read(text), DEFAULT_CHUNKING)
    assert first.body == "# A\né\n## B\nb"
    assert [(chunk.slug, chunk.body, chunk.spans) for chunk in rest] == [
        ("a", "", ()),
        ("b", "", ()),
    ]


def test_same_structure_as_the_outline() -> None:
    """SPEC 3.5: whatever the strategy, the document and its sections exist as nodes."""
    ids = [
        (chunk.id, chunk.parent_id, chunk.position)
        for chunk in none.chunk(read("# A\na\n"), DEFAULT_CHUNKING)
    ]
    assert ids == [
        ("docs:notes/page.md", None, 0),
        ("docs:notes/page.md#a", "docs:notes/page.md", 1),
    ]


def test_empty_file_gives_no_chunks() -> None:
    """SPEC 2.6: white space, with or without a BOM."""
    assert none.chunk(read("\ufeff \n"), DEFAULT_CHUNKING) == []


def test_front_matter_alone_has_an_empty_body() -> None:
    """SPEC 4.3: front matter is no content."""
    (chunk,) = none.chunk(read("---\ntitle: A\n---\n\n"), DEFAULT_CHUNKING)
    assert (chunk.title, chunk.body, chunk.spans) == ("A", "", ())
