"""Tests of the chunks of an outline (SPEC 3, 4.1)."""

from __future__ import annotations

from ra.model import Chunk, Span
from tests.unit.parse.reading import chunks

TEXT = """\
---
title: Guide
tags: [one, two]
---
Hello [a](a.md).

# Guide

## Set up ![i](i.png)

First é.

## Use

### Deep
[b](b.md)
"""


def _by_id(text: str) -> dict[str, Chunk]:
    return {chunk.id.removeprefix("docs:notes/page.md"): chunk for chunk in chunks(text)}


def test_every_field() -> None:
    """SPEC 3.1: a chunk, field by field."""
    chunk = _by_id(TEXT)["#set-up-i"]
    body = "\nFirst é.\n\n"
    start = len(TEXT[: TEXT.index(body, TEXT.index("## Set"))].encode())
    end = start + len(body.encode())
    assert chunk._replace(links=()) == Chunk(
        id="docs:notes/page.md#set-up-i",
        doc_id="docs:notes/page.md",
        parent_id="docs:notes/page.md#guide",
        tree="docs",
        path="notes/page.md",
        depth=2,
        position=2,
        title="Set up i",
        slug="set-up-i",
        breadcrumb=("Guide", "Set up i"),
        byte_start=start,
        byte_end=end,
        sibling_count=2,
        body=body,
        kind="section",
        part=0,
        prefix="",
        tags=("one", "two"),
        links=(),
        mtime=7,
        spans=(Span(start, end),),
        token_count=None,
        hit=True,
        heading_start=len(TEXT[: TEXT.index("## Set")].encode()),
    )
    assert chunk.text == body


def test_links_belong_to_the_chunk_they_stand_in() -> None:
    """SPEC 3.1, 5.1: in a body or in a heading's own line, once."""
    found = {name: [link.url for link in chunk.links] for name, chunk in _by_id(TEXT).items()}
    assert found == {
        "": ["a.md"],
        "#guide": [],
        "#set-up-i": ["i.png"],
        "#use": [],
        "#deep": ["b.md"],
    }


def test_links_of_a_discarded_heading_go_to_the_body_around_it() -> None:
    """SPEC 4.1: its line stays in that body."""
    found = _by_id("# A\na\n## [x](x.md)\n")
    assert [link.url for link in found["#a"].links] == ["x.md"]


def test_structural_nodes_have_empty_bodies() -> None:
    """SPEC 4.1: all nodes are indexed, also those with an empty body."""
    found = _by_id("# A\n## B\nb\n")
    assert (found["#a"].body, found["#a"].spans) == ("", ())


def test_digest_ignores_only_the_amount_of_white_space() -> None:
    """SPEC 3.1: the hash of the canonical body; equal digests share an embedding."""
    one, two, other = chunks("a  b\n")[0], chunks("a b")[0], chunks("ab")[0]
    assert one.digest == two.digest != other.digest
    assert len(one.digest) == 32


def test_text_file_is_one_chunk() -> None:
    """SPEC 2.6: a plain text file is one document without headings."""
    (chunk,) = chunks("# no\n\n---\n", "log.txt", "text")
    assert (chunk.kind, chunk.title, chunk.body) == ("document", "log", "# no\n\n---\n")


def test_nothing_is_split_for_size() -> None:
    """SPEC 4.1: nothing is split or dropped for size."""
    body = "word " * 100_000 + "\n"
    assert [chunk.body for chunk in chunks(f"# A\n{body}")] == ["", body]


def test_link_at_the_start_of_a_setext_heading_belongs_to_it() -> None:
    """SPEC 3.1: the heading's line begins with the link itself."""
    found = _by_id("x\n\n[a](b.md)\n===\ny\n")
    assert ([link.url for link in found["#a"].links], found[""].links) == (["b.md"], ())
