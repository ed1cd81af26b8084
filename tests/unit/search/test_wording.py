"""What does a query ask for, in the words of one language?"""

from __future__ import annotations

import pytest

from ra.query import parse
from ra.query.ast import Field, Query, Term
from ra.search.wording import Bare, Chain, asking, is_lookup, is_place, prefix_words, wording
from ra.text.stopwords import stop_words


def said(text: str) -> Query:
    """A query that asks for something."""
    query = parse(text)
    assert query is not None
    return query


def test_bare_words_in_order() -> None:
    """SPEC 7: words as typed and as analyzed; one of several tokens is a phrase of them."""
    found = wording(said("Handling std::io errors"), "english")
    assert found.bare == (
        Bare("Handling", ("handl",)),
        Bare("std::io", ("std", "io")),
        Bare("errors", ("error",)),
    )
    assert found.chains == (Chain("std::io", ("std", "io")),)
    assert found.single_words == ("handl", "std", "io", "error")
    assert not found.uses_operators


def test_only_positive_parts_that_search_bodies() -> None:
    """SPEC 8.9: what may be marked in a body; other fields and negations are left out."""
    found = wording(said('a -b "c d" e* title:f body:g (h OR -i)^2 path:j/k'), "english")
    assert [bare.typed for bare in found.bare] == ["a", "g", "h"]
    assert found.chains == (Chain('"c d"', ("c", "d")), Chain("e*", ("e",), is_open=True))
    assert [(name, bare.typed) for name, bare in found.named] == [("title", "f")]
    assert found.uses_operators


@pytest.mark.parametrize(
    ("text", "expected"), [("red", False), ("red blue", False), ("red OR blue", True),
                           ("-red", True), ('"red"', True), ("red*", True), ("red^2", True)]
)  # fmt: skip
def test_operators(text: str, expected: bool) -> None:
    """SPEC 8.1: whether the query uses any operator of SPEC 7."""
    assert wording(said(text), "english").uses_operators == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("array", True),
        ("array map filter", True),
        ("array map filter reduce", False),
        ("the array", False),  # half of it are stop words
        ("the array map", True),
        ("how to use the array", False),
        ("how", False),
        ("日本", True),
    ],
)
def test_lookups(text: str, expected: bool) -> None:
    """SPEC 8.1: at most three words that are not stop words, and stop words fewer than half."""
    assert is_lookup(wording(said(text), "english"), stop_words("english")) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("red !!!", "red"),
        ("!!!", None),
        ("red OR !!!", "red"),
        ("red -!!!", "red"),
        ('-"!!!"', None),
        ("title:!!!", None),
        ("title:(red OR !!!)", "title:red"),
        ("!!!^2", None),
        ("(red !!!) OR blue", "red OR blue"),
        ("path:a/!!!", "path:a/!!!"),
        ("doc:!!!", "doc:!!!"),
        ("red OR !*", "red"),
    ],
)
def test_what_is_no_word_asks_for_nothing(text: str, expected: str | None) -> None:
    """SPEC 7: as an empty phrase is nothing."""
    assert asking(said(text), "english") == (None if expected is None else parse(expected))


def test_a_word_of_which_stemming_leaves_nothing() -> None:
    """SPEC 6.1: it cannot be asked for."""
    assert asking(said("εις"), "greek") is None
    assert asking(said("εις"), "english") == Term("εις")


def test_the_words_of_a_prefix() -> None:
    """SPEC 7: `term*`: small, folded, not stemmed; before the last one whole words."""
    assert prefix_words("Handling", "english") == ["handling"]
    assert prefix_words("std::I", "english") == ["std", "i"]
    assert prefix_words("Cafe\u0301", "english") == ["café"]
    assert prefix_words("日本語", "english") == ["日本", "本語"]
    assert prefix_words("!", "english") == []


@pytest.mark.parametrize(
    ("text", "expected"), [("path:a/b", True), ("path:a", False), ('path:"a/b"', True),
                           ("path:a/*", True), ("title:a/b", False)]
)  # fmt: skip
def test_places(text: str, expected: bool) -> None:
    """SPEC 7: a `path:` value with `/` is a path prefix."""
    query = said(text)
    assert isinstance(query, Field)
    assert is_place(query) == expected
