"""Tests of the passages of a section that are compared with a query."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from ra.search.passages import closest, passages
from ra.search.query_vectors import QueryVector
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from ra.embed.protocol import Vectors

MACRO = "{{Sidebar}}"
FIRST, SECOND, THIRD = ("word " * 60, "tale " * 60, "leaf " * 60)  # 300 characters, 60 tokens


@pytest.mark.parametrize(
    ("sizes", "expected"),
    [
        ([100, 100], [(0, 202)]),  # short paragraphs are one passage
        ([200, 200], [(0, 200), (202, 402)]),
        ([149, 149], [(0, 300)]),  # 300 characters at most
        ([150, 149], [(0, 150), (152, 301)]),
        ([900], [(0, 900)]),  # a paragraph is never cut
        ([], []),
    ],
)
def test_short_paragraphs_are_compared_together(
    sizes: list[int], expected: list[tuple[int, int]]
) -> None:
    """Issue 16: a passage is about two sentences."""
    assert passages("\n\n".join("x" * size for size in sizes)) == expected


def test_a_long_section_has_few_passages() -> None:
    """Each costs as much as embedding a section: neighbors are united, and nothing is left out."""
    found = passages("\n\n".join("x" * 300 for _ in range(30)))
    assert (len(found), found[0][0], found[-1][1]) == (10, 0, 30 * 302 - 2)


def query(embedded: list[str]) -> QueryVector:
    """A query that is closest to the text with the most letters `a`; it notes what it embeds."""

    def embed(texts: Sequence[str]) -> Vectors:
        embedded.extend(texts)
        return np.array([[text.count("a")] for text in texts], np.float32)

    return QueryVector("m", None, None, np.ones(1, np.float32), embed)


@pytest.mark.parametrize(
    ("paragraphs", "cosines", "expected"),
    [
        ((FIRST, SECOND, THIRD), [0.1, 0.2, 0.9], THIRD),
        ((FIRST, SECOND, THIRD), [0.1, 0.9, 0.2], SECOND),
        ((FIRST, SECOND + SECOND), [0.1, 0.5, 0.2], SECOND),  # a part of a paragraph
        ((MACRO, FIRST, SECOND), [0.9, 0.2], FIRST),  # most of the passage
        ((FIRST, SECOND, *[THIRD] * 30), [0.1, 0.9], SECOND),  # what the model never read
        ((MACRO, FIRST, *[THIRD] * 30), [0.1, 0.9], THIRD),
    ],
)
def test_stored_passages_choose_the_paragraph(
    paragraphs: Sequence[str], cosines: list[float], expected: str
) -> None:
    """SPEC 8.9: the excerpt is the closest passage; those of the index need not be embedded."""
    body = "\n\n".join(each.strip() for each in paragraphs)
    embedded: list[str] = []
    found = closest({"one": body}, query(embedded), {"one": cosines})
    assert found == {"one": body.index(expected.strip())}
    assert not embedded


def test_sections_without_stored_passages_are_embedded() -> None:
    """Issue 16: a model that tells no passages apart compares paragraphs when they are shown."""
    body, embedded = f"{FIRST}\n\n{SECOND}", list[str]()
    bodies = {"one": body, "short": "tea", "single": SECOND}
    assert closest(bodies, query(embedded), {"single": [0.1, 0.2]}) == {"one": body.index("tale")}
    assert embedded == [FIRST, SECOND]
