"""Tests of `ra chunks --format`: the forms of exported chunks (SPEC 3.6)."""

from __future__ import annotations

import os
from hashlib import sha256

import pytest

from ra.text.counter import count
from tests.cli.command import Sandbox
from tests.cli.test_chunks import BOOK


def test_tokens_are_counted_for_an_export(box: Sandbox) -> None:
    """SPEC 3.1: `token_count` is counted when asked for; structure without text is no record."""
    box.write({"book.md": BOOK})
    records = box.ra("chunks", "--strategy", "none", "--json").records
    tokens = [record["token_count"] for record in records]
    assert tokens == [count(record["text"]) for record in records]
    assert len(tokens) == 1
    assert tokens[0] > 0


def test_the_form_of_s3(box: Sandbox) -> None:
    """SPEC 3.6, 4.3, S3 8.4: characters, an absolute path, and what the document hands on."""
    box.write({"book.md": BOOK, ".ra.toml": 'chunking.strategy = "header_based"\n'})
    os.utime(box.folder / "book.md", ns=(0, 1_700_000_000_123_456_789))
    (record,) = box.ra("chunks", "--format", "ragdocs", "--json").records
    start = BOOK.index("Über")
    metadata = record.pop("metadata")
    assert record.pop("content") == BOOK[start:].strip()
    assert record == {
        "chunk_id": "project:book.md_chunk_0",
        "doc_id": "project:book.md",
        "chunk_index": 0,
        "header_path": "Water / Water > Heat",
        "start_pos": start,
        "end_pos": len(BOOK) - 1,
        "file_path": str(box.folder / "book.md"),
        "modified_time": "2023-11-14T22:13:20.123456Z",
    }
    assert metadata == {
        "title": "Tea",
        "date": "2024-05-01",
        "tags": ["a"],
        "aliases": ["cha"],
        "links": ["pot.md#lid", "Kettle"],
        "chunk_id": "project:book.md_chunk_0",
        "doc_id": "project:book.md",
        "chunk_index": 0,
        "header_path": "Water / Water > Heat",
    }


def test_the_parts_of_s3_are_counted_below_their_chunk(box: Sandbox) -> None:
    """SPEC 4.3, S3 8.3.2: `_sub_n` for what was split; `chunk_index` has no gaps."""
    settings = (
        "chunking.min_chunk_chars = 0\nchunking.max_chunk_chars = 20\nchunking.overlap_chars = 4\n"
    )
    text = "# A\n\none one one.\n\ntwo two two two.\n\n# B\n\nthree three.\n"
    box.write({"book.md": text, ".ra.toml": settings})
    words = ("chunks", "--strategy", "header_based", "--format", "ragdocs", "--json")
    records = box.ra(*words).records
    assert [record["chunk_id"].removeprefix("project:book.md") for record in records] == [
        "_chunk_0_sub_0",
        "_chunk_0_sub_1",
        "_chunk_1",
    ]
    assert [record["chunk_index"] for record in records] == [0, 1, 2]
    assert records[1]["content"] == "one.\n\ntwo two two two."
    assert [text[each["start_pos"] : each["end_pos"]] for each in records] == [
        "# A\n\none one one.",
        "two two two two.",
        "# B\n\nthree three.",
    ]


@pytest.mark.parametrize("strategy", ["outline", "leaves", "spec_v1", "none"])
def test_other_strategies_in_the_form_of_s3(box: Sandbox, strategy: str) -> None:
    """SPEC 3.6: chunks with text are counted through; structure is not exported."""
    box.write({"book.md": BOOK})
    words = ("chunks", "--strategy", strategy, "--format", "ragdocs", "--json")
    records = box.ra(*words).records
    assert [each["chunk_id"] for each in records] == [
        f"project:book.md_chunk_{number}" for number in range(len(records))
    ]
    for each in records:
        assert BOOK[each["start_pos"] : each["end_pos"]].strip() == each["content"].strip()
    paths = {"outline": ["", "Water", "Water > Heat"], "spec_v1": ["", "Water", "Water > Heat"]}
    assert [each["header_path"] for each in records] == paths.get(strategy, [""])


def test_the_form_of_s1(box: Sandbox) -> None:
    """SPEC 3.6, 4.4: its own records with `spec_v1`, and these fields in this order."""
    box.write({"book.md": BOOK})
    words = ("chunks", "--strategy", "spec_v1", "--format", "spec-v1", "--json")
    records = box.ra(*words).records
    assert list(records[0]) == [
        "chunk_id", "tenant_id", "document_id", "source_version_id", "ordinal", "chunk_path",
        "headings_path", "token_count", "chunk_text", "byte_start", "byte_end", "kind",
    ]  # fmt: skip
    body = BOOK[BOOK.index("Über") :]
    assert {each["source_version_id"] for each in records} == {sha256(body.encode()).hexdigest()}
    shown = [(each["ordinal"], each["chunk_path"], each["kind"]) for each in records]
    assert shown == [
        (0, "", "paragraph"),
        (1, "Water", "paragraph"),
        (2, "Water/Heat#code:0", "code"),
    ]
    for each in records:
        assert each["chunk_text"].encode() == BOOK.encode()[each["byte_start"] : each["byte_end"]]


@pytest.mark.parametrize("strategy", ["outline", "leaves", "header_based", "none"])
def test_other_strategies_in_the_form_of_s1(box: Sandbox, strategy: str) -> None:
    """SPEC 3.6: the same fields by the same rules, the id by the same formula."""
    box.write({"book.md": BOOK})
    words = ("chunks", "--strategy", strategy, "--format", "spec-v1", "--json")
    records = box.ra(*words).records
    for ordinal, each in enumerate(records):
        assert each["ordinal"] == ordinal
        named = f"default|project:book.md|{each['source_version_id']}|{ordinal}|"
        assert each["chunk_id"] in {
            sha256(f"{named}{text}".encode()).hexdigest() for text in canonical(each["chunk_text"])
        }
        assert each["token_count"] > 0
    if strategy == "outline":
        assert [(each["chunk_path"], each["kind"]) for each in records] == [
            ("", "paragraph"),
            ("Water", "paragraph"),
            ("Water/Heat#code:0", "code"),
        ]


def canonical(text: str) -> list[str]:
    """What the text of a chunk may be hashed as: white space collapsed outside of code."""
    before, fence, code = text.partition("```")
    plain = " ".join(text.split())
    return [plain, text.strip("\n"), " ".join([*before.split(), (fence + code).strip("\n")])]


def test_the_tenant_is_in_the_form_of_s1(box: Sandbox) -> None:
    """SPEC 4.4, 12: two tenants never share an id."""
    box.write({"docs/a.md": "x\n", ".ra.toml": '[tree.docs]\npath = "docs"\ntenant = "acme"\n'})
    words = ("chunks", "--strategy", "spec_v1", "--format", "spec-v1", "--json")
    (record,) = box.ra(*words).records
    assert record["tenant_id"] == "acme"
