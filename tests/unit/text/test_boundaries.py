"""Tests that cuts leave words and characters whole."""

from __future__ import annotations

import pytest

from ra.text.boundaries import back_to_boundary, on_to_boundary, splits_word


@pytest.mark.parametrize(
    "parts",
    [
        ["two", " ", "words"],
        ["a", "_", "b", "-", "c2"],
        ["Straße", ",", " ", "naïve"],
        ["日", "本", "語", "x1"],
        ["ไ", "ท", "ย", "ที่"],
        ["हिन्दी", " ", "में"],
        ["👨\u200d👩\u200d👧", " ", "e\u0301"],
    ],
)
def test_a_text_may_be_cut_between_these_parts_only(parts: list[str]) -> None:
    """SPEC 8.9: cut at words; where no spaces part them, between characters as readers see them."""
    text = "".join(parts)
    allowed = {len("".join(parts[:n])) for n in range(len(parts) + 1)}
    assert {at for at in range(len(text) + 1) if not splits_word(text, at)} == allowed


def test_the_next_boundary_is_found_in_both_directions() -> None:
    """SPEC 8.9: a boundary is its own nearest; the ends of the text are boundaries."""
    text = "one three"
    assert [back_to_boundary(text, at) for at in (0, 2, 3, 4, 6, 9)] == [0, 0, 3, 4, 4, 9]
    assert [on_to_boundary(text, at) for at in (0, 2, 3, 4, 6, 9)] == [0, 3, 3, 4, 9, 9]
