"""SPEC 6.1, 7: queries in scripts without spaces, and prefixes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ra.search.coverage import reasons, shown_though_excluded
from ra.search.results import Report
from tests.worlds import World, world

PAGES = {
    "flood.md": "เกิดน้ำท่วมใหญ่ทั่วประเทศ\n",
    "people.md": "ทั้งหมดเป็นคน ไปมา ตัว\n",
    "khmer.md": "ប្រទេសកម្ពុជាមានរាជធានីភ្នំពេញ\n",
    "cake.md": "មាន នំ\n",
    "may.md": "회의는 5월에 열린다.\n",
    "due.md": "마감은 5월 이다.\n",
    "chapter.md": "第3章では、AI技術を扱う。\n",
    "torn.md": "日本 そして 英本語 では\n",
    "whole.md": "日本語 では\n",
    "india.md": "हिन्दुस्तान में\n",
    "hindi.md": "हिन्दी भाषा\n",
    "words.md": "The organization was running; nationality, relational, generalizations\n",
    "camel.md": "call getElementById and XMLHttpRequest\n",
    "leaf.md": "# Pages\n\n## A\n\ntea one\n\n## B\n\ntea two\n\n## C\n\ntea 日本 word\n",
}

FOUND = [
    # prefixes, with tone marks, subscripts and vowel signs
    ("น้ำท่วม*", "flood"),
    ("น้ำท่ว*", "flood"),
    ("ភ្នំ*", "khmer"),
    ("កម្ពុជា*", "khmer"),
    ("हिन्दु*", "india hindi"),
    ("日本語*", "whole"),
    # what ends in less than a gram
    ("5월", "may due"),
    ('"5 월"', "may due"),
    ("第3章", "chapter"),
    ('"AI 技"', "chapter"),
    ("技", "chapter"),
    ('"技"', "chapter"),
    ("-5월 5", ""),
    # the start of a word that is longer than its stem
    ("organizat*", "words"),
    ("runnin*", "words"),
    ("nationali*", "words"),
    ("relationa*", "words"),
    ("generaliz*", "words"),
    ("generalizx*", ""),
    ("relational-gener*", "words"),
    ("nationality-gener*", ""),
    # parts of camelCase words
    ('"get element"', "camel"),
    ('"id xml"', ""),
]


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """A few pages, and one tree in Greek."""
    trees = {"docs": PAGES, "el": {"a.md": "Από 1 έως 5 ώρες.\n", "b.md": "1, 5\n"}}
    settings = '[tree.el]\npath = "el"\nlanguage = "greek"'
    with world(tmp_path_factory.mktemp("here"), trees, settings) as made:
        yield made


@pytest.mark.parametrize(("query", "expected"), FOUND)
def test_what_is_found(here: World, query: str, expected: str) -> None:
    """SPEC 7: a phrase is words in order, `term*` a prefix, in every script."""
    found = here.library.search(query, ["docs"], here.params(match="all"), aggregates=False)
    names = {answer.match.chunk.path.removesuffix(".md") for answer in found.results}
    assert names == set(expected.split())


@pytest.mark.parametrize(
    ("query", "marked"),
    [
        ('"技"', ["技術"]),
        ("5월", ["5월에"]),
        ("runnin*", ["running"]),
        ("日本語*", ["日本語"]),
    ],
)
def test_what_is_marked(here: World, query: str, marked: list[str]) -> None:
    """SPEC 8.9: whole tokens of the body, never none if it has a match."""
    shown = []
    for answer in _found(here, query).results:
        body = answer.body.encode()
        shown.append([body[start:end].decode() for start, end in answer.match.ranges])
    assert marked in shown
    assert all(shown)


@pytest.mark.parametrize(
    ("query", "terms"),
    [
        ('"running relational"', ()),
        ('"relational generalizations"', ('"relational generalizations"',)),
        ('"हिन्दी भाषा"', ('"हिन्दी भाषा"',)),
        ('"技"', ('"技"',)),
        ("generaliz*", ("generaliz*",)),
        ("5월", ("5월",)),
    ],
)
def test_reasons_are_said_as_they_are_typed(
    here: World, query: str, terms: tuple[str, ...]
) -> None:
    """SPEC 8.10: stems and stand-ins are nobody's words."""
    report = _found(here, query)
    why = reasons(report)
    told = {each.terms for one in report.results if (each := why(one.match))}
    assert told == ({terms} if terms else set())


def test_what_is_too_short_for_the_index_is_not_taken_for_mistyped(here: World) -> None:
    """SPEC 8.1: it is the start of words, and no other word stands for it."""
    (tree,) = _found(here, "ตัว").trace.legs
    assert tree.facts.expansions == {}


def test_a_word_that_stems_to_nothing_keeps_its_place(here: World) -> None:
    """SPEC 7: words in order, though the index has nothing of one of them."""

    def names(query: str) -> list[str]:
        return [one.match.chunk.path for one in here.library.search(query, ["el"]).results]

    assert names('"1 έως 5"') == ["a.md"]
    assert names('"1 5"') == ["b.md"]
    assert names('"από 1 έως"') == ["a.md"]


def test_the_start_of_a_gram_is_named_when_it_is_excluded(here: World) -> None:
    """SPEC 8.7: a section that shows what was excluded says so."""
    params = here.params(max_aggregate_tokens=0)
    report = here.library.search("tea -日", ["docs"], params)
    (section,) = [answer for answer in report.results if answer.constituents]
    assert shown_though_excluded(section, report) == ("日",)


def _found(here: World, query: str) -> Report:
    return here.library.search(query, ["docs"])
