"""Tests that exactly the matches of a body are highlighted, in bytes, word by word."""

from __future__ import annotations

import pytest

from ra.search.highlight import Range, Wanted, clip, match_ranges, merge
from ra.text import words


def _marked(body: str, wanted: Wanted, language: str = "english") -> list[str]:
    source = body.encode()
    return [source[i:j].decode() for i, j in match_ranges(body, wanted, language)]


def _words(text: str, language: str = "english") -> Wanted:
    return Wanted(frozenset(words(text, language)))


def _phrase(text: str, language: str = "english") -> Wanted:
    return Wanted(phrases=(tuple(words(text, language)),))


@pytest.mark.parametrize(
    ("ranges", "expected"),
    [
        ([(5, 9), (0, 2)], ((0, 2), (5, 9))),
        ([(0, 5), (2, 3)], ((0, 5),)),
        ([(0, 5), (5, 6)], ((0, 6),)),
        ([(3, 4), (3, 4)], ((3, 4),)),
    ],
)
def test_ranges_are_sorted_and_merged(
    ranges: list[Range], expected: tuple[tuple[int, int], ...]
) -> None:
    """SPEC 8.9: match ranges are sorted, and merged where they overlap or touch."""
    assert merge(ranges) == expected


def test_only_whole_ranges_survive_a_cut() -> None:
    """SPEC 8.9: ranges lie in the returned body, also when that was cut."""
    assert clip(((0, 4), (5, 9), (10, 12)), 9) == ((0, 4), (5, 9))
    assert clip(((0, 4), (5, 9)), 8) == ((0, 4),)


@pytest.mark.parametrize("body", ["The pools are pooling.", "Für die pools: pooling!"])
def test_all_forms_of_a_word_are_marked(body: str) -> None:
    """SPEC 8.9, 6.1: words match by their stems, in ASCII and beyond it alike."""
    assert _marked(body, _words("pool")) == ["pools", "pooling"]


def test_a_phrase_is_marked_only_where_it_occurs_whole() -> None:
    """SPEC 8.9: neither of its words is marked alone or in another order."""
    body = "Thread pools. A pool of threads; the thread\n  pool, thread x pool"
    assert _marked(body, _phrase("thread pool")) == ["Thread", "pools", "thread", "pool"]


def test_a_phrase_may_repeat_and_overlap() -> None:
    """SPEC 8.9: every whole occurrence counts, also one that begins inside another."""
    assert _marked("go go go stop go", _phrase("go go")) == ["go", "go", "go"]


def test_an_empty_wish_marks_nothing() -> None:
    """SPEC 8.9: an empty phrase is nothing (SPEC 7)."""
    assert match_ranges("a pool", Wanted(phrases=((),)), "english") == ()


@pytest.mark.parametrize(
    ("body", "prefix", "expected"),
    [
        ("Connections connect to the connector", "connecti", ["Connections"]),
        ("happy happiness", "happi", ["happy", "happiness"]),
        ("Ünlü ünlüler", "ünl", ["Ünlü", "ünlüler"]),
    ],
)
def test_a_prefix_marks_the_whole_word(body: str, prefix: str, expected: list[str]) -> None:
    """SPEC 7, 8.9: `term*` matches the start of a word as it is written or as it is indexed."""
    assert _marked(body, Wanted(prefixes=(prefix,))) == expected


def test_a_part_of_camel_case_marks_the_whole_word() -> None:
    """SPEC 6.1: camelCase is found by its parts, and a range marks the whole word."""
    body = "Call getElementById or get the element."
    assert _marked(body, _words("element")) == ["getElementById", "element"]
    assert _marked(body, _phrase("get element")) == ["getElementById"]


def test_scripts_without_spaces_are_marked_where_the_grams_are() -> None:
    """SPEC 6.1, 8.9: pairs of Japanese, threes of Thai; together they mark what was asked."""
    body = "これは日本語の文です。日本の語"
    assert _marked(body, _phrase("日本語")) == ["日本語"]
    assert _marked("น้ำดื่มสะอาด น้ำ", _phrase("ดื่มสะอาด")) == ["ดื่มสะอาด"]


def test_a_hindi_word_is_marked_with_its_ending() -> None:
    """SPEC 6.1, 8.9: every form of the word is found, and a range is never half a word."""
    body = "लड़के और लड़कियाँ, एक लड़का।"
    assert _marked(body, _words("लड़की")) == ["लड़के", "लड़का"]
    assert _marked(body, _phrase("एक लड़के")) == ["एक", "लड़का"]


def test_offsets_are_bytes_of_the_original() -> None:
    """SPEC 8.9: bytes of UTF-8, though accents are composed and marks dropped on the way."""
    body = "🚀 Cafe\u0301 café"
    assert match_ranges(body, _words("café"), "english") == ((5, 11), (12, 17))


def test_long_words_are_no_matches() -> None:
    """SPEC 6.1: words of more than 200 bytes are not indexed, so they are not marked."""
    assert _marked(f"{'q' * 201} {'q' * 200}", _words("q" * 200)) == ["q" * 200]
