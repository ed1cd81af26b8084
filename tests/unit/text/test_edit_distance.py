"""Tests that all words one edit away are found, and no others."""

from __future__ import annotations

import pytest

from ra.text.edit_distance import alphabet, candidates, edits, within_one_edit
from ra.text.stemmers import LANGUAGES


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("pool", "pool"),
        ("pool", "pol"),
        ("pool", "spool"),
        ("pool", "pools"),
        ("pool", "poll"),
        ("receiv", "reciev"),
        ("ab", "ba"),
        ("a", ""),
        ("a", "b"),
    ],
)
def test_one_edit_is_near(one: str, other: str) -> None:
    """SPEC 8.1: one letter more, less or other, or two neighbors swapped, in both directions."""
    assert within_one_edit(one, other)
    assert within_one_edit(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("pool", "pl"),
        ("pool", "polol!"),
        ("abc", "cba"),
        ("abcd", "badc"),
        ("ab", ""),
        ("abc", "cab"),
    ],
)
def test_two_edits_are_far(one: str, other: str) -> None:
    """SPEC 8.1: the distance is 1, and a swap is of neighbors."""
    assert not within_one_edit(one, other)
    assert not within_one_edit(other, one)


def test_edits_are_all_words_one_edit_away() -> None:
    """SPEC 8.1: what `edits` makes is what `within_one_edit` accepts, without itself."""
    letters = "abc"
    near = edits("abca", letters)
    every = [""]
    words = []
    for _ in range(5):
        every = [word + letter for word in every for letter in letters]
        words += every
    assert near == {word for word in words if within_one_edit("abca", word)} - {"abca"}


def test_edits_before_a_place() -> None:
    """SPEC 8.1: with the words that start alike they are all words one edit away."""
    every, early = edits("abca", "abc"), edits("abca", "abc", before=2)
    assert {word for word in every if not word.startswith("ab")} <= early < every
    assert edits("", "xy") == {"x", "y"}


@pytest.mark.parametrize("word", ["abc", "abcd", "abcdf", "abcdfg", "abcdfgh", "abcdfghkm"])
def test_candidates_hold_every_term_one_edit_away(word: str) -> None:
    """SPEC 8.1: wherever the edit is, in words of any length; from a list of terms by prefix."""
    every = edits(word, "acmq")
    far = {"acqabcd", "abq", word} - every

    def starting(start: str) -> list[str]:
        return [term for term in (*every, *far) if term.startswith(start)]

    found = candidates(word, "english", starting)
    assert every <= found
    assert word not in found
    assert all(within_one_edit(word, other) for other in found)


def test_candidates_do_not_scan_for_short_words() -> None:
    """Own choice: all words with the first letter would be more than the edits are."""
    assert candidates("cat", "english", lambda start: ["catalogs"]) == edits(
        "cat", alphabet("cat", "english")
    )


def test_letters_come_from_the_language_and_the_word() -> None:
    """SPEC 8.1, 6.1: a missing umlaut is an error too, and so is a wrong letter in any script."""
    assert "für" in edits("fur", alphabet("fur", "german"))
    assert "ü" not in alphabet("fur", "english")
    assert "слива" in edits("слава", alphabet("слава", "english"))


@pytest.mark.parametrize("language", sorted(LANGUAGES))
@pytest.mark.parametrize("word", ["fur", "für", "слава", "日本"])
def test_each_letter_comes_once(language: str, word: str) -> None:
    """SPEC 8.1: no word is looked up twice; those of the word are among them."""
    letters = alphabet(word, language)
    assert len(set(letters)) == len(letters)
    assert set(word) <= set(letters)
