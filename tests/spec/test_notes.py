"""Tests of notes as people write them: properties, tags, names, block ids, comments (SPEC 2)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ra.errors import NotFound
from tests.worlds import World, world

NOTES = {
    "People/Jane Doe.md": "\n---\nAliases: [JD]\nTags: person\nCreated: 2024-05-01\nrating: 7\n"
    "status: kumquat draft\nup: '[[Garden]]'\n---\n"
    "# Bio {#about}\nborn here #place/north %% quince %% <!-- medlar -->\n\n"
    "- first item ^bio\n  - below it\n- second\n\n| a |\n|---|\n| 1 |\n\n^tbl\n",
    "Garden.md": "---\nstatus: done\n---\n## Plan\nshovel `#no` [x](#no2) #123 #todo\n\n"
    "x[^1]\n\n[^1]: a note #foot\n[y]: #no3\n",
    "Sketch.excalidraw.md": "---\nexcalidraw-plugin: parsed\n---\n# Excalidraw Data\nlabel ^L1\n\n"
    "%%\n## Drawing\n"
    "```compressed-json\nN4KAkARALgngDgUwgLgAQQQDwMYEMA2AlgCYBOuA7hADTgQBuCpAzoQPYB2KqATL\n```\n%%\n",
    "Link.md": "[[JD#^bio]] [[Jane Doe#^absent]]\n",
}


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """A small vault."""
    with world(tmp_path_factory.mktemp("vault"), {"v": NOTES}) as made:
        yield made


def test_front_matter_is_never_shown(vault: World) -> None:
    """SPEC 2.1: its values are found; the result shows prose, without keys and marks."""
    report = vault.search("kumquat")
    assert [one.match.chunk.doc_id for one in report.results] == ["v:People/Jane Doe.md"]
    assert "kumquat" not in report.results[0].body
    assert "born here" in report.results[0].body
    assert vault.names("Aliases") == vault.names("rating") == set()


@pytest.mark.parametrize("text", ["quince", "medlar", "Drawing", "compressed-json"])
def test_comments_and_drawings_are_not_searched(vault: World, text: str) -> None:
    """SPEC 2.5: neither searched nor shown; a heading in a comment is no section."""
    assert vault.names(text) == set()
    assert vault.names("label") == {"Sketch.excalidraw"}
    assert vault.library.get("Sketch").title == "Sketch"
    (found,) = vault.search("born").results
    assert "quince" not in found.body
    assert "medlar" not in found.body


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("tag:place", {"People/Jane Doe"}),
        ("tag:place/north", {"People/Jane Doe"}),
        ("tag:person", {"People/Jane Doe"}),
        ("tag:todo", {"Garden"}),
        ("tag:no", set()),
        ("tag:123", set()),
        ("[status]", {"People/Jane Doe", "Garden"}),
        ("[status:done]", {"Garden"}),
        ("tag:foot", {"Garden"}),
        ("tag:no3", set()),
        ("[rating:>5]", {"People/Jane Doe"}),
        ("[rating:<7]", set()),
        ("[created:<2024-06]", {"People/Jane Doe"}),
        ("[created:<=2024-05]", {"People/Jane Doe"}),
        ("[created:>2023]", {"People/Jane Doe"}),
        ("[created:<2025]", {"People/Jane Doe"}),
        ("[created:>2024]", set()),
        ("after:2024-04 before:2024-06 [rating]", {"People/Jane Doe"}),
    ],
)
def test_tags_and_properties(vault: World, query: str, expected: set[str]) -> None:
    """SPEC 2.5, 7: inline and nested tags, properties by value and order, `created`."""
    assert vault.names(query) == expected


@pytest.mark.parametrize(
    ("typed", "found", "text"),
    [
        ("Jane Doe", "v:People/Jane Doe.md", "Bio"),
        ("[[Jane Doe|her]]", "v:People/Jane Doe.md", "Bio"),
        ("JD", "v:People/Jane Doe.md", "Bio"),
        ("Sketch", "v:Sketch.excalidraw.md", "label"),
        ("[[Sketch.excalidraw]]", "v:Sketch.excalidraw.md", "label"),
        ("people/jane doe", "v:People/Jane Doe.md", "Bio"),
        ("[[JD#Bio]]", "v:People/Jane Doe.md#about", "born"),
        ("Jane Doe#about", "v:People/Jane Doe.md#about", "born"),
        ("Jane Doe#^bio", "v:People/Jane Doe.md#^bio", "- first item ^bio\n  - below it\n"),
        ("v:People/Jane Doe.md#^tbl", "v:People/Jane Doe.md#^tbl", "| a |\n|---|\n| 1 |\n\n^tbl\n"),
    ],
)
def test_names_of_notes(vault: World, typed: str, found: str, text: str) -> None:
    """SPEC 2.2, 2.5: a note is found by its name, an alias, a heading or a block id."""
    got = vault.library.get(typed)
    assert got.id == found
    assert text == got.text if "^" in typed else text in got.text


def test_an_absent_block_is_not_found(vault: World) -> None:
    """SPEC 2.5: only ids at the end of a block are places."""
    with pytest.raises(NotFound):
        vault.library.get("Jane Doe#^absent")


def test_links_of_properties_and_to_blocks(vault: World) -> None:
    """SPEC 2.5: wikilinks of properties are links; a missing block is a broken link."""
    links = vault.library.links
    assert [one.source_document for one in links.of("Garden").incoming] == ["v:People/Jane Doe.md"]
    assert [one.target_chunk for one in links.of("Link").outgoing] == ["v:People/Jane Doe.md#^bio"]
    assert [one.state for one in links.broken()] == ["no_section"]
