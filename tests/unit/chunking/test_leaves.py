"""Tests of the owner, size and name of every leaf (SPEC 4.2, S2)."""

from __future__ import annotations

import pytest

from ra.chunking.preamble import with_preamble
from tests.unit.chunking.cutting import DOCUMENT, bodies, cut, names
from tests.unit.parse.reading import read

FREE = {"min_document_chars": 0, "min_leaf_chars": 0}


def test_a_section_without_others_is_a_leaf() -> None:
    """SPEC 3.2, 4.2: part 0, its heading in the title, its body without blank edges."""
    chunks = cut("leaves", "# A\n\na\n\n## B\n\nb\n\n## C\n\nc\n", **FREE)
    assert bodies(chunks) == {"#a~1": "a", "#b": "b", "#c": "c"}
    assert names(chunks) == ["", "#a", "#a~1", "#b", "#c"]
    assert all(one.hit for one in chunks)
    assert [one.sibling_count for one in chunks] == [1, 1, 3, 3, 3]
    assert [one.kind for one in chunks] == [
        "document",
        "section",
        "paragraph",
        "section",
        "section",
    ]


def test_small_leaves_go_up_in_the_order_of_the_document() -> None:
    """SPEC 4.2: parts of the parent; what stands together is one part, heading and all."""
    long = "long " * 5
    text = f"# A\n\na\n\n## B\n\nb\n\n## C\n\n{long}\n\n## D\n\nd\n\n## E\n\ne\n"
    chunks = cut("leaves", text, min_document_chars=0, min_leaf_chars=10)
    assert bodies(chunks) == {
        "#a~1": "a\n\n## B\n\nb",
        "#c": long.strip(),
        "#a~2": "## D\n\nd\n\n## E\n\ne",
    }
    assert names(chunks) == ["", "#a", "#a~1", "#b", "#c", "#d", "#a~2", "#e"]


def test_a_leaf_of_exactly_the_minimum_stays() -> None:
    """SPEC 4.2: under `min_leaf_chars`, counted from its first character to its last."""
    text = "# A\n\naaaaa\n\n# B\n\nbbbb\n"
    chunks = cut("leaves", text, min_document_chars=0, min_leaf_chars=5)
    assert bodies(chunks) == {"#a": "aaaaa", "~1": "# B\n\nbbbb"}


def test_what_is_small_as_a_whole_goes_up_as_a_whole() -> None:
    """SPEC 4.2: a parent that is still too small hands up what it was handed."""
    long = "long " * 7 + "long"
    text = f"# A\n\n{long}\n\n## B\n\nb\n\n### C\n\nc\n"
    chunks = cut("leaves", text, min_document_chars=0, min_leaf_chars=20)
    assert bodies(chunks) == {"#a~1": f"{long}\n\n## B\n\nb\n\n### C\n\nc"}


def test_a_parent_of_small_leaves_keeps_them() -> None:
    """SPEC 4.2: together they are large enough, so they are a part of their parent."""
    text = "# A\n\n" + "long " * 8 + "\n\n## B\n\nbbbbbbbbbb\n\n### C\n\ncccccccccc\n"
    chunks = cut("leaves", text, min_document_chars=0, min_leaf_chars=20)
    assert bodies(chunks)["#b~1"] == "bbbbbbbbbb\n\n### C\n\ncccccccccc"


def test_top_level_leaves_go_up_to_the_document() -> None:
    """SPEC 4.2: the document is the parent of a heading without another above it."""
    chunks = cut("leaves", "# A\n\na\n\n# B\n\nb\n", min_document_chars=0, min_leaf_chars=5)
    assert bodies(chunks) == {"~1": "# A\n\na\n\n# B\n\nb"}


def test_a_small_document_is_one_leaf() -> None:
    """SPEC 3.5, 4.2: one leaf and the document node; its sections stay as structure."""
    chunks = cut("leaves", "---\nx: y\n---\n\nintro\n\n# A\n\na\n\n## B\n\nb\n", max_leaf_chars=5)
    assert bodies(chunks) == {"~1": "intro\n\n# A\n\na\n\n## B\n\nb"}
    assert names(chunks) == ["", "~1", "#a", "#b"]


def test_a_document_of_exactly_the_minimum_is_not_small() -> None:
    """SPEC 4.2: under `min_document_chars`; code points, without front matter and blank edges."""
    text = "---\nx: y\n---\n\n# Ä\n\nöö\n"
    assert names(cut("leaves", text, min_document_chars=8, min_leaf_chars=0)) == ["", "#ä", "~1"]
    assert names(cut("leaves", text, min_document_chars=7, min_leaf_chars=0)) == ["", "#ä"]


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        ("intro\n\n# A\n\na\n", "preamble"),
        ("intro\n\n# Preamble\n\na\n", "preamble-1"),
        ("intro\n\n# Preamble\n\na\n\n# Preamble\n\nb\n", "preamble-2"),
    ],
)
def test_preamble(text: str, slug: str) -> None:
    """SPEC 4.2: a heading of that name keeps its slug; the preamble is never handed up."""
    chunks = cut("leaves", text, min_document_chars=0, min_leaf_chars=9)
    preamble = next(one for one in chunks if one.body == "intro")
    assert (preamble.id, preamble.parent_id) == (f"{DOCUMENT}#{slug}", DOCUMENT)
    assert (preamble.part, preamble.depth, preamble.kind) == (0, 1, "section")
    assert preamble.breadcrumb == chunks[0].breadcrumb


