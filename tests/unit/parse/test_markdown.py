"""Tests of blocks and links with their offsets (SPEC 2.3, 2.5, 5.1)."""

from __future__ import annotations

import pytest

from ra.document import Document
from ra.parse import blocks_of
from tests.unit.parse.reading import headings, read


def _slice(document: Document, start: int, end: int) -> str:
    return document.source.data[start:end].decode()


BLOCKS = """\
é para
two

- a

  more
- b

3) x

> q
> # no

```py
# c
```

    indented

|a|b|
|-|-|
|1|2|

***

<div>
# x
</div>
"""


def test_blocks_with_their_places() -> None:
    """Paragraph, list, table, code, quote, rule, html, all with byte spans."""
    document = read(BLOCKS)
    found = [
        (one.kind, _slice(document, one.start, one.end).strip()) for one in blocks_of(document)
    ]
    assert found == [
        ("paragraph", "é para\ntwo"),
        ("list", "- a\n\n  more\n- b"),
        ("list", "3) x"),
        ("quote", "> q\n> # no"),
        ("code", "```py\n# c\n```"),
        ("code", "indented"),
        ("table", "|a|b|\n|-|-|\n|1|2|"),
        ("rule", "***"),
        ("html", "<div>\n# x\n</div>"),
    ]
    assert [one.ordered for one in blocks_of(document) if one.kind == "list"] == [False, True]
    assert headings(document) == []


def test_footnote_is_a_paragraph() -> None:
    """A definition of a footnote is text that can be found."""
    document = read("x[^1]\n\n[^1]: a [note](n.md)\n")
    assert [one.kind for one in blocks_of(document)] == ["paragraph", "paragraph"]
    assert [one.url for one in document.links] == ["n.md"]


@pytest.mark.parametrize(
    ("written", "url", "fragment", "syntax", "embed"),
    [
        ("[a](b.md)", "b.md", None, "inline", False),
        ("[a](b.md#c)", "b.md#c", "c", "inline", False),
        ("[a](<b c.md> 't')", "b c.md", None, "inline", False),
        ("[a](a%20b.md?q#)", "a%20b.md?q#", "", "inline", False),
        ("[](b.md)", "b.md", None, "inline", False),
        ("[t][r]", "ref.md#z", "z", "reference", False),
        ("[r]", "ref.md#z", "z", "reference", False),
        ("<http://x.y/z>", "http://x.y/z", None, "autolink", False),
        ("<m@x.y>", "m@x.y", None, "autolink", False),
        ("![i](p.png)", "p.png", None, "inline", True),
        ("![i][r]", "ref.md#z", "z", "reference", True),
        ("[[n]]", "n", None, "wikilink", False),
        ("[[n|label]]", "n", None, "wikilink", False),
        ("[[f/n.md#H 1|label]]", "f/n.md", "H 1", "wikilink", False),
        ("![[e.png|100]]", "e.png", None, "wikilink", True),
    ],
)
def test_links(written: str, url: str, fragment: str | None, syntax: str, embed: bool) -> None:
    """SPEC 2.5, 5.1: as written; a wikilink's URL is its target without label and heading."""
    document = read(f"é {written} x\n\n[r]: ref.md#z\n")
    (link,) = document.links
    assert (link.url, link.fragment, link.syntax, link.embed) == (url, fragment, syntax, embed)
    assert _slice(document, link.start, link.end) == written


@pytest.mark.parametrize(
    "text",
    [
        "`[a](b)`",
        "    [a](b)",
        "```\n[[x]]\n```",
        "\\[a](b)",
        "<a href='x'>",
        "[a](#part)",
        "[[#part]]",
        "[a]()",
        "[[]]",
        "[[ |label]]",
        "[a][missing]",
        "[r]: target.md",
        "http://bare.example",
    ],
)
def test_no_links(text: str) -> None:
    """SPEC 2.5, 5.1: not in code; an anchor in the same document and an empty target are none."""
    assert read(text + "\n").links == ()


def test_links_everywhere() -> None:
    """SPEC 2.5: in headings, quotes, lists, tables, and an image inside a link."""
    text = (
        "# [h](1)\n> [q](2)\n\n- [l](3)\n\n|[c](4)|\n|-|\n|[[5\\|x]]|\n|[[6#s\\|x]]|\n\n"
        "[![i](8)](7)\n"
    )
    assert [one.url for one in read(text).links] == list("12345678")


def test_wikilinks_of_properties_are_links() -> None:
    """SPEC 2.1, 2.5: front matter is not Markdown; wikilinks in its values are links."""
    text = "---\na: '[a](b)'\n# [[no]]\nb: [[x]]\nc:\n  - \"[[y z#h|l]]\"\n---\n[c](d)\n"
    found = read(text).links
    assert [(one.url, one.fragment) for one in found] == [("x", None), ("y z", "h"), ("d", None)]
    assert [text[one.start : one.end] for one in found[:2]] == ["[[x]]", "[[y z#h|l]]"]
