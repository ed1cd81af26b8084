"""Tests of the query parts that a chunk contains, compared with the index (SPEC 8.1, 8.10)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ra.query import parse
from ra.search.analyzed import analyze
from ra.search.coverage import (
    BareMatch,
    Why,
    bare_matches,
    has_prefix,
    reasons,
    searchable_text,
    shown_though_excluded,
    terms_in,
)
from ra.text.word_offsets import tokens
from tests.worlds import World, world

PAGES = {
    "a.md": "---\naliases: [night light]\ntags: [shade]\n---\n# Lamps\nHow a lamp is handled.\n",
    "b.md": "# Code\ngetElementById and 日本語 é lamp\n",
    "guides/c.md": "# Top\n## One\nbulb one\n## Two\nbulb two\n## Three\na well-known thread\n",
}


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """A few pages."""
    with world(tmp_path_factory.mktemp("here"), {"docs": PAGES}) as made:
        yield made


def why(here: World, query: str) -> Why:
    """What speaks for the best hit."""
    report = here.search(query)
    best = max(report.results[0].matches, key=lambda match: match.score)
    said = reasons(report)(best)
    assert said is not None
    return said


def missing(here: World, query: str) -> set[tuple[str, ...]]:
    """What the hits lack."""
    answers = here.search(query).results
    return {hit.missing for one in answers for hit in one.constituents or (one.match,)}


@pytest.mark.parametrize(
    "text", ["getElementById ÜBER naïve", "日本語の検索 lamp", "handling, handled; εις καλός", ""]
)
@pytest.mark.parametrize("language", ["english", "greek", "german"])
def test_words_are_those_of_the_index(text: str, language: str) -> None:
    """SPEC 6.1: the quick look and the full one agree."""
    assert terms_in(text, language) == {word.text for word in tokens(text, language)}


def test_what_there_is_of_each_bare_word(here: World) -> None:
    """SPEC 8.10: whole, in part, or by a word that looks alike."""
    (asked,) = here.search("lamp well-done lampp 日", match="any").trace.legs
    assert bare_matches(terms_in("A lamp is well made 日本", "english"), asked.facts) == (
        BareMatch("lamp", True, True, ()),
        BareMatch("well-done", False, True, ()),
        BareMatch("lampp", False, False, ("lamp",)),
        BareMatch("日", True, True, ()),
    )


def test_names_are_read_too(here: World) -> None:
    """SPEC 8.1, 8.2: breadcrumb, tags, aliases and path are names of a chunk."""
    chunk = here.search("handled").results[0].match.chunk
    for name in ("Lamps", "shade", "night light", "a md", "handled"):
        assert name in searchable_text(chunk, ["night light"])


def test_an_alias_is_not_missing(here: World) -> None:
    """SPEC 8.1: a partial match lacks only what it was not found by."""
    assert missing(here, "body:handled night pelican") == {("pelican",)}
    assert missing(here, "body:handled nigth pelican") == {("pelican",)}
    assert missing(here, "body:handled morning pelican") == {("morning", "pelican")}


def test_reasons_name_aliases(here: World) -> None:
    """SPEC 8.10: each result says by which terms it is there."""
    assert why(here, "night handled").terms == ("night", "handled")
    assert why(here, 'handled "night light"').terms == ("handled", '"night light"')
    assert why(here, "handled nihgt").near == {"nihgt": ("night",)}
    assert why(here, "handled nig*").terms == ("handled", "nig*")


def test_reasons_know_parts_and_pairs(here: World) -> None:
    """SPEC 6.1, 8.10: parts of camelCase, the last character of a run without spaces."""
    assert why(here, "element").terms == ("element",)
    assert why(here, "語").terms == ("語",)


def test_other_forms_of_a_prefix_are_told_and_marked(here: World) -> None:
    """SPEC 7, 8.9, 8.10: `handling*` finds `handled` by its stem, and says so."""
    report = here.search("handling*")
    found = report.results[0].match
    body = found.chunk.body.encode()
    assert [body[start:end] for start, end in found.ranges] == [b"handled"]
    assert why(here, "handling*").terms == ("handling*",)


def test_a_prefix_is_the_start_of_a_word_or_its_stem() -> None:
    """SPEC 7: as the index is asked."""
    words = terms_in("How a lamp is handled", "english")
    found = {}
    for text in ("lam*", "handling*", "amp*"):
        query = parse(text)
        assert query is not None
        (leaf,) = analyze(query, "english").chains
        found[text] = has_prefix(leaf, words)
    assert found == {"lam*": True, "handling*": True, "amp*": False}


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("bulb -threading*", ("threading*",)),
        ("bulb -THRE*", ("THRE*",)),
        ("bulb -well-kno*", ("well-kno*",)),
        ("bulb -ill-kno*", ()),
        ("bulb -nowhere*", ()),
    ],
)
def test_excluded_prefixes_that_are_shown(
    here: World, query: str, expected: tuple[str, ...]
) -> None:
    """Issue 4: a section shows a sibling with what is excluded, and says so."""
    report = here.search(query, max_aggregate_tokens=0)
    (answer,) = [one for one in report.results if one.aggregated]
    assert shown_though_excluded(answer, report) == expected
