"""Tests that the fast ways of counting tokens are exact."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ra.text.cl100k import pairs
from ra.text.cl100k.counts import ENTRY, Counts
from ra.text.cl100k.vocabulary import ranks

SCRIPTS = [
    "ab ",
    "aeiostrn",
    "=-#*",
    "абвгоеикнрс",
    "日本語のしーを人",
    "กขคงเาิ์",
    "कखगािी्",
    "가나다라요",
    "ưởôê",
]


def test_the_lowest_rank_is_merged_first() -> None:
    """Byte pair encoding by definition: `af` (2642) before `aa` (5418), though it is farther on."""
    assert pairs.encode(b"aaf") == [b"a", b"af"]
    assert pairs.encode(b"aaaaa") == [b"aaaa", b"a"]
    assert pairs.encode(b"") == []
    assert pairs.encode(b"\x00\xff") == [b"\x00", b"\xff"]


@given(st.lists(st.sampled_from(sorted(ranks())), max_size=12).map(b"".join), st.integers(8, 64))
def test_windows_count_like_the_whole(data: bytes, window: int) -> None:
    """Berglund and van der Merwe 2023: tokens are right if all adjacent pairs of them are."""
    assert pairs.count(data, window) == len(pairs.encode(data))


@pytest.mark.parametrize("letters", SCRIPTS)
def test_long_runs_count_like_the_whole(letters: str) -> None:
    """Own choice: the same for texts without any place to cut, longer than a window."""
    data = "".join(Random(7).choices(letters, k=900)).encode()
    assert pairs.count(data) == len(pairs.encode(data))


@given(st.text(alphabet=st.sampled_from(sorted(set("".join(SCRIPTS)) | set("éß😀日北東京")))))
def test_no_token_crosses_a_cut(text: str) -> None:
    """Own choice: the parts of a piece have the tokens of the piece, in order."""
    parts = pairs.parts(text)
    assert "".join(parts) == text
    assert [one for part in parts for one in pairs.encode(part.encode())] == pairs.encode(
        text.encode()
    )


def test_scripts_without_spaces_are_cut_into_short_parts() -> None:
    """Own choice: a sentence of Japanese is not encoded as a whole, which is far slower."""
    sentence = "検索対象の文書は見出しごとに分割される"
    assert max(map(len, pairs.parts(sentence))) <= 4


def test_counts_take_a_bounded_memory() -> None:
    """SPEC 12: a hostile text cannot fill the memory with what is remembered of it."""
    room, size = 10_000, 100
    counts = Counts(room)
    for number in range(3 * room // size):
        assert counts[f"{number:x}".ljust(size)] > 0
        assert 0 < sum(len(piece) + ENTRY for piece in counts) <= room
    assert counts["x" * 5000] == 625
    assert "x" * 5000 not in counts
