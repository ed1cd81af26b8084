"""SPEC 4.2 and S2, sentence by sentence: the strategy `leaves`."""

from __future__ import annotations

from pathlib import Path

from tests.unit.chunking.cutting import DOCUMENT, bodies, cut, names
from tests.worlds import world

SENTENCE = "One sentence of forty characters, no more"  # 41 with its full stop
PARAGRAPH = " ".join([f"{SENTENCE}."] * 6)  # 257 characters


def _page(*sections: tuple[str, int]) -> str:
    """Sections, each a heading line and so many paragraphs."""
    return "".join(
        f"{heading}\n\n" + f"{PARAGRAPH}\n\n" * paragraphs for heading, paragraphs in sections
    )


def test_text_sits_only_in_leaves() -> None:
    """SPEC 4.2: what a parent says before its first child is a leaf part of that parent."""
    chunks = cut("leaves", _page(("# A", 2), ("## B", 3), ("## C", 3)))
    assert {name: len(body) for name, body in bodies(chunks).items()} == {
        "#a~1": 2 * len(PARAGRAPH) + 2,
        "#b": 3 * len(PARAGRAPH) + 4,
        "#c": 3 * len(PARAGRAPH) + 4,
    }


def test_a_leaf_over_the_maximum_is_split_at_paragraphs() -> None:
    """SPEC 4.2, S2: over 1000 characters at paragraph boundaries."""
    chunks = cut("leaves", _page(("# A", 5)))
    assert [body.count(PARAGRAPH) for body in bodies(chunks).values()] == [3, 2]
    assert names(chunks) == ["", "#a", "#a~1", "#a~2"]


def test_a_paragraph_over_the_maximum_is_split_at_sentences() -> None:
    """SPEC 4.2, S2: if still too long, at sentence boundaries."""
    chunks = cut("leaves", "# A\n\n" + f"{SENTENCE}. " * 60)
    found = list(bodies(chunks).values())
    assert all(len(body) <= 1000 for body in found)
    assert all(body.startswith("One") and body.endswith("more.") for body in found)
    assert sum(body.count(SENTENCE) for body in found) == 60


def test_a_leaf_under_the_minimum_is_absorbed() -> None:
    """SPEC 4.2, S2: under 250 characters it becomes a part of its parent, heading and all."""
    text = _page(("# A", 1), ("## B", 4)) + "## C\n\nSmall.\n"
    chunks = cut("leaves", text)
    assert bodies(chunks)["#a~2"] == "## C\n\nSmall."
    assert "#c" in names(chunks)


def test_a_small_document_is_one_leaf() -> None:
    """SPEC 4.2, S2: under 1200 characters, one leaf that covers all, and the document node."""
    text = _page(("# A", 2), ("## B", 2))
    chunks = cut("leaves", text)
    assert bodies(chunks) == {"~1": text.strip()}
    assert (chunks[0].id, chunks[0].body) == (DOCUMENT, "")


def test_preamble() -> None:
    """SPEC 4.2, S2: substantive text before the first heading is `#preamble`."""
    text = "---\ntitle: T\n---\n\nHello.\n\n" + _page(("# A", 3), ("# Preamble", 3))
    chunks = cut("leaves", text)
    assert bodies(chunks)["#preamble-1"] == "Hello."
    assert "Hello" not in bodies(chunks)["#preamble"]
    without = cut("leaves", text.replace("Hello.", ""))
    assert names(without) == ["", "#a", "#preamble"]


def test_nodes_without_text_are_found_by_their_titles(tmp_path: Path) -> None:
    """SPEC 3.3: structural nodes are indexed by their titles in `leaves`."""
    page = _page(("# Kettles", 1), ("## Copper", 5))
    with world(tmp_path, {"docs": {"a.md": page}}, '[chunking]\nstrategy = "leaves"') as here:
        assert "docs:a.md#copper" in here.hits("title:copper")
        assert "docs:a.md#kettles" in here.hits("title:kettles")


def test_parts_fold_into_their_section(tmp_path: Path) -> None:
    """SPEC 3.5, 8.7: parts that are found together become their section."""
    found = "The spout drips. "
    page = _page(("# A", 4)) + f"# Spouts\n\n{found * 40}\n\n{found * 40}\n"
    with world(tmp_path, {"docs": {"a.md": page}}, '[chunking]\nstrategy = "leaves"') as here:
        (answer,) = here.search("drips").results
        assert answer.match.chunk.id == "docs:a.md#spouts"
        assert here.library.get("docs:a.md#spouts~1").chunk is not None
