"""Tests of splitting camelCase words."""

from __future__ import annotations

import pytest

from ra.text import camel_parts
from ra.text.camel_case import _MOST_WORDS


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", ""),
        ("plain words, UPPER CASE, Title Case, snake_case", ""),
        ("getElementById", "get Element By Id"),
        ("XMLHttpRequest", "XML Http Request"),
        ("HTMLElement", "HTML Element"),
        ("parseHTML2", "parse HTML2"),
        ("getURLs", "get URLs"),
        ("base64Encode", "base64 Encode"),
        ("getContext2D", "get Context2D"),
        ("URLs and APIs and IDs in 3D, A1B2", ""),
        ("iPhone, macOS (eBay)", "i Phone mac OS e Bay"),
        ("fooBar_bazQux.quuxCorge", "foo Bar baz Qux quux Corge"),
        ("end isLast", "is Last"),
        ("überGroß — naïveÉlan", "über Groß naïve Élan"),
        ("приветМир and fooBar", "привет Мир foo Bar"),
        ("日本fooBar語", "foo Bar"),
        ("foo\u0301Bar", "foó Bar"),
        ("mapİstanbul", "map istanbul"),
        ("a" * 150 + "B" * 100, "a" * 150 + " " + "B" * 100),
        ("a" * 30 + "B" * 201, "a" * 30),
    ],
)
def test_parts(text: str, parts: str) -> None:
    """SPEC 6.1: indexed whole and by its parts; what is too long is dropped with its parts."""
    assert " ".join(camel_parts(text)) == parts


def test_kept_words_are_bounded() -> None:
    """Words of a large corpus do not fill the memory, and forgetting them changes nothing."""
    from ra.text.camel_case import _CUTS

    for number in range(_MOST_WORDS + 10):
        assert camel_parts(f"someWord{number}") == [f"some Word{number}"]
    assert len(_CUTS) <= _MOST_WORDS
