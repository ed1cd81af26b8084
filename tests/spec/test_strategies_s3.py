"""S3 8.9, line by line: the seed's own list of tests for `header_based` and `none`.

What it lists for vectors and answers is not here: they are not part of chunking.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import ra
from ra.chunking.header_based import pieces
from ra.chunking.header_piece import HeaderPiece
from ra.config.schema import DEFAULT_CHUNKING
from tests.spec.projects import Project
from tests.unit.parse.reading import read
from tests.worlds import World, world

FREE = DEFAULT_CHUNKING._replace(
    min_chunk_chars=0, overlap_chars=0, include_parent_headers=False, strategy="header_based"
)
WORDS = "Some words about this. "


def _cut(text: str, **settings: Any) -> list[HeaderPiece]:
    return pieces(read(text), FREE._replace(**settings))


def _paths(text: str, **settings: Any) -> list[str]:
    return [one.header_path for one in _cut(text, **settings)]


# 8.9.1 Header extraction


def test_nested_header_hierarchy() -> None:
    """S3 8.9.1: nested header hierarchy (h1 > h2 > h3), back up, and with levels left out."""
    text = "# A\na\n## B\nb\n### C\nc\n## D\nd\n# E\ne\n#### F\nf\n"
    assert _paths(text) == ["A", "A > B", "A > B > C", "A > D", "E", "E > F"]


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("#A\n\ntext\n", [""]),
        ("####### A\n\ntext\n", [""]),
        ("#\n\ntext\n", [""]),
        ("# A #\n\ntext\n", ["A"]),
        ("# `A` *b* [c](d.md)\n\ntext\n", ["A b c"]),
        ("```\n# A\n```\n", [""]),
        ("<!--\n# A\n-->\n", [""]),
        ("> # A\n", [""]),
        ("A\n=\n\ntext\n", ["A"]),
        ("# A\n# A\n", ["A", "A"]),
        ("# A", ["A"]),
        ("\\# A\n", [""]),
    ],
)
def test_malformed_headers_and_edge_cases(text: str, paths: list[str]) -> None:
    """S3 8.9.1: malformed headers and edge cases; nothing of them is lost."""
    found = _cut(text)
    assert [one.header_path for one in found] == paths
    assert "\n".join(one.body for one in found).split() == text.split()


def test_documents_without_headers() -> None:
    """S3 8.3.1, 8.9.1: split at paragraph boundaries; one paragraph is one chunk."""
    paragraph = (WORDS * 20).strip()
    found = _cut("\n\n".join([paragraph] * 4), max_chunk_chars=1500)
    assert [one.chunk_id("d") for one in found] == [f"d_chunk_0_sub_{n}" for n in range(2)]
    assert [one.body for one in found] == ["\n\n".join([paragraph] * n) for n in (3, 1)]
    (only,) = _cut(paragraph * 9, max_chunk_chars=1500)
    assert (only.chunk_id("d"), only.header_path) == ("d_chunk_0", "")


# 8.9.1 Size constraints


def test_merging_chunks_below_the_minimum() -> None:
    """S3 8.3.2, 8.9.1: adjacent chunks are combined until the threshold is met."""
    small, large = "# {}\n\nsmall\n\n", "# {}\n\n" + WORDS * 10 + "\n\n"
    text = small.format("A") + small.format("B") + large.format("C") + large.format("D")
    assert _paths(text, min_chunk_chars=200) == ["A / B / C", "D"]
    assert _paths(text + small.format("E"), min_chunk_chars=200) == ["A / B / C", "D / E"]
    assert all(len(one.body) >= 200 for one in _cut(text, min_chunk_chars=200))


def test_splitting_chunks_above_the_maximum() -> None:
    """S3 8.3.2, 8.9.1: at paragraph boundaries, never inside a paragraph."""
    paragraph = (WORDS * 20).strip()
    found = _cut("# A\n\n" + "\n\n".join([paragraph] * 8), max_chunk_chars=1500)
    assert {one.header_path for one in found} == {"A"}
    assert all(len(one.body) <= 1500 for one in found)
    assert [one.body.count(paragraph) for one in found] == [3, 3, 2]


def test_overlap_application_between_chunks() -> None:
    """S3 8.3.2, 8.9.1: between parts of one section, not between sections, 50 characters."""
    one, two, three = (f"{name} {WORDS * 40}".strip() for name in ("One", "Two", "Three"))
    text = f"# A\n\n{one}\n\n{two}\n\n# B\n\n{three}\n"
    found = _cut(text, overlap_chars=50, max_chunk_chars=1500)
    assert [piece.overlap for piece in found] == ["", one[-50:], ""]
    assert found[1].prefix + found[1].body == f"{one[-50:]}\n\n{two}"


# 8.9.1 Metadata

PAGE = """\
---
title: Tea
tags: [drink, leaf]
aliases: [Cha]
author: Ann
---
# Tea

{words}[[Pot]]

## Green

