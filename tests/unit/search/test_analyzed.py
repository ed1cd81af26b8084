"""The query analyzed in one language: leaves, terms, runs (SPEC 7, 8.1)."""

from __future__ import annotations

import pytest

from ra.query import parse
from ra.search.analyzed import Analyzed, Branch, Leaf, Node, analyze, fold
from ra.text.stopwords import stop_words


def analyzed(text: str, language: str = "english") -> Analyzed:
    """The query of a text, analyzed."""
    query = parse(text)
    assert query is not None
    return analyze(query, language)


def shape(node: Node | None) -> str:
    """The typed leaves of a tree, with their operators."""

    def join(branch: Branch, parts: list[str]) -> str:
        return f"{branch.operator}({' '.join(parts)})"

    return "" if node is None else fold(node, lambda leaf: leaf.typed, join)


def test_bare_words_in_order() -> None:
    """SPEC 7: words as typed and as analyzed; one of several tokens is a phrase of them."""
    found = analyzed("Handling std::io errors")
    assert [(leaf.typed, leaf.words) for leaf in found.bare] == [
        ("Handling", ("handl",)),
        ("std::io", ("std", "io")),
        ("errors", ("error",)),
    ]
    assert [(leaf.typed, leaf.adjacent) for leaf in found.chains] == [("std::io", ("std", "io"))]
    assert found.terms == ("handl", "std", "io", "error")
    assert found.runs == (("handl", "std", "io", "error"),)
    assert not found.uses_operators


def test_only_positive_parts_that_search_bodies() -> None:
    """SPEC 8.9: what may be highlighted in a body; other fields and negations are left out."""
    found = analyzed('a -b "c d" e* title:f body:g (h OR -i)^2 path:j/k')
    assert [leaf.typed for leaf in found.bare] == ["a", "g", "h"]
    chains = [(leaf.typed, leaf.adjacent, leaf.is_open) for leaf in found.chains]
    assert chains == [('"c d"', ("c", "d"), False), ("e*", ("e",), True)]
    assert [(leaf.field, leaf.typed) for leaf in found.named] == [("title", "f")]
    assert [leaf.typed for leaf in found.excluded] == ["b", "i"]
    assert found.uses_operators


def test_runs_are_words_typed_side_by_side() -> None:
    """SPEC 8.2: a bonus for adjacent pairs; an operator between two words parts them."""
    assert analyzed("a b OR c").runs == (("a", "b"), ("c",))
    assert analyzed('a "b c" d e').runs == (("a",), ("d", "e"))
    assert analyzed("a b -x c title:d").runs == (("a", "b"), ("c",))
    assert analyzed("a -!!! b").runs == (("a", "b"),)


def test_a_double_negation_excludes_nothing() -> None:
    """SPEC 7: `NOT` may be repeated; the part is neither excluded nor highlighted."""
    found = analyzed("a NOT NOT b")
    assert found.excluded == ()
    assert [leaf.typed for leaf in found.bare] == ["a"]


@pytest.mark.parametrize(
    ("text", "expected"), [("red", False), ("red blue", False), ("red OR blue", True),
                           ("-red", True), ('"red"', False), ("red*", True),
                           ("red AND blue", True), ('red "a b"', False), ("red^2", True)]
)  # fmt: skip
def test_operators(text: str, expected: bool) -> None:
    """SPEC 8.1: whether the query has more than words and phrases side by side."""
    assert analyzed(text).uses_operators == expected


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
    assert analyzed(text).is_lookup(stop_words("english")) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("red !!!", "red"),
        ("red OR !!!", "red"),
        ("red -!!!", "red"),
        ("title:(red OR !!!)", "title:red"),
        ("(red !!!) OR blue", "red OR blue"),
        ("path:a/!!!", "path:a/!!!"),
        ("doc:!!!", "doc:!!!"),
        ("red OR !*", "red"),
    ],
)
def test_what_is_no_word_asks_for_nothing(text: str, expected: str) -> None:
    """SPEC 7: as an empty phrase is nothing."""
    assert shape(analyzed(text).searched) == shape(analyzed(expected).tree)


def test_a_word_of_which_stemming_leaves_nothing() -> None:
    """SPEC 6.1: it cannot be asked for."""
    assert analyzed("εις", "greek").searched is None
    assert analyzed("εις").terms == ("εισ",)


def prefix(text: str) -> Leaf:
    """The only leaf of a query."""
    (leaf,) = analyzed(text).chains
    return leaf


def test_the_terms_of_a_prefix() -> None:
    """SPEC 7: `term*`: small, normalized, not stemmed; before the last one whole terms."""
    assert prefix("Handling*").adjacent == ("handling",)
    assert prefix("Handling*").forms == ("handl",)
    assert prefix("std::I*").adjacent == ("std", "i")
    assert prefix("Cafe\u0301*").adjacent == ("café",)
    assert prefix("日本語*").adjacent == ("日本", "本語")


@pytest.mark.parametrize(
    ("text", "expected"), [("path:a/b", True), ("path:a", False), ('path:"a/b"', True),
                           ("path:a/*", True), ("title:a/b", False), ("doc:a", True)]
)  # fmt: skip
def test_filters_are_not_analyzed(text: str, expected: bool) -> None:
    """SPEC 7: a `path:` value with `/` is a path prefix, `doc:` takes a whole name."""
    tree = analyzed(text).tree
    assert isinstance(tree, Branch)
    (leaf,) = tree.parts
    assert isinstance(leaf, Leaf)
    assert (leaf.is_filter, leaf.words == () and leaf.adjacent == ()) == (expected, expected)


@pytest.mark.parametrize(
    ("text", "letters"), [("tea", 3), ("e\u0301a", 2), ("a-b", 0), ("ﬃ", 1), ("x.", 1)]
)
def test_letters_are_counted_before_stemming(text: str, letters: int) -> None:
    """SPEC 8.1: only words of three letters and more, before stemming, are expanded."""
    (leaf,) = analyzed(text).bare
    assert leaf.letters == letters
