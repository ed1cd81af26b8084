"""SPEC 7, sentence by sentence: matches of each kind of query."""

from __future__ import annotations

import pytest

from ra.errors import QueryError, UnknownTree
from tests.worlds import World

MATCHES = [
    # SPEC 7: operators
    ("pool thread", "thread"),
    ("pool AND thread", "thread"),
    ("pool OR errors", "pool thread error"),
    ("errors threads OR connections", "pool thread"),
    ("pool -thread", "pool"),
    ("pool NOT thread", "pool"),
    ("(pool OR error) -handlers", "pool error"),
    ("folder or", ""),
    # SPEC 7: phrases are exact words in order, stemmed, never fuzzy
    ('"thread pool"', "thread"),
    ('"pool thread"', ""),
    ('"thread pools"', "thread"),
    ('"threed pool"', ""),
    ('"conection"', ""),
    ('"connection"', "pool"),
    # SPEC 7: a term that analyses into several tokens is a phrase
    ("std::io", "code"),
    ("io::std", ""),
    ("thread-pool", "thread"),
    # SPEC 7: prefixes
    ("conn*", "pool"),
    ("CONN*", "pool"),
    ("handling*", "thread error"),
    ("thread-po*", "thread"),
    ("zzz*", ""),
    # SPEC 7: fields
    ("title:pool", "pool"),
    ("title:thread", "thread"),
    ("title:(pool OR thread)", "pool thread"),
    ('title:"connection pool"', "pool"),
    ("body:api", ""),
    ("hierarchy:api", "code"),
    ("tag:legacy", "guides/old"),
    ('tags:"first steps"', "guides/start"),
    ("path:guides", "guides/start guides/old"),
    ("path:guides/st", "guides/start"),
    ("path:/guides/", "guides/start guides/old"),
    ('path:"guides/o"', "guides/old"),
    ("path:guides/o*", "guides/old"),
    ("path:(guides/o OR code)", "guides/old code"),
    ("folder -path:guides/o", "guides/start"),
    ("path:nowhere/", ""),
    ("doc:code.md", "code"),
    ("doc:docs:code.md", "code"),
    ("doc:other:code.md", ""),
    ("tree:docs pool", "pool thread"),
    ("tree:doc pool", ""),
    ("folder after:2024-05-31", "guides/start"),
    ("folder after:2024-06-01", ""),
    ("folder before:2024-05-31", "guides/old"),
    # a month or a year alone is its first day
    ("folder after:2024-05", "guides/start"),
    ("folder after:2024-06", ""),
    ("folder after:2019", "guides/start guides/old"),
    ("folder after:2020", "guides/start"),
    ("folder before:2019", ""),
    ("folder before:2024", "guides/old"),
    ("after:2024-01-01", "guides/start"),
    ("before:2019-06-01", "guides/old"),
    ("pool after:2020-09-13 before:2020-09-14", "pool thread"),
    # SPEC 7: an unknown name before a colon is ordinary text
    ("http://example.org", "code"),
    # SPEC 6.1: camelCase whole and by its parts; scripts without spaces
    ("getElementById", "code"),
    ("element", "code"),
    ("日", "cjk"),
    ("京", "cjk"),
    ("日本語", "cjk"),
    ('"日"', "cjk"),
    ("検索", "cjk"),
    ("本日", ""),
    # SPEC 8.1: fuzzy
    ("conection", "pool"),
    ("trhead", "thread"),
    ("threads", "thread"),
    ("title:thrread", "thread"),
    ("tag:legasy", "guides/old"),
    ("-poool pool", "pool thread"),
    # What is no word asks for nothing
    ("pool !!!", "pool thread"),
    ("word OR !!!", "lone"),
    ("word -!!!", "lone"),
    ("", ""),
    ("   ", ""),
    ('""', ""),
]


@pytest.mark.parametrize(("query", "expected"), MATCHES, ids=[query for query, _ in MATCHES])
def test_what_is_found(here: World, query: str, expected: str) -> None:
    """SPEC 7, 8.1: which documents each kind of query finds when all words must be found."""
    assert here.names(query, match="all") == set(expected.split())


@pytest.mark.parametrize("query", [query for query, found in MATCHES if found])
@pytest.mark.parametrize("ranking", ["ra", "fields", "classic"])
def test_every_ranking_returns_it(here: World, query: str, ranking: str) -> None:
    """SPEC 8.2, 8.6: whatever matches alone has a positive score and is not cut to nothing."""
    report = here.search(query, match="all", ranking=ranking)
    assert report.results
    assert all(answer.match.score > 0 for answer in report.results)
    assert report.verdict.strength in ("strong", "weak")


def test_only_negations_mean_everything_else(here: World) -> None:
    """SPEC 7: a query of only negations means everything except."""
    every = {chunk.id for chunk in here.library.index.chunks()}
    assert set(here.hits("-pool")) == every - set(here.hits("pool", fuzzy_distance=0))
    assert set(here.hits("-title:pool -thread")) == every - set(
        here.hits("title:pool OR thread", fuzzy_distance=0)
    )


def test_nothing_is_searched_for_an_empty_query(here: World) -> None:
    """SPEC 7: an empty phrase is nothing; the answer is empty, not an error."""
    for query in ("", '""'):
        report = here.search(query)
        assert report.results == ()
        assert report.verdict.strength == "none"
        assert not report.partial


def test_an_error_searches_nothing(here: World) -> None:
    """SPEC 7: errors show the place; an unknown tree is named."""
    with pytest.raises(QueryError, match="unclosed"):
        here.search("(pool")
    with pytest.raises(UnknownTree, match="doc"):
        here.library.search("pool", trees=["doc"])


def test_several_arguments_are_any_of_them(here: World) -> None:
    """SPEC 7: `ra search A B` means `(A) OR (B)`."""
    both = here.hits(["lone", "title:pool"])
    assert sorted(both) == sorted(here.hits("(lone) OR (title:pool)"))
    assert here.names(["word", "api"]) == {"lone", "code"}