{words}[more](more.md)
""".replace("{words}", WORDS * 12)


@pytest.fixture(scope="module")
def tea(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """One page, cut by `header_based`."""
    folder = tmp_path_factory.mktemp("tea")
    settings = '[chunking]\nstrategy = "header_based"'
    with world(folder, {"docs": {"tea.md": PAGE}}, settings) as made:
        yield made


def test_tag_and_link_inheritance(tea: World) -> None:
    """S3 8.4.2, 8.9.1: tags, aliases and other fields of the document, the links of the chunk."""
    first, second = tea.library.files.records("ragdocs")
    for record in (first, second):
        metadata = record["metadata"]
        assert isinstance(metadata, dict)
        assert metadata["tags"] == ["drink", "leaf"]
        assert metadata["aliases"] == ["Cha"]
        assert metadata["author"] == "Ann"
        assert metadata["chunk_id"] == record["chunk_id"]
        assert metadata["doc_id"] == record["doc_id"] == "docs:tea.md"
    assert [record["metadata"]["links"] for record in (first, second)] == [  # type: ignore[index]
        ["Pot"],
        ["more.md"],
    ]


def test_header_path_construction(tea: World) -> None:
    """S3 8.3.1, 8.9.1: the full header path, and the parents in the content when configured."""
    records = list(tea.library.files.records("ragdocs"))
    assert [one["header_path"] for one in records] == ["Tea", "Tea > Green"]
    assert str(records[0]["content"]).startswith("# Tea\n\n")
    assert str(records[1]["content"]).startswith("Tea\n\n## Green\n\n")


def test_chunk_id_generation(tea: World) -> None:
    """S3 8.4.1, 8.9.1: `{doc_id}_chunk_{index}`; positions count from 0; spans of the file."""
    records = list(tea.library.files.records("ragdocs"))
    assert [one["chunk_id"] for one in records] == ["docs:tea.md_chunk_0", "docs:tea.md_chunk_1"]
    assert [one["chunk_index"] for one in records] == [0, 1]
    for one in records:
        start, end = one["start_pos"], one["end_pos"]
        assert isinstance(start, int)
        assert isinstance(end, int)
        assert str(one["content"]).endswith(PAGE[start:end])


# 8.9.2 End-to-end pipeline

LONG = "# Pots\n\n" + "\n\n".join(f"Paragraph {n}. {WORDS * 25}" for n in range(6))
FOUND = LONG + "\n\nAn unglazed teapot keeps the taste.\n\n# Cups\n\n" + WORDS * 20


def test_parse_chunk_index_search(tmp_path: Path) -> None:
    """S3 8.9.2: parse, chunk, index, search; the part that has the words is found."""
    with world(
        tmp_path, {"docs": {"a.md": FOUND}}, '[chunking]\nstrategy = "header_based"'
    ) as here:
        (answer,) = here.search("unglazed teapot").results
        chunk = answer.match.chunk
        assert (chunk.part, chunk.parent_id) == (3, "docs:a.md#pots")
        assert "unglazed teapot" in chunk.body
        assert chunk.prefix.endswith("\n\n")
        assert here.library.get("docs:a.md#pots~3").chunk == chunk


def test_chunk_based_search_against_full_documents(tmp_path: Path) -> None:
    """S3 8.9.2: with chunks less text is returned, from the same document."""
    found = {}
    for strategy in ("header_based", "none"):
        folder = tmp_path / strategy
        folder.mkdir()
        settings = f'[chunking]\nstrategy = "{strategy}"'
        with world(folder, {"docs": {"a.md": FOUND}}, settings) as here:
            (answer,) = here.search("unglazed teapot").results
            found[strategy] = answer.match.chunk
    assert found["none"].id == found["header_based"].doc_id
    assert found["none"].body == FOUND.strip()
    assert 3 * len(found["header_based"].text) < len(found["none"].text)


# 8.9.2 Index persistence


def test_chunks_survive_saving_and_loading(tmp_path: Path) -> None:
    """S3 8.9.2: every chunk comes back as it was cut, prefix and spans included."""
    project = _project(tmp_path, 'strategy = "header_based"')
    project.update()
    with ra.open(project.folder) as kb:
        assert list(kb.index.chunks()) == list(kb.files.chunks())
        assert any(one.prefix for one in kb.index.chunks())


CHANGES = [
    ('strategy = "none"', True),
    ('strategy = "header_based"\nmin_chunk_chars = 199', True),
    ('strategy = "header_based"\nmax_chunk_chars = 1499', True),
    ('strategy = "header_based"\noverlap_chars = 49', True),
    ('strategy = "header_based"\ninclude_parent_headers = false', True),
    ('strategy = "header_based"\nmax_chunk_size = 40000', False),
    ('strategy = "header_based"\nmax_leaf_chars = 900', False),
    ('strategy = "header_based"\nmin_chunk_chars = 200', False),
]


@pytest.mark.parametrize(("chunking", "rebuilt"), CHANGES)
def test_manifest_versioning_triggers_rebuild(tmp_path: Path, chunking: str, rebuilt: bool) -> None:
    """S3 8.8.1, 8.9.2: what changes chunks builds the tree again, and nothing else does."""
    project = _project(tmp_path, 'strategy = "header_based"')
    project.update()
    project.settings(_settings(chunking))
    assert project.report().rebuilt is rebuilt
    with ra.open(project.folder) as kb:
        assert list(kb.index.chunks()) == list(kb.files.chunks())


def _settings(chunking: str) -> str:
    return f'root = true\n[tree.docs]\npath = "docs"\n[chunking]\n{chunking}\n'


def _project(folder: Path, chunking: str) -> Project:
    project = Project(folder)
    project.settings(_settings(chunking))
    project.write({"docs/tea.md": PAGE, "docs/pots.md": FOUND})
    return project
