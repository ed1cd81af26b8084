"""Tests that `header_based` places its chunks in the outline (SPEC 3.2, 4.3)."""

from __future__ import annotations

import pytest

from ra.chunking.header_based import pieces
from ra.chunking.header_piece import HeaderPiece, common, nearest
from ra.config.schema import DEFAULT_CHUNKING
from tests.unit.chunking.cutting import bodies, cut, names
from tests.unit.parse.reading import read

X20, Y20 = "x" * 20, "y" * 20
FREE = {"min_chunk_chars": 0, "overlap_chars": 0, "include_parent_headers": False}


def test_a_section_is_its_chunk() -> None:
    """SPEC 3.2: a section that yields one chunk is that chunk, with its heading line in it."""
    chunks = cut("header_based", "intro\n\n# A\n\na\n\n## B\n\nb\n", **FREE)
    assert bodies(chunks) == {"": "intro", "#a": "# A\n\na", "#b": "## B\n\nb"}
    assert [(one.kind, one.part, one.depth) for one in chunks] == [
        ("document", 0, 0),
        ("section", 0, 1),
        ("section", 0, 2),
    ]


def test_a_chunk_covers_its_heading_line() -> None:
    """SPEC 1.8: the body is inside the bytes that the chunk names."""
    _, one = cut("header_based", "  # É\n\na\n", **FREE)
    assert (one.byte_start, one.byte_end, one.spans) == (2, 10, ((2, 9),))
    assert one.body == "# É\n\na"


def test_parts_of_a_split_section_are_its_children() -> None:
    """SPEC 3.2: one that yields several has no body of its own; `~n` counts from 1."""
    chunks = cut("header_based", f"# A\n\n{X20}\n\n{Y20}\n", **FREE, max_chunk_chars=30)
    assert bodies(chunks) == {"#a~1": f"# A\n\n{X20}", "#a~2": Y20}
    assert names(chunks) == ["", "#a", "#a~1", "#a~2"]
    assert [one.hit for one in chunks] == [False, False, True, True]
    assert [one.sibling_count for one in chunks] == [1, 1, 2, 2]
    assert [one.depth for one in chunks] == [0, 1, 2, 2]


def test_a_joined_chunk_is_a_part_of_what_contains_it() -> None:
    """SPEC 3.2: titled `A / B`, a part of the nearest section; A and B stay as structure."""
    chunks = cut(
        "header_based", f"# G\n\n{X20}\n\n## A\n\na\n\n## B\n\n{Y20}\n", min_chunk_chars=20
    )
    assert names(chunks) == ["", "#g", "#g~1", "#a", "#g~2", "#b"]
    joined = chunks[4]
    assert (joined.title, joined.breadcrumb, joined.kind) == ("A / B", ("G", "A / B"), "paragraph")
    assert (joined.body, joined.prefix) == (f"## A\n\na\n\n## B\n\n{Y20}", "G\n\n")
    assert [one.sibling_count for one in chunks if one.hit] == [2, 2]


def test_joined_sections_without_another_above_are_parts_of_the_document() -> None:
    """SPEC 3.2: the nearest section or the document."""
    chunks = cut("header_based", f"# A\n\na\n\n# B\n\n{Y20}\n", min_chunk_chars=20)
    assert bodies(chunks) == {"~1": f"# A\n\na\n\n# B\n\n{Y20}"}
    assert chunks[2].breadcrumb[1:] == ("A / B",)


def test_a_section_joined_with_one_below_it_is_its_own_part() -> None:
    """SPEC 4.3: a section that is itself the common path adds no name."""
    chunks = cut("header_based", f"# A\n\na\n\n## B\n\n{Y20}\n", min_chunk_chars=20)
    assert bodies(chunks) == {"#a~1": f"# A\n\na\n\n## B\n\n{Y20}"}
    assert chunks[2].title == "B"


def test_parts_of_joined_sections_belong_where_their_text_is() -> None:
    """SPEC 3.2: the part that is all of B is a part of B, though A and B were split as one."""
    chunks = cut(
        "header_based",
        f"# A\n\na\n\n# B\n\n{X20}\n\n{Y20}\n",
        min_chunk_chars=10,
        max_chunk_chars=35,
        overlap_chars=0,
    )
    assert bodies(chunks) == {"~1": f"# A\n\na\n\n# B\n\n{X20}", "#b~1": Y20}


