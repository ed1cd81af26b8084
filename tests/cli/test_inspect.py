"""Tests of `ra inspect`, for documents and queries."""

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
markdown · 186 B · english · 4 blocks (3 paragraphs, 1 list) · 2 links (1 embed)
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


def pieces(box: Sandbox, strategy: str, **env: str) -> list[str]:
    """What is drawn below the summary."""
    done = box.ra("inspect", "doc", "book.md", "--strategy", strategy, **env)
    assert (done.code, done.err) == (0, "")
    return done.out.partition("links\n\n")[2].splitlines()


BOOK = """\
---
title: book
---
Intro, and no more than that.

# Install

Some text.

```sh
make
```

More text.

## Empty

# Use

Go on.
"""


def test_pieces_stand_beside_the_outline(box: Sandbox) -> None:
    """Step 4: the tree to the left, to the right what a strategy makes of it, in order."""
    box.write({"book.md": BOOK})
    assert pieces(box, "spec_v1") == [
        "book                   paragraph · 29 characters · 8 tokens",
        "├── Install  #install  structure",
        "│   │                  #install~1  paragraph · 10 characters · 3 tokens",
        "│   │                  #install~2  code · 14 characters · 6 tokens",
        "│   │                  #install~3  paragraph · 10 characters · 3 tokens",
        "│   └── Empty  #empty  (empty, not a chunk)",
        "└── Use  #use          paragraph · 6 characters · 3 tokens",
        "",
        "sizes in tokens · 3 to 8, median 3",
        "  3 ██████████████████████████████ 3",
        "  4 ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░ 0",
        "  5 ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░ 0",
        "  6 ██████████░░░░░░░░░░░░░░░░░░░░ 1",
        "  7 ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░ 0",
        "  8 ██████████░░░░░░░░░░░░░░░░░░░░ 1",
        "",
        "5 chunks with strategy spec_v1",
    ]


def test_joined_pieces_and_prefixes_are_marked(box: Sandbox) -> None:
    """Step 4: the title of a joined piece, and how much was put before a text."""
    settings = "chunking.min_chunk_chars = 25\nchunking.max_chunk_chars = 40\n"
    box.write({"book.md": BOOK, ".ra.toml": settings})
    assert pieces(box, "header_based")[:7] == [
        "book                   structure",
        "│                      ~1  document · 29 characters",
        "├── Install  #install  structure",
        "│   │                  #install~1  paragraph · 37 characters",
        "│   │                  ~2  Install / Empty / Use  paragraph · 35 characters",
        "│   └── Empty  #empty  (empty, not a chunk)",
        "└── Use  #use          structure",
    ]
    box.write(
        {"book.md": "# A\n\nSome words for A, enough.\n\n## B\n\nSome words for B, enough.\n"}
    )
    assert pieces(box, "header_based")[2].endswith("section · 31 characters  + 3 of prefix")


def test_pieces_need_no_fine_terminal(box: Sandbox) -> None:
    """SPEC 11: what the stream cannot carry is drawn with plain marks."""
    box.write({"book.md": BOOK})
    drawn = pieces(box, "leaves", PYTHONIOENCODING="ascii")
    assert drawn[:3] == [
        "book                   found by its title",
        "|                      ~1  paragraph - 105 characters",
        "|-- Install  #install  found by its title",
    ]
    assert "  100 - 119 ############################## 1" in drawn
    assert "\n".join(drawn).isascii()


def test_the_strategy_of_the_settings_is_drawn_too(box: Sandbox) -> None:
    """Step 4: pieces are shown where they differ from the outline, flag or not."""
    box.write({"book.md": BOOK, ".ra.toml": 'chunking.strategy = "spec_v1"\n'})
    plain, flag = (
        box.ra("inspect", "doc", "book.md", *words).out for words in ((), ("--strategy", "spec_v1"))
    )
    assert plain == flag
    assert "#install~1" in plain


def test_pieces_as_json(box: Sandbox) -> None:
    """SPEC 3.1: with --json the records of that strategy, the same that `ra chunks` prints."""
    box.write({"book.md": BOOK})
    words = ("book.md", "--strategy", "spec_v1", "--json")
    records = box.ra("inspect", "doc", *words).json
    assert [each for each in records if each["body"]] == box.ra("chunks", *words).records


def test_a_document_without_text_has_no_sizes(box: Sandbox) -> None:
    """SPEC 2.6: empty files give no chunks."""
    box.write({"book.md": "\n"})
    assert pieces(box, "leaves")[-1] == "0 chunks with strategy leaves"


def test_a_query_has_no_strategy(box: Sandbox) -> None:
    """A flag without effect would be a wrong answer that looks right."""
    done = box.ra("inspect", "query", "a", "--strategy", "leaves")
    assert (done.code, done.out) == (2, "")
    assert "ra inspect doc" in done.err


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
