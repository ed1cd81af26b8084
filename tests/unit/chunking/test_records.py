"""Tests of exported records, for each strategy and form."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given

from ra.chunking import STRATEGIES, divide
from ra.chunking.export import FORM_NAMES, Form, records
from ra.chunking.export.ra import counted
from ra.chunking.export.texts import heading_paths
from ra.chunking.spec_v1 import records as spec_records
from ra.chunking.spec_v1.record import canonical, identify
from ra.config.schema import DEFAULT_CHUNKING, INCLUDE, Chunking, Strategy, Tree
from ra.document import Document, Source
from ra.parse import parse
from ra.text.counter import count
from tests.properties.documents import texts

SMALL = DEFAULT_CHUNKING._replace(
    min_document_chars=0,
    min_leaf_chars=0,
    max_leaf_chars=40,
    min_chunk_chars=20,
    max_chunk_chars=60,
    overlap_chars=10,
)
TEXT = """\
---
title: Tea ☕
tags: [a, b]
aliases: cha
weight: 3
day: 2024-05-01
chunk_id: mine
---
Über allem: der Kessel, immer.

# Water

See [the pot](pot.md#lid), [[Kettle#On|it]] and [the pot](pot.md#lid).

## Heat

```sh
heat   80
```

- one
- two

## Heat

> quoted
"""


def tree(chunking: Chunking, tenant: str = "default") -> Tree:
    """A tree whose documents are cut in this way."""
    return Tree(
        "docs", Path("/notes"), True, INCLUDE, (), tenant, "english", True, 10**6, chunking, ()
    )


def document(text: str) -> Document:
    """A file of the tree."""
    return parse(Source("docs", "sub/tea.md", text.encode(), 1_700_000_000_000_000_000, "markdown"))


def exported(form: Form, text: str, strategy: Strategy, **more: Any) -> list[dict[str, Any]]:
    """The records of a text, as JSON gives them back."""
    chunking = SMALL._replace(strategy=strategy, **more)
    found = list(records(form, document(text), tree(chunking)))
    read: list[dict[str, Any]] = json.loads(json.dumps(found))
    return read


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_the_form_ra_has_every_chunk_with_its_tokens(strategy: Strategy) -> None:
    """SPEC 3.1, 3.6: every chunk with text; tokens as stored, else counted for the export."""
    whole = divide(document(TEXT), SMALL._replace(strategy=strategy))
    chunks = [chunk for chunk in whole if chunk.body.strip()]
    found = exported("ra", TEXT, strategy)
    assert [each["id"] for each in found] == [chunk.id for chunk in chunks]
    assert [each["token_count"] for each in found] == [count(chunk.text) for chunk in chunks]
    assert found == json.loads(json.dumps([counted(chunk).to_dict() for chunk in chunks]))


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("form", ["spec-v1", "ragdocs"])
def test_the_forms_of_others_have_the_chunks_with_text(form: Form, strategy: Strategy) -> None:
    """SPEC 3.6: structural nodes without text are in `ra` records alone."""
    chunks = divide(document(TEXT), SMALL._replace(strategy=strategy))
    field = "chunk_text" if form == "spec-v1" else "content"
    texts = [each[field] for each in exported(form, TEXT, strategy)]
    assert texts == [chunk.text for chunk in chunks if chunk.body.strip()]


@pytest.mark.parametrize("form", FORM_NAMES)
@pytest.mark.parametrize("text", ["", "\ufeff \n", "---\na: 1\n---\n"])
def test_nothing_to_say_is_no_record_of_a_text(form: Form, text: str) -> None:
    """SPEC 2.6: empty files give no chunks; front matter is no content of spec_v1."""
    found = exported(form, text, "spec_v1")
    assert [each for each in found if form != "ra" or each["text"]] == []


def test_the_form_spec_v1_is_what_spec_v1_says() -> None:
    """SPEC 4.4: exactly its records, without the prefix, which is no field of S1."""
    own = spec_records(document(TEXT), "default")
    found = exported("spec-v1", TEXT, "spec_v1")
    for one, each in zip(own, found, strict=True):
        assert {**one._asdict(), "headings_path": list(one.headings_path)} == {
            **each,
            "prefix": one.prefix,
        }


@pytest.mark.parametrize("strategy", ["outline", "leaves", "header_based", "none"])
def test_other_strategies_follow_the_rules_of_s1(strategy: Strategy) -> None:
    """SPEC 3.6, 4.4: ordinals without gaps, exact tokens, ids by the formula, kinds of content."""
    found = exported("spec-v1", TEXT, strategy)
    assert [each["ordinal"] for each in found] == list(range(len(found)))
    (version,) = {each["source_version_id"] for each in found}
    assert version == spec_records(document(TEXT), "default")[0].source_version_id
    for each in found:
        text = each["chunk_text"]
        literal = each["kind"] in ("code", "table")
        named = canonical(text, each["kind"] if literal else "section")
        owner = ("default", "docs:sub/tea.md", version, each["ordinal"])
        assert each["chunk_id"] == identify(*owner, named)
        assert each["token_count"] == count(text)
        body = TEXT.encode()[each["byte_start"] : each["byte_end"]].decode()
        assert text.endswith(body)
        assert each["kind"] in ("paragraph", "list", "table", "code", "quote")


@pytest.mark.parametrize("strategy", ["outline", "leaves", "header_based", "none"])
def test_code_beside_prose_keeps_its_white_space_in_an_id(strategy: Strategy) -> None:
    """SPEC 4.4: canonical text collapses white space outside code and table literals."""
    text = "Some  prose\n\n```\na   b\n```\n"
    sizes = {"max_leaf_chars": 100, "max_chunk_chars": 100}
    (found,) = exported("spec-v1", text, strategy, **sizes)
    assert found["kind"] == "paragraph"
    owner = ("default", "docs:sub/tea.md", found["source_version_id"], 0)
    assert found["chunk_id"] == identify(*owner, "Some prose ```\na   b\n```")


def test_kinds_and_paths_come_from_the_outline() -> None:
    """SPEC 3.1, 4.4: a section with a list is a list, one of quotes a quote; paths are encoded."""
    text = "# A/B\n\n- one\n\n## C\n\n> quoted\n\n## D\n\n```\nx\n```\n\n## E\n\n```\ny\n```\n\nz\n"
    found = exported("spec-v1", text, "outline")
    assert [(each["chunk_path"], each["kind"]) for each in found] == [
        ("A%2FB#list:0", "list"),
        ("A%2FB/C", "quote"),
        ("A%2FB/D#code:0", "code"),
        ("A%2FB/E", "paragraph"),
    ]


def test_several_of_a_kind_are_counted_in_their_section() -> None:
    """SPEC 4.4: n counts that kind inside its section from 0."""
    text = "# A\n\n```\nx\n```\n\nmiddle middle middle middle middle middle.\n\n```\ny\n```\n"
    found = exported("spec-v1", text, "leaves")
    assert [each["chunk_path"] for each in found] == ["A#code:0", "A", "A#code:1"]


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_the_form_ragdocs_hands_on_what_the_document_says(strategy: Strategy) -> None:
    """S3 8.4.2, SPEC 4.3: tags, aliases and other fields; what is of the chunk is never theirs."""
    for number, each in enumerate(exported("ragdocs", TEXT, strategy)):
        metadata = each["metadata"]
        assert metadata["tags"] == ["a", "b"]
        assert metadata["aliases"] == ["cha"]
        assert (metadata["weight"], metadata["day"]) == (3, "2024-05-01")
        assert metadata["chunk_id"] == each["chunk_id"] != "mine"
        assert metadata["chunk_index"] == each["chunk_index"] == number
        assert metadata["header_path"] == each["header_path"]
        assert metadata["doc_id"] == each["doc_id"] == "docs:sub/tea.md"
        assert each["file_path"] == str(Path("/notes").absolute() / "sub/tea.md")
        assert each["modified_time"] == "2023-11-14T22:13:20.000000Z"
        body = TEXT[each["start_pos"] : each["end_pos"]]
        assert each["content"].endswith(body) or strategy == "spec_v1"
        wanted = ["pot.md#lid", "Kettle"] if "the pot" in body else []
        assert metadata["links"] == wanted


def test_ids_of_s3_are_unique_and_its_paths_name_the_headings() -> None:
    """S3 8.3.2, 8.4.1: `_chunk_{i}` and `_sub_{n}`; equal headings have equal paths."""
    found = exported("ragdocs", TEXT, "header_based", min_chunk_chars=0, max_chunk_chars=30)
    named = [(each["chunk_id"], each["header_path"]) for each in found]
    assert named == [
        ("docs:sub/tea.md_chunk_0", ""),
        ("docs:sub/tea.md_chunk_1", "Water"),
        ("docs:sub/tea.md_chunk_2_sub_0", "Water > Heat"),
        ("docs:sub/tea.md_chunk_2_sub_1", "Water > Heat"),
        ("docs:sub/tea.md_chunk_3", "Water > Heat"),
    ]


def test_heading_paths_of_a_joined_chunk_name_all() -> None:
    """SPEC 3.2: the title of a joined chunk is `A / B`; it stands below what contains them."""
    text = document("# Top\n\n## A\n\nx\n\n## B\n\ny\n")
    chunks = divide(text, SMALL._replace(strategy="header_based", min_chunk_chars=200))
    said = [chunk for chunk in chunks if chunk.body]
    assert heading_paths(text, said) == [("Top", "A / B")]


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("form", FORM_NAMES)
@given(text=texts())
@example(text="<!-- hidden -->\n")
@example(text="# A\n<!-- hidden -->\n## B\n%%hidden%%\n\nshown\n# C\n<!-- hidden -->\n")
def test_every_document_can_be_exported(form: Form, strategy: Strategy, text: str) -> None:
    """SPEC 3.6: every form with every strategy; ids are unique in a document."""
    found = exported(form, text, strategy)
    names = [each["id" if form == "ra" else "chunk_id"] for each in found]
    assert len(set(names)) == len(names)
    for each in found:
        if form == "ragdocs":
            assert 0 <= each["start_pos"] < each["end_pos"] <= len(text)
        else:
            assert 0 <= each["byte_start"] <= each["byte_end"] <= len(text.encode())
