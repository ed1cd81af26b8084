"""What does `ra inspect` promise, of documents and of queries?"""

from __future__ import annotations

from tests.cli.command import Sandbox

GUIDE = """\
---
title: Guide
tags: [a, b]
aliases: [manual]
updated: 2024-05-01
owner: me
---
Intro with a [link](b.md).

# Install

text

## Linux 日本語

- one

## Empty

# Use

![[image.png]]
"""

DRAWING = """\
Guide
project:guide.md
markdown · 186 B · 4 blocks (3 paragraphs, 1 list) · 2 links (1 embed)
tags    a, b
aliases manual
updated 2024-05-01T00:00:00
fields  owner

Guide                                bytes 0–186 · own 110 B
├── Install  #install                bytes 120–164 · own 17 B
│   ├── Linux 日本語  #linux-日本語  bytes 146–154 · own 8 B
│   └── Empty  #empty                (empty, not a chunk)
└── Use  #use                        bytes 170–186 · own 16 B

4 chunks with strategy outline
"""


def test_the_outline_is_drawn_as_a_tree(box: Sandbox) -> None:
    """Issue 2: a tree with spans, sizes, front matter and what is no chunk (SPEC 4.1)."""
    box.write({"guide.md": GUIDE})
    done = box.ra("inspect", "doc", "guide.md")
    assert (done.code, done.err) == (0, "")
    assert done.out == DRAWING


def test_json_is_an_array_of_chunks(box: Sandbox) -> None:
    """SPEC 3.1: with --json the chunk records, the same that `ra chunks` prints."""
    box.write({"guide.md": GUIDE})
    done = box.ra("inspect", "doc", "guide.md", "--json")
    assert done.code == 0
    assert [chunk["slug"] for chunk in done.json] == [None, "install", "linux-日本語", "use"]
    assert done.json == box.ra("chunks", "guide.md", "--json").records


def test_a_file_outside_every_tree_works(box: Sandbox) -> None:
    """Its own folder stands as the tree."""
    other = box.home / "other"
    other.mkdir()
    (other / "n.md").write_text("# N\ntext\n", encoding="utf-8")
    done = box.ra("inspect", "doc", str(other / "n.md"))
    assert done.code == 0
    assert "other:n.md" in done.out


def test_warnings_are_shown(box: Sandbox) -> None:
    """SPEC 2.1: malformed front matter is a warning and the body is still shown."""
    box.write({"bad.md": "---\na: [\n---\n# Body\n\ntext\n"})
    done = box.ra("inspect", "doc", "bad.md")
    assert done.code == 0
    assert "warning: " in done.out
    assert "#body" in done.out


def test_a_document_cannot_steer_the_terminal(box: Sandbox) -> None:
    """Escape sequences in titles, tags and warnings are removed for people."""
    box.write(
        {"x.md": '---\ntags: ["\\u001b[2Jt"]\n---\n# A \x1b]0;owned\x07B\x9b31m\n\nx\x1b[2J\n'}
    )
    for words in (["inspect", "doc", "x.md"], ["chunks"], ["status", "--files"]):
        out = box.ra(*words).out
        assert out.replace("\n", "").isprintable()
    assert "A B" in box.ra("inspect", "doc", "x.md").out


def test_a_missing_file_is_an_error(box: Sandbox) -> None:
    """Exit code 2 and its name."""
    done = box.ra("inspect", "doc", "nope.md")
    assert (done.code, done.out) == (2, "")
    assert "nope.md" in done.err
    assert "unexpected" not in done.err


def test_a_file_that_is_not_utf8_is_an_error(box: Sandbox) -> None:
    """SPEC 1.8: text is strict UTF-8."""
    box.write({"bad.md": b"caf\xe9\n"})
    done = box.ra("inspect", "doc", "bad.md")
    assert (done.code, done.out) == (2, "")
    assert "not UTF-8" in done.err


TREE = """\
any of
├── all of
│   ├── term green
│   └── term tea
└── in title
    └── prefix po
"""


def test_a_query_is_drawn_as_a_tree(box: Sandbox) -> None:
    """Step 3: `ra inspect query` shows what binds to what (SPEC 7)."""
    done = box.ra("inspect", "query", "green tea OR title:po*")
    assert (done.code, done.out, done.err) == (0, TREE, "")


def test_a_query_as_json(box: Sandbox) -> None:
    """Step 3: `--json` gives the tree; `--` lets a query begin with a minus."""
    done = box.ra("inspect", "query", "--json", "--", '-black "tea pot"^2')
    assert done.code == 0
    assert done.json == {
        "and": [
            {"not": {"term": "black"}},
            {"boost": 2.0, "expr": {"phrase": ["tea", "pot"]}},
        ]
    }


def test_a_query_that_cannot_be_read_shows_the_place(box: Sandbox) -> None:
    """SPEC 7: the problem and a caret under the place; exit code 2."""
    done = box.ra("inspect", "query", 'rust "async await')
    assert (done.code, done.out) == (2, "")
    first, *rest = done.err.split("\n")
    assert first.startswith("ra: unclosed quote")
    assert rest == ['  rust "async await', "       ^", ""]


def test_an_empty_query_asks_for_nothing(box: Sandbox) -> None:
    """SPEC 11: exit code 1, nothing found; in JSON it is null."""
    done = box.ra("inspect", "query", " ")
    assert (done.code, done.out) == (1, "")
    assert "empty" in done.err
    done = box.ra("inspect", "query", '""', "--json")
    assert (done.code, done.out) == (1, "null\n")


def test_a_query_needs_no_settings(box: Sandbox) -> None:
    """A query is read alone: broken settings do not matter to it."""
    box.write({".ra.toml": "nonsense = ["})
    assert box.ra("inspect", "query", "a").out == "term a\n"


def test_a_huge_query_is_refused_politely(box: Sandbox) -> None:
    """Step 3: 10 000 nested parentheses end in a message, not in a traceback."""
    done = box.ra("inspect", "query", "(" * 10_000 + "a" + ")" * 10_000)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("ra: nested deeper than")
    assert len(done.err) < 400
