"""Tests of the passages of a section that are compared with a query."""

from __future__ import annotations

import pytest

from ra.search.passages import passages


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
