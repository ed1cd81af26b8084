"""Tests that no query makes a search crash or hang; too long ones are rejected."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from math import isnan
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ra.errors import QueryError
from ra.search.results import Report
from tests.robustness.marks import drawn, sampled
from tests.worlds import World, world

PAGES = {
    "a.md": '# Alpha beta\nred green getElementById 日本語 naïve हिन्दी\n## Two\nred (x) "y" a^2\n',
    "b.md": "red\n",
    "t.md": "---\ntags: [x, OR]\nupdated: 2024-01-01\n---\n# NOT\n*bold* `code` -dash C++ \\ $1\n",
    "odd/ü ö.md": "ελληνικά εις тест ไทย 🚀 word\n",
}
LANGUAGES = ("english", "greek", "tamil")

NASTY = [
    "*", "**", "a*", "?*", "-", "--", "- -a", "NOT", "NOT NOT a", "OR", "AND", "a OR", "OR a",
    "()", "(", ")", "(()", "((a))", "\"", "\"\"", "\"a", "a\"b\"", "^", "^2", "a^", "a^0", "a^-1",
    "a^1e9", "a^1000", "a^0.0001", "a^nan", "a^inf", "title:", "title: a", "title:-a", "tree:*",
    "doc:", "doc:*", "path:/", "path://", "path:..", "path:../../etc/passwd", "path:%2e%2e/",
    "path:\\", "after:", "after:0d", "after:99999y", "after:9999-12-31", "before:0001-01-01",
    "after:2024-02-30", "after:7d*", "-after:7d", "-tree:docs", "-doc:a.md", "-path:odd/",
    "tree:docs OR doc:a.md OR path:odd/", "tree:(docs OR other)", "after:(7d OR 3m)",
    "tag:OR", "tag:\"OR\"", "a:b:c", "::", "std::io", "http://x/?q=a&b=(c)", "C++", "c#", ".net",
    "\\", "\\\"", "a\\", "[a-z]+", "(a|b)*", ".*", "a.*b*", "$1", "%s%n", "{}", "{0}", "<script>",
    "'; DROP TABLE chunks; --", "\x00", "a\x00b", "\ud800", "a\udfffb*", "\ufeff", "\u202e red",
    "\u200b", "\u00ad", "🚀", "👨\u200d👩", "é", "e\u0301*", "ﬁ", "ß*", "İ*", "ǆ",
    "日", "日*", "本語*", "ไทย*", "हिन्दी*", "εις", "\"εις\"", "-εις", "red εις", "εις*", "𝒳",
    "１２", "red\tgreen\nblue",
    "red\u2028green", "a" * 40, "a" * 41, "a" * 41 + "*", "-" * 40 + "a",
    "(" * 40 + "red" + ")" * 40,
]  # fmt: skip
LONG = {
    "words": "red " * 900,
    "alternatives": " OR ".join(["red"] * 900),
    "phrase": '"' + "red " * 900 + '"',
    "different prefixes": " ".join(f"w{number}x*" for number in range(60)),
    "prefixes": "e* " * 60,
    "names of two words": "getElementById " * 60,
}


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """The same pages in three languages."""
    settings = "".join(f'[tree.{one}]\npath = "{one}"\nlanguage = "{one}"\n' for one in LANGUAGES)
    trees = dict.fromkeys(LANGUAGES, PAGES)
    with world(tmp_path_factory.mktemp("here"), trees, settings) as made:
        yield made


def asked(here: World, query: str, **changes: Any) -> Report | None:
    """The answer, or nothing where the query is refused with a place and a reason."""
    try:
        report = here.search(query, **changes)
    except QueryError as error:
        assert str(error)
        return None
    for answer in report.results:
        assert not isnan(answer.match.score)
        size = len(answer.body.encode("utf-8", "surrogatepass"))
        assert all(0 <= start < end <= size for start, end in answer.match.ranges)
    assert bool(report.results) == (report.verdict.strength != "none")
    return report


@pytest.mark.parametrize("number", range(len(NASTY)))
def test_nasty_queries(here: World, number: int) -> None:
    """No input makes it crash, in no language, with no kind of match or ranking."""
    _asked_in_all_ways(here, NASTY[number])


@pytest.mark.parametrize("name", sampled(LONG))
def test_long_queries(here: World, name: str) -> None:
    """Nor one that is about as long as a query may be."""
    _asked_in_all_ways(here, LONG[name])


def _asked_in_all_ways(here: World, query: str) -> None:
    asked(here, query)
    for match in ("all", "any"):
        asked(here, query, match=match, ranking="fields")
        asked(here, query, match=match, fuzzy_distance=0)


WORDS = """
    red green title: tag: path: body: doc: tree: after: 7d OR AND NOT - ( ) " * ^ ^2 : / !
    日本 εις हिन्दी C++ a.md odd/ docs greek getItem 🚀 e*
"""
PIECES = st.sampled_from(WORDS.split())
TEXTS = st.lists(st.tuples(PIECES | st.text(max_size=4), st.sampled_from(["", " "])), max_size=14)


@drawn(6)
@given(TEXTS.map(lambda pieces: "".join(word + gap for word, gap in pieces)))
def test_any_text_is_answered_or_refused(here: World, query: str) -> None:
    """Query fuzzing on the whole pipeline."""
    asked(here, query)


@drawn(2)
@given(st.text(max_size=30))
def test_any_characters_in_a_phrase(here: World, text: str) -> None:
    """SPEC 7: a phrase of anything is searched or refused; its Unicode form does not matter."""
    quoted = '"' + text.replace('"', " ").replace("\\", " ") + '"'
    one = asked(here, quoted)
    other = asked(here, unicodedata.normalize("NFD", quoted))
    assert (one is None) == (other is None)
    if one is not None and other is not None:
        assert [a.match.chunk.id for a in one.results] == [a.match.chunk.id for a in other.results]


@pytest.mark.parametrize(
    "query",
    [
        "(" * 10_000 + "red" + ")" * 10_000,
        "(" * 10_000,
        "-" + "(" * 10_000,
        "NOT " * 10_000 + "red",
        "red " * 250_000,
        "x" * 1_000_000,
        '"' + "red " * 250_000 + '"',
        "(" * 1_000_000,
        " OR ".join(["red"] * 5_000),
        "e* " * 5_000,
    ],
    ids=lambda query: f"{query[:12]}… ({len(query)})",
)
def test_too_much_is_refused_politely(here: World, query: str) -> None:
    """10 000 nested parentheses and a 1 MB query: a short message, no crash."""
    with pytest.raises(QueryError) as refused:
        here.search(query)
    assert len(str(refused.value)) < 1_000
    assert refused.value.exit_code == 2


def test_many_queries_together_are_counted_together(here: World) -> None:
    """SPEC 7: `ra search A B …` is one query, with the limits of one."""
    with pytest.raises(QueryError, match="words"):
        here.search(["red green"] * 1_000)


def test_a_long_text_is_not_expanded_without_end(here: World) -> None:
    """SPEC 8.1: a thousand long words ask the index for few words that look like them."""
    query = " ".join(f"{'abcdefghij' * 3}{number}" for number in range(900))
    report = asked(here, query)
    assert report is not None
    assert all(len(each.facts.expansions) <= 50 for each in report.trace.legs)
