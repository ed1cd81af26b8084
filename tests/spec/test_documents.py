"""SPEC 1.8 and 2, sentence by sentence: parsing of files."""

from __future__ import annotations

import pytest

from ra.document import Source
from ra.errors import ChunkingFailed
from ra.parse import blocks_of, parse
from tests.unit.parse.reading import chunks, headings, read


def test_1_8_text_is_strict_utf8() -> None:
    """SPEC 1.8: a decoding error fails that source with code CHUNKING_FAILED, and says where."""
    with pytest.raises(ChunkingFailed, match=r"a\.md.*0xff.*offset 6.*line 2") as failed:
        parse(Source("docs", "a.md", b"# One\n\xff\n", 0, "markdown"))
    assert failed.value.code == "CHUNKING_FAILED"


@pytest.mark.parametrize(
    "data", [b"\xc0\xaf", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"caf\xe9", b"\xe2\x82"]
)
def test_1_8_near_utf8_is_not_utf8(data: bytes) -> None:
    """SPEC 1.8: overlong forms, surrogates, Latin-1, cut characters; in text files too."""
    with pytest.raises(ChunkingFailed):
        parse(Source("docs", "a.txt", data, 0, "text"))


def test_1_8_a_bom_is_skipped_and_offsets_are_the_files() -> None:
    """SPEC 1.8: the BOM hides no heading, and bytes are counted with it."""
    document = read("\ufeff# É\nx\n")
    assert headings(document) == [(1, "É")]
    assert (document.sections[1].line_start, document.sections[1].start) == (3, 8)


def test_2_1_front_matter_is_never_parsed_as_markdown() -> None:
    """SPEC 2.1: a comment in YAML is no heading, a list no list."""
    document = read("---\n# comment\nlist:\n- '[a](b)'\n---\ntext\n")
    assert headings(document) == []
    assert [block.kind for block in blocks_of(document)] == ["paragraph"]
    assert document.links == ()


def test_2_1_malformed_front_matter_is_a_warning() -> None:
    """SPEC 2.1: and the body is still indexed."""
    document = read("---\na: [\n---\n# B\nx\n")
    assert len(document.warnings) == 1
    assert headings(document) == [(1, "B")]


def test_2_1_a_block_that_is_no_mapping_is_markdown() -> None:
    """SPEC 2.1: `---`, `Foo`, `---` is a rule and a setext heading (CommonMark example 96)."""
    document = read("---\nFoo\n---\nBar\n---\nBaz\n")
    assert headings(document) == [(2, "Foo"), (2, "Bar")]
    assert document.warnings == ()


def test_2_1_plain_text_has_none() -> None:
    """SPEC 2.1: plain text files have no front matter."""
    assert read("---\ntitle: A\n---\n", "a.txt", "text").fields == {}


def test_2_1_other_fields_are_kept() -> None:
    """SPEC 2.1: title, tags, aliases, dates and other fields."""
    document = read("---\ntitle: T\ntags: a, b\naliases: [X]\ndate: 2024-05-01\nowner: me\n---\n")
    assert (document.title, document.tags, document.aliases) == ("T", ("a", "b"), ("X",))
    assert document.updated == "2024-05-01T00:00:00"
    assert document.fields["owner"] == "me"
    assert document.fields["date"] == "2024-05-01"


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("---\ntitle: Front\n---\n# First\nx\n", "Front"),
        ("## Second\nx\n# First\ny\n## Later\nz\n", "First"),
        ("# First\ny\n# Later\nz\n", "page"),
        ("# Discarded\n\n## Kept\n", "Discarded"),
        ("## No h1\nx\n", "page"),
        ("#\n# Named\nx\n", "Named"),
        ("text\n", "page"),
    ],
)
def test_2_2_title(text: str, title: str) -> None:
    """SPEC 2.2: front matter, else the only h1, also a discarded one, else the file name."""
    assert read(text).title == title


@pytest.mark.parametrize("name", ["README.md", "index.md", "docs/_index.markdown", "Readme.md"])
def test_2_2_the_name_of_an_index_file_says_nothing(name: str) -> None:
    """SPEC 2.2: the first of several h1 is the title where the file name is no name."""
    source = Source("docs", name, b"# First\ny\n# Later\nz\n", 0, "markdown")
    assert parse(source).title == "First"


