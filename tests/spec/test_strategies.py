"""SPEC 3.5, 6.4, 1.8: index and commands work alike with every strategy."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

import ra
from ra.chunking import STRATEGIES
from ra.config.schema import Strategy
from tests.cli.command import Sandbox
from tests.spec.projects import HERE, Project, is_true
from tests.worlds import RAW, World, world

TEA = """\
---
title: Tea
---
First of all: a kettle, said the lemur.

# Water

Fresh water only, and never boiled twice: it tastes flat.

## Heat

Green tea wants eighty degrees, nothing hotter, said the marmot.

```sh
heat --degrees 80  # wombat
```

Black tea wants boiling water straight from the fire, said the ocelot.

## Pots

A pot of clay keeps warm; glass shows the color, said the tapir.
"""
# So small that the section Heat is split by every strategy that splits.
SMALL = """
chunking.min_document_chars = 0
chunking.min_leaf_chars = 0
chunking.max_leaf_chars = 70
chunking.min_chunk_chars = 0
chunking.max_chunk_chars = 80
"""
ANIMALS = ("lemur", "marmot", "wombat", "ocelot", "tapir")
SPLITTING: tuple[Strategy, ...] = ("leaves", "header_based", "spec_v1")
WITH_TITLES: tuple[Strategy, ...] = ("outline", "leaves")
USED = {
    "max_leaf_chars": "leaves",
    "min_leaf_chars": "leaves",
    "min_document_chars": "leaves",
    "min_chunk_chars": "header_based",
    "max_chunk_chars": "header_based",
    "overlap_chars": "header_based",
}


@pytest.fixture(params=STRATEGIES)
def strategy(request: pytest.FixtureRequest) -> Strategy:
    """Each strategy in turn."""
    name: Strategy = request.param
    return name


@pytest.fixture
def tea(strategy: Strategy, tmp_path: Path) -> Iterator[World]:
    """A document that this strategy has cut."""
    with opened(tmp_path, strategy) as found:
        yield found


def opened(folder: Path, strategy: Strategy) -> AbstractContextManager[World]:
    """A world with one document, cut by a strategy into small pieces."""
    settings = f'chunking.strategy = "{strategy}"\n{SMALL}'
    return world(folder, {"docs": {"tea.md": TEA}}, settings)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """A folder without settings and documents."""
    return Project(tmp_path / "project")


# Reading


@pytest.mark.parametrize("animal", ANIMALS)
def test_3_5_every_word_is_found_with_its_place(tea: World, animal: str) -> None:
    """SPEC 3.5, 8.9: breadcrumb, ranges, snippet and `ra get` work with every strategy."""
    (answer,) = tea.search(animal, **RAW).results
    chunk = answer.match.chunk
    assert animal in chunk.body
    assert chunk.breadcrumb[0] == "Tea"
    marked = [chunk.body.encode()[start:end].decode() for start, end in answer.match.ranges]
    assert marked == [animal]
    assert any(piece.is_match and piece.text == animal for piece in answer.match.snippet)
    got = tea.library.get(chunk.id)
    assert animal in got.text
    assert (got.breadcrumb, got.title) == (chunk.breadcrumb, chunk.title)
    first, last, *_ = answer.match.lines
    assert any(animal in line for line in TEA.splitlines()[first - 1 : last])


def test_3_5_every_section_can_be_named(tea: World) -> None:
    """SPEC 3.2, 3.5: a section that is only structure gives its whole text."""
    heat = tea.library.get("docs:tea.md#heat")
    assert heat.heading == "## Heat\n"
    assert heat.breadcrumb == ("Tea", "Water", "Heat")
    assert [animal for animal in ANIMALS if animal in heat.text] == ["marmot", "wombat", "ocelot"]
    water = tea.library.get("docs:tea.md#water")
    assert "flat" in water.text
    assert "tapir" in water.text
    assert tea.library.get("docs:tea.md").text == TEA


@pytest.mark.parametrize("name", SPLITTING)
def test_3_2_a_part_can_be_named(name: Strategy, tmp_path: Path) -> None:
    """SPEC 3.2: `#slug~n` is part n of a section, counted from 1."""
    with opened(tmp_path, name) as tea:
        parts = [tea.library.get(f"docs:tea.md#heat~{number}") for number in (1, 2, 3)]
        for part, animal in zip(parts, ("marmot", "wombat", "ocelot"), strict=True):
            assert [one for one in ANIMALS if one in part.heading + part.text] == [animal]
            assert part.breadcrumb == ("Tea", "Water", "Heat")
        assert parts[1].chunk is not None
        assert (parts[1].chunk.part, parts[1].chunk.kind) == (2, "code")
        with pytest.raises(ra.NotFound):
            tea.library.get("docs:tea.md#heat~4")


@pytest.mark.parametrize("name", SPLITTING)
def test_8_7_parts_fold_into_their_section(name: Strategy, tmp_path: Path) -> None:
    """SPEC 8.7: parts are siblings, so most of them together are their section."""
    with opened(tmp_path, name) as tea:
        (answer,) = tea.search("marmot OR ocelot", **RAW).results
        assert answer.match.chunk.id == "docs:tea.md#heat"
        found = {one.chunk.id for one in answer.constituents}
        assert found == {"docs:tea.md#heat~1", "docs:tea.md#heat~3"}
        assert "wombat" in answer.body  # it is shown whole
        alone = tea.search("marmot", **RAW).results
        assert [one.match.chunk.id for one in alone] == ["docs:tea.md#heat~1"]


def test_8_7_sections_fold_into_theirs(tea: World, strategy: Strategy) -> None:
    """SPEC 8.7: both subsections are their section, and the parts of one are among the hits."""
    (answer,) = tea.search("marmot OR wombat OR ocelot OR tapir", **RAW).results
    if strategy == "none":
        assert answer.match.chunk.id == "docs:tea.md"
        return
    assert answer.match.chunk.id == "docs:tea.md#water"
    parts = {one.chunk.id.removeprefix("docs:tea.md") for one in answer.constituents}
    heat = {"#heat~1", "#heat~2", "#heat~3"} if strategy in SPLITTING else {"#heat"}
    assert parts == {*heat, "#pots"}


def test_3_3_structure_is_found_by_its_title_or_never(tea: World, strategy: Strategy) -> None:
    """SPEC 3.3: sections without text are hits in `outline` and `leaves` alone."""
    hits = tea.hits("heat OR water OR tea")
    assert hits
    chunks = {chunk.id: chunk for chunk in tea.library.index.chunks()}
    bare = [name for name in hits if not chunks[name].body.strip()]
    assert bool(bare) == (strategy == "leaves")  # in outline all have some text here
    assert [chunk.hit for chunk in chunks.values()] == [
        bool(chunk.body.strip()) or strategy in WITH_TITLES for chunk in chunks.values()
    ]


def test_the_index_holds_what_the_files_give(tea: World) -> None:
    """SPEC 3.1: `ra chunks` reads files, `ra ls chunks` the index; they are the same chunks."""
    from_files, from_index = list(tea.library.files.chunks()), list(tea.library.index.chunks())
    assert from_index == from_files
    assert [chunk.position for chunk in from_files] == list(range(len(from_files)))


@pytest.mark.parametrize(("name", "known"), [("outline", False), ("spec_v1", True)])
def test_3_1_a_search_tells_tokens_where_they_are_known(
    name: Strategy, known: bool, tmp_path: Path
) -> None:
    """SPEC 3.1: stored by `spec_v1`; elsewhere counted when asked for, and never by a search."""
    box = Sandbox(tmp_path / "project", tmp_path / "home")
    box.write({"tea.md": TEA, ".ra.toml": f'root = true\nchunking.strategy = "{name}"\n'})
    box.home.mkdir()
    (found,) = box.ra("search", "tapir", "--json", "--explain").json["results"]
    (exported,) = [
        record
        for record in box.ra("chunks", "--json").records
        if record["id"] == found["id"] and record["token_count"] > 0
    ]
    assert found["token_count"] == (exported["token_count"] if known else None)


def test_records_come_one_document_at_a_time(project: Project) -> None:
    """Step 4: a document is read when its records are wanted, and not before."""
    project.settings('root = true\n[tree.docs]\npath = "docs"\n')
    project.write({"docs/a.md": TEA, "docs/b.md": TEA})
    with ra.open(project.folder) as kb:
        found = kb.files.records("ragdocs", strategy="none")
        assert next(found)["doc_id"] == "docs:a.md"
        project.write({"docs/b.md": b"caf\xe9\n"})
        with pytest.raises(ra.SourceError, match=r"b\.md"):
            next(found)


# Building again


def two_trees(docs: str, notes: str, more: str = "") -> str:
    """Settings for two trees with a strategy each."""
    return (
        f"root = true\n{more}"
        f'[tree.docs]\npath = "docs"\nchunking.strategy = "{docs}"\n'
        f'[tree.notes]\npath = "notes"\nchunking.strategy = "{notes}"\n'
    )


def rebuilt(project: Project) -> set[str]:
    """The trees that an update builds again; it does nothing a second time."""
    done = {tree.name for tree in project.update().trees if tree.rebuilt}
    assert not any(tree.rebuilt for tree in project.update().trees)
    return done


def test_6_4_only_the_tree_with_another_strategy_is_built_again(
    project: Project, strategy: Strategy
) -> None:
    """SPEC 6.4: a change rebuilds only the affected trees."""
    other: Strategy = "none" if strategy == "outline" else "outline"
    project.write({"docs/tea.md": TEA, "notes/tea.md": TEA})
    project.settings(two_trees(other, other))
    assert rebuilt(project) == {"docs", "notes"}
    project.settings(two_trees(strategy, other))
    assert rebuilt(project) == {"docs"}
    is_true(project)


@pytest.mark.parametrize("key", [*USED, "max_chunk_size"])
def test_6_4_only_trees_that_use_a_setting_are_built_again(project: Project, key: str) -> None:
    """SPEC 6.4: the fingerprint holds what changes chunks, and nothing else."""
    used = USED.get(key)
    project.write({"docs/tea.md": TEA, "notes/tea.md": TEA})
    for docs in STRATEGIES:
        project.settings(two_trees(docs, "outline"))
        project.update()
        project.settings(two_trees(docs, "outline", f"chunking.{key} = 33\n"))
        assert rebuilt(project) == ({"docs"} if docs == used else set()), docs


def test_6_4_the_headings_above_are_a_setting_of_one_strategy(project: Project) -> None:
    """SPEC 6.4: `include_parent_headers` changes the chunks of `header_based` alone."""
    project.write({"docs/tea.md": TEA, "notes/tea.md": TEA})
    project.settings(two_trees("header_based", "leaves"))
    project.update()
    project.settings(
        two_trees("header_based", "leaves", "chunking.include_parent_headers = false\n")
    )
    assert rebuilt(project) == {"docs"}


def test_6_4_update_says_what_was_built_again(tmp_path: Path) -> None:
    """SPEC 6.4: nobody wonders why an update took long."""
    box = Sandbox(tmp_path / "project", tmp_path / "home")
    box.write({"docs/tea.md": TEA, "notes/tea.md": TEA, ".ra.toml": two_trees("none", "none")})
    box.home.mkdir()
    assert box.ra("update").code == 0
    box.write({".ra.toml": two_trees("none", "leaves")})
    docs, notes = box.ra("update").out.splitlines()
    assert "full build" not in docs
    assert "full build" in notes


# One bad file


def test_1_8_a_bad_file_leaves_the_others_and_its_last_version(
    project: Project, strategy: Strategy
) -> None:
    """SPEC 1.8, S1 §2.2: CHUNKING_FAILED is the failure of one source and of one version."""
    project.settings(f'root = true\nchunking.strategy = "{strategy}"\n[tree.docs]\npath = "docs"\n')
    project.write({"docs/a.md": TEA, "docs/b.md": TEA, "docs/never.md": b"caf\xe9\n"})
    first = project.report()
    assert (first.added, first.failed) == (2, 1)
    project.write({"docs/a.md": TEA.replace("lemur", "bison"), "docs/b.md": b"# Tea\n\ncaf\xe9\n"})
    second = project.report()
    assert (second.modified, second.failed) == (1, 1)
    with ra.open(project.folder) as kb:
        states = {file.path: (file.state, file.code) for file in kb.index.status().trees[0].files}
        assert states == {
            "a.md": ("indexed", ""),
            "b.md": ("stale", "CHUNKING_FAILED"),
            "never.md": ("failed", "CHUNKING_FAILED"),
        }
        found = {answer.match.chunk.path for answer in kb.search("lemur").results}
        assert found == {"b.md"}
        assert kb.get("docs:b.md").stale


def test_an_index_that_grew_is_an_index_made_at_once(project: Project, strategy: Strategy) -> None:
    """SPEC 6.3: documents come, change and go; every index is what a fresh one would be."""
    settings = f'root = true\nchunking.strategy = "{strategy}"\n{SMALL}[tree.docs]\npath = "docs"\n'
    project.settings(settings)
    project.write({"docs/a.md": TEA, "docs/b.md": "# B\n\napple\n", "docs/c.md": "plum\n"})
    project.update()
    project.write({"docs/b.md": TEA.replace("tea", "apple"), "docs/d.md": "pear\n\n# D\n\nfig\n"})
    project.remove("docs/c.md")
    project.update()
    is_true(project, HERE)
