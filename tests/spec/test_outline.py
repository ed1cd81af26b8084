"""SPEC 3.1-3.4 and 4.1, sentence by sentence: the chunks of an outline."""

from __future__ import annotations

import pytest

from tests.unit.parse.reading import chunks


def _bodies(text: str) -> dict[str, str]:
    return {chunk.slug or "": chunk.body for chunk in chunks(text)}


def test_3_2_ids() -> None:
    """SPEC 3.2: `{tree}:{path}` and `{tree}:{path}#{slug}`; a whole section is part 0."""
    nodes = chunks("# A b\nx\n## Ü\ny\n")
    assert [node.id for node in nodes] == [
        "docs:notes/page.md",
        "docs:notes/page.md#a-b",
        "docs:notes/page.md#ü",
    ]
    assert {node.part for node in nodes} == {0}


def test_3_3_positions_have_no_gaps() -> None:
    """SPEC 3.3: document order from 0, discarded headings not counted."""
    assert [node.position for node in chunks("# A\n# B\nx\n# C\n# D\ny\n")] == [0, 1, 2]


def test_3_3_sibling_count() -> None:
    """SPEC 3.3: the children of the same parent, 1 for a document."""
    counts = {
        node.title: node.sibling_count
        for node in chunks("# A\na\n## B\nb\n## X\n## C\nc\n# D\nd\n")
    }
    assert counts == {"page": 1, "A": 2, "B": 2, "C": 2, "D": 2}
    assert chunks("# A\na\n")[0].sibling_count == 1


@pytest.mark.parametrize(
    ("text", "crumbs"),
    [
        ("x\n", [("page",)]),
        ("# T\nx\n## U\ny\n", [("T",), ("T",), ("T", "U")]),
        ("## U\nx\n# T\ny\n", [("T",), ("T", "U"), ("T", "T")]),
        ("---\ntitle: F\n---\n# T\nx\n", [("F",), ("F", "T")]),
        ("---\ntitle: F\n---\n### F\nx\n", [("F",), ("F",)]),
        ("# T\n# T\nx\n", [("page",), ("page", "T")]),
    ],
)
def test_3_4_breadcrumb(text: str, crumbs: list[tuple[str, ...]]) -> None:
    """SPEC 3.4: title first, own title last; a first heading equal to the title is left out."""
    assert [node.breadcrumb for node in chunks(text)] == crumbs


def test_4_1_document_node_spans_the_whole_file() -> None:
    """SPEC 4.1: depth 0, span = whole file, in bytes."""
    text = "\ufeffé\n# A\nx\n"
    document = chunks(text)[0]
    assert (document.depth, document.byte_start, document.byte_end) == (0, 0, len(text.encode()))


def test_4_1_heading_that_holds_only_white_space_is_discarded() -> None:
    """SPEC 4.1: it still ends earlier spans."""
    assert _bodies("# A\na\n# B\n \n\t\n# C\nc\n") == {"": "", "a": "a\n", "c": "c\n"}


def test_4_1_heading_with_only_children_is_kept() -> None:
    """SPEC 4.1: its span holds their lines."""
    assert _bodies("# A\n## B\n### C\n") == {"": "", "a": "", "b": "### C\n"}


def test_4_1_line_of_a_discarded_heading_stays_in_the_body_around_it() -> None:
    """SPEC 4.1: the line and the white space after it."""
    bodies = _bodies("# A\na\n## Gone\n\n## B\nb\n## Also\n")
    assert bodies == {"": "", "a": "a\n## Gone\n\n## Also\n", "b": "b\n"}


@pytest.mark.parametrize(
    ("text", "body"),
    [
        ("before\n\n# A\na\n", "before\n\n"),
        ("before\n\n# Gone\n# A\na\n", "before\n\n"),
        ("---\ntitle: T\n---\nx\n# A\na\n", "---\ntitle: T\n---\nx\n"),
        ("\ufeff# A\na\n", "\ufeff"),
        ("no headings\n", "no headings\n"),
        ("---\ntitle: T\n---\n", "---\ntitle: T\n---\n"),
    ],
)
def test_4_1_document_body(text: str, body: str) -> None:
    """SPEC 4.1: what precedes the first heading, front matter and BOM included; else everything."""
    assert chunks(text)[0].body == body


def test_4_1_setext_heading_ends_with_its_underline() -> None:
    """SPEC 4.1: the underline is in no body."""
    assert _bodies("x\n\nA\n===\na\n") == {"": "x\n\n", "a": "a\n"}


def test_4_1_unclosed_fence_swallows_the_rest() -> None:
    """SPEC 2.3, 4.1: what looks like headings in it is the text of the section before."""
    assert _bodies("# A\n```\n# B\nb\n") == {"": "", "a": "```\n# B\nb\n"}