def test_a_heading_without_text_is_still_text() -> None:
    """SPEC 4.3: heading lines are in bodies; one with nothing below it is a node if it has one."""
    chunks = cut("header_based", "# A\n\na\n\n# Empty\n", **FREE)
    assert bodies(chunks) == {"#a": "# A\n\na", "#empty": "# Empty"}


def test_front_matter_is_no_content() -> None:
    """SPEC 4.3: a file of front matter alone has a node and no text."""
    (only,) = cut("header_based", "---\ntitle: A\n---\n")
    assert (only.body, only.hit, only.title) == ("", False, "A")
    assert cut("header_based", " \n") == []


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("```\na\n\nb\n```", "code"),
        ("|a|b|\n|-|-|\n|1|2|", "table"),
        ("- a\n- b", "list"),
        ("> quote", "quote"),
        ("text\n> quote", "paragraph"),
        ("<b>\nhtml\n</b>", "paragraph"),
        ("text\n- a", "list"),
    ],
)
def test_kinds_of_parts(text: str, kind: str) -> None:
    """SPEC 3.1: a chunk with a list in it is `list`, one of quotes only `quote`."""
    chunks = cut("header_based", f"# A\n\n{X20}\n\n{text}\n", **FREE, max_chunk_chars=25)
    assert (chunks[-1].body, chunks[-1].kind) == (text, kind)


def test_plain_text_is_split_at_blank_lines() -> None:
    """SPEC 2.6, 4.3: a text file has no headings and no fences."""
    document = read("# a\n\n```\n\nb\n", "a.txt", "text")
    settings = DEFAULT_CHUNKING._replace(max_chunk_chars=5, overlap_chars=0)
    assert [one.body for one in pieces(document, settings)] == ["# a", "```", "b"]


def test_links_go_to_the_part_that_has_them() -> None:
    """SPEC 5.1: every link is kept by the chunk it stands in."""
    text = f"# A [h](h.md)\n\n{X20}\n\n[a](a.md) {Y20}\n"
    chunks = cut("header_based", text, **FREE, max_chunk_chars=40)
    assert [[link.url for link in one.links] for one in chunks] == [[], [], ["h.md"], ["a.md"]]


def _piece(*paths: tuple[str, ...]) -> HeaderPiece:
    return HeaderPiece(0, 0, None, paths, (), "", "", 0, 0, (0, 0))


@pytest.mark.parametrize(
    ("paths", "joined"),
    [
        ([()], ""),
        ([("A",)], "A"),
        ([("A", "B"), ("A", "C")], "A > B / C"),
        ([("A",), ("A", "B")], "A > B"),
        ([("A",), ("B",), ("A",)], "A / B"),
        ([("A", "B", "C"), ("A", "D"), ("A",)], "A > B > C / D"),
        ([(), ("A",), ("A", "B")], "A / A > B"),
        ([("A > B",), ("A", "B")], "A > B"),
    ],
)
def test_header_path(paths: list[tuple[str, ...]], joined: str) -> None:
    """SPEC 4.3, H2: the common path, then the differing rests; the array is the truth (H11)."""
    assert _piece(*paths).header_path == joined


def test_common_path() -> None:
    """SPEC 4.3: headings are compared whole, not letter by letter."""
    assert common([("Ab", "c"), ("Ac", "c")]) == ()
    assert common([("A", "b", "c"), ("A", "b"), ("A", "b", "d")]) == ("A", "b")


def test_nearest_section_that_contains_both() -> None:
    """SPEC 3.2: walk up from the first until the last is inside."""
    sections = read("# A\n## B\n### C\nc\n## D\nd\n# E\ne\n").sections
    assert [nearest(sections, *pair) for pair in [(3, 3), (2, 3), (3, 4), (3, 5), (0, 1)]] == [
        3,
        2,
        1,
        0,
        0,
    ]


def test_names_of_exported_chunks() -> None:
    """S3 8.3.2, 8.4.1: `{doc}_chunk_{i}`, and `_sub_{n}` for one of several."""
    document = read(f"# A\n\n{X20}\n\n# B\n\n{X20}\n\n{Y20}\n")
    settings = DEFAULT_CHUNKING._replace(min_chunk_chars=0, max_chunk_chars=30)
    found = pieces(document, settings)
    assert [one.chunk_id("d") for one in found] == [
        "d_chunk_0",
        "d_chunk_1_sub_0",
        "d_chunk_1_sub_1",
    ]
    assert [one.position for one in found] == [0, 1, 2]
