"""Tests of the spans, parents and own text of sections (SPEC 4.1)."""

from __future__ import annotations

from ra.document import Document, Section
from tests.unit.parse.reading import read


def _section(document: Document, slug: str) -> Section:
    return next(one for one in document.sections if one.slug == slug)


def _own(document: Document, section: Section) -> list[str]:
    return [document.source.data[start:end].decode() for start, end in section.own]


def test_span_starts_after_the_line_and_ends_before_the_next_of_equal_or_lower_depth() -> None:
    """SPEC 4.1: deeper headings do not end a span."""
    text = "# A\na\n## B\nb\n### C\nc\n## D\nd\n# E\ne\n"
    document = read(text)
    spans = {one.title: text[one.start : one.end] for one in document.sections[1:]}
    assert spans == {
        "A": "a\n## B\nb\n### C\nc\n## D\nd\n",
        "B": "b\n### C\nc\n",
        "C": "c\n",
        "D": "d\n",
        "E": "e\n",
    }


def test_parent_is_the_nearest_heading_before_of_lower_depth() -> None:
    """SPEC 4.1: levels may be skipped; without a lower one the document is the parent."""
    document = read("### A\na\n###### B\nb\n#### C\nc\n## D\nd\n# E\ne\n### F\nf\n")
    parents = {
        one.title: None if one.parent is None else document.sections[one.parent].title
        for one in document.sections[1:]
    }
    assert parents == {"A": "E", "B": "A", "C": "A", "D": "E", "E": "E", "F": "E"}
    assert [one.parent for one in document.sections] == [None, 0, 1, 1, 0, 0, 5]


def test_own_text_leaves_out_kept_children_and_holds_discarded_ones() -> None:
    """SPEC 4.1: the body may be cut from several places."""
    document = read("# A\none\n## B\nb\n## Empty\n\n## C\nc\n## Last\n")
    assert _own(document, _section(document, "a")) == ["one\n", "## Empty\n\n", "## Last\n"]
    assert not _section(document, "empty").kept
    assert _own(document, _section(document, "empty")) == []


def test_discarded_neighbors_are_one_piece() -> None:
    """Places that touch are one place."""
    document = read("# A\none\n## X\n## Y\n## Z\n")
    assert _own(document, _section(document, "a")) == ["one\n## X\n## Y\n## Z\n"]


def test_discarded_top_level_heading_is_in_no_body() -> None:
    """SPEC 4.1: the document's body ends before the first heading, kept or discarded."""
    document = read("intro\n# X\n\n# A\na\n# Y\n")
    assert _own(document, document.sections[0]) == ["intro\n"]
    assert [one.kept for one in document.sections] == [True, False, True, False]


def test_white_space_is_more_than_ascii() -> None:
    """SPEC 4.1: a span of no-break and ideographic spaces holds only white space."""
    document = read("# A\n\u00a0\u3000\n# B\n\u200b\n")
    assert [one.kept for one in document.sections[1:]] == [False, True]


def test_heading_line_starts_at_its_indentation() -> None:
    """SPEC 4.1: the indentation of a heading is not text of the section before it."""
    document = read("# A\na\n   ## B\nb\n")
    assert _own(document, _section(document, "a")) == ["a\n"]


def test_setext_heading_ends_with_its_underline() -> None:
    """SPEC 4.1: all its lines belong to the heading."""
    document = read("a\n\nTwo\nlines\n  ---\nb\n")
    section = _section(document, "two-lines")
    assert _own(document, document.sections[0]) == ["a\n\n"]
    assert _own(document, section) == ["b\n"]
    assert (section.line_start, section.start) == (3, 19)


def test_line_ends() -> None:
    """SPEC 4.1: a span starts right after the newline, be it LF, CRLF or CR."""
    for end in ("\n", "\r\n", "\r"):
        document = read(f"# A{end}a{end}## B{end}b{end}")
        assert _own(document, _section(document, "a")) == [f"a{end}"]
        assert _own(document, _section(document, "b")) == [f"b{end}"]