@pytest.mark.parametrize("text", ["---\nx: y\n---\n\n \n# A\n\na\n", "intro\n", "# A\n\na\n"])
def test_no_preamble(text: str) -> None:
    """SPEC 4.2: white space and front matter are none, nor is a text without headings."""
    document = read(text)
    assert with_preamble(document) is document


def test_sections_below_a_preamble_keep_their_parents() -> None:
    """SPEC 3.5: a section more changes no other."""
    document = with_preamble(read("intro\n# A\n## B\nb\n# C\nc\n"))
    assert [one.parent for one in document.sections] == [None, 0, 0, 2, 0]


def test_a_large_preamble_is_split() -> None:
    """SPEC 4.2: it is a leaf like others."""
    chunks = cut("leaves", "one two.\n\nthree four.\n\n# A\n\na\n", **FREE, max_leaf_chars=12)
    assert bodies(chunks) == {
        "#preamble~1": "one two.",
        "#preamble~2": "three four.",
        "#a": "a",
    }


def test_large_leaves_are_split_at_paragraphs_then_at_sentences() -> None:
    """SPEC 4.2: a paragraph that fits is not cut; one that does not is cut at its sentences."""
    text = "# A\n\nOne. Two.\n\nThree four. Five six. Seven.\n\nEight.\n"
    chunks = cut("leaves", text, **FREE, max_leaf_chars=21)
    assert list(bodies(chunks).values()) == [
        "One. Two.",
        "Three four. Five six.",
        "Seven.\n\nEight.",
    ]


def test_one_sentence_and_code_stay_whole() -> None:
    """SPEC 4.2: paragraphs, then sentences; what has none is not cut."""
    text = "# A\n\none two three four\n\n```\na. B\n\nc. D\n```\n\n- x. Y\n  ```\n  z. Z\n  ```\n"
    chunks = cut("leaves", text, **FREE, max_leaf_chars=5)
    assert list(bodies(chunks).values()) == [
        "one two three four",
        "```\na. B\n\nc. D\n```",
        "- x.",
        "Y\n  ```\n  z. Z\n  ```",
    ]
    assert [one.kind for one in chunks if one.body][:2] == ["paragraph", "code"]


def test_a_heading_that_was_handed_up_stays_with_its_text() -> None:
    """SPEC 4.2: a part never ends with the heading of the next."""
    text = "# A\n\n" + "w" * 20 + "\n\n## B\n\nOne two. Three four.\n\n## C\n\n" + "c" * 30 + "\n"
    chunks = cut("leaves", text, min_document_chars=0, min_leaf_chars=25, max_leaf_chars=26)
    assert list(bodies(chunks).values()) == ["w" * 20, "## B\n\nOne two. Three four.", "c" * 30]


def test_a_heading_that_was_handed_up_stays_with_its_first_sentence() -> None:
    """SPEC 4.2: also where its paragraph is cut at sentences."""
    text = "# A\n\n" + "w" * 20 + "\n\n## B\n\nOne two. Three four.\n"
    chunks = cut("leaves", text, min_document_chars=0, min_leaf_chars=25, max_leaf_chars=15)
    assert list(bodies(chunks).values()) == ["w" * 20, "## B\n\nOne two.", "Three four."]


def test_a_discarded_heading_is_text_of_what_is_above() -> None:
    """SPEC 4.1, 4.2: nothing is lost; its line is in the text around it."""
    chunks = cut("leaves", "# A\n\na\n\n## Empty\n\n# B\n\nb\n\n# Last\n", **FREE)
    assert bodies(chunks) == {"#a": "a\n\n## Empty", "#b": "b", "~1": "# Last"}


def test_without_headings_the_document_has_parts() -> None:
    """SPEC 3.2, 4.2: `{tree}:{path}~{n}`; the document node itself has no text."""
    chunks = cut("leaves", "One.\n\nTwo.\n", **FREE, max_leaf_chars=6)
    assert bodies(chunks) == {"~1": "One.", "~2": "Two."}
    assert bodies(cut("leaves", "One.\n", **FREE)) == {"~1": "One."}


def test_front_matter_alone_is_a_bare_document() -> None:
    """SPEC 2.6, 4.2: no text, but a title to be found by; an empty file is nothing."""
    (only,) = cut("leaves", "---\ntitle: A\n---\n")
    assert (only.body, only.hit, only.title) == ("", True, "A")
    assert cut("leaves", "\ufeff\n") == []
