"""Tests that a setting changes only its own fingerprint (SPEC 6.4)."""

from __future__ import annotations

from pathlib import Path

from ra.config.schema import DEFAULT_CHUNKING, Tree
from ra.ingest import tree_spec

TREE = Tree(
    name="docs",
    root=Path("/docs"),
    local=True,
    include=("**/*.md",),
    exclude=(),
    tenant="default",
    language="english",
    respect_gitignore=True,
    max_file_bytes=1000,
    chunking=DEFAULT_CHUNKING,
    parsers=(),
)


def test_other_chunks_are_told_from_other_postings() -> None:
    """SPEC 6.4: the strategy changes the chunks, the language the postings."""
    before = tree_spec(TREE)
    cut = tree_spec(TREE._replace(chunking=DEFAULT_CHUNKING._replace(strategy="none")))
    assert cut == before._replace(chunks=cut.chunks)
    assert cut.chunks != before.chunks
    german = tree_spec(TREE._replace(language="german"))
    assert german == before._replace(language="german", postings=german.postings)
    assert german.postings != before.postings


def test_what_files_there_are_is_no_part_of_it() -> None:
    """SPEC 6.4: tree and pattern changes are handled by the diff."""
    other = TREE._replace(include=("*.txt",), root=Path("/other"), max_file_bytes=1)
    assert tree_spec(other) == tree_spec(TREE)


def test_without_a_model_there_is_no_form_of_vectors() -> None:
    """SPEC 6.4: what does not exist cannot be outdated."""
    off = TREE._replace(embed=TREE.embed._replace(model="none"))
    assert tree_spec(off).vectors == ""
    other = TREE._replace(embed=TREE.embed._replace(model="english"))
    slower = TREE._replace(embed=TREE.embed._replace(threads=2))
    assert tree_spec(other).vectors not in ("", tree_spec(TREE).vectors)
    assert tree_spec(slower) == tree_spec(TREE)