def test_2_2_the_first_h1_as_in_s0() -> None:
    """SPEC 2.2: `title = "first-h1"` is S0 to the letter."""
    source = Source("docs", "page.md", b"# Discarded\n# Kept\nx\n", 0, "markdown")
    assert (parse(source).title, parse(source, "first-h1").title) == ("page", "Discarded")


@pytest.mark.parametrize(
    ("path", "title"),
    [("a/b.c.md", "b.c"), ("notes", "notes"), (".hidden", ".hidden"), ("x.markdown", "x")],
)
def test_2_2_file_name_without_extension(path: str, title: str) -> None:
    """SPEC 2.2: the last suffix goes; a name that is only a suffix stays."""
    assert read("text", path).title == title


@pytest.mark.parametrize("level", range(1, 7))
def test_2_3_atx_headings(level: int) -> None:
    """SPEC 2.3: h1 to h6."""
    assert headings(read("#" * level + " A ##\nx\n")) == [(level, "A")]


def test_2_3_setext_headings() -> None:
    """SPEC 2.3: underlined with = or -."""
    assert headings(read("A\n=\n\nB\nb\n---\n")) == [(1, "A"), (2, "B b")]


@pytest.mark.parametrize(
    "text",
    [
        "```\n# no\n```\n",
        "~~~\n# no\n",
        "<div>\n# no\n</div>\n",
        "<!--\n# no\n\n# no\n-->\n",
        "- # no\n",
        "1. x\n\n   # no\n",
        "> # no\n",
        "> no\n> ===\n",
        "    # no\n",
        "####### no\n",
        "#no\n",
        "\\# no\n",
        "[^1]: # no\n",
        "|# no|\n|-|\n",
    ],
)
def test_2_3_headings_elsewhere_are_text(text: str) -> None:
    """SPEC 2.3: in fences, HTML, lists and block quotes they are text, and no text is lost."""
    assert headings(read(text)) == []
    assert [chunk.body for chunk in chunks(text)] == [text]


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("`Vec<T>` *fast* **strong**", "Vec<T> fast strong"),
        ("[link](u.md) and ![picture](p.png)", "link and picture"),
        ("[[note|label]] [[note]]", "label note"),
        ("<b>x</b> &amp; &copy; \\*", "x & © *"),
        ("~~gone~~ `` a`b ``", "gone a`b"),
        ("C# #", "C#"),
        ("a &nbsp; b", "a \u00a0 b"),
    ],
)
def test_2_3_heading_text_is_plain(written: str, plain: str) -> None:
    """SPEC 2.3: inline code kept and markup removed."""
    assert headings(read(f"# {written}\nx\n")) == [(1, plain)]


def test_2_4_slugs_are_assigned_before_any_heading_is_discarded() -> None:
    """SPEC 2.4: a discarded heading keeps its number."""
    assert [chunk.slug for chunk in chunks("# A\n# A\nx\n# A\ny\n")] == [None, "a-1", "a-2"]


@pytest.mark.parametrize("text", ["", "\n", " \t\r\n", "\ufeff", "\ufeff \n", "\u3000\n"])
def test_2_6_empty_files_give_no_chunks(text: str) -> None:
    """SPEC 2.6: empty or white space only, as Markdown and as text."""
    assert chunks(text) == []
    assert chunks(text, "a.txt", "text") == []


def test_2_6_text_files_have_no_headings() -> None:
    """SPEC 2.6: one document, nothing in it is markup."""
    document = read("# a\n[b](c)\n", "a.txt", "text")
    assert (headings(document), document.links, blocks_of(document)) == ([], (), ())


def test_nul_bytes_are_text() -> None:
    """NUL bytes in a Markdown file; bodies stay what stands in the file."""
    document, nodes = read("# A\0\nx\0y\n"), chunks("# A\0\nx\0y\n")
    assert len(headings(document)) == 1
    assert nodes[1].body == "x\0y\n"
