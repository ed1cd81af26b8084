"""SPEC 7 and 8, sentence by sentence: what is found, in which order, and what is said of it?"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ra.errors import QueryError, UnknownTree
from ra.text import words
from tests.worlds import World, world

FRONT = "---\ntags: [{tags}]\nupdated: {day}\n---\n"
PAGES = {
    "pool.md": "# Connection pool\nThe pool hands out connections and waits.\n",
    "thread.md": "# Threads\nA thread pool runs handlers. Handling errors in threads.\n",
    "error.md": "# Errors\nHow an error is handled, and who is told.\n",
    "guides/start.md": FRONT.format(tags="intro, first steps", day="2024-05-31")
    + "# Start\nBegin with a folder.\n",
    "guides/old.md": FRONT.format(tags="legacy", day="2019-01-01") + "# Old ways\nA folder.\n",
    "code.md": "# API\nCall getElementById, or std::io and http://example.org here.\n",
    "cjk.md": "# 文書\n日本語の検索。東京\n",
    "lone.md": "word\n",
}


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """One tree of a few pages."""
    with world(tmp_path_factory.mktemp("here"), {"docs": PAGES}) as made:
        yield made


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
    ("!!!", ""),
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
    assert report.answers
    assert all(answer.found.score > 0 for answer in report.answers)
    assert report.verdict.strength in ("strong", "weak")


def test_only_negations_mean_everything_else(here: World) -> None:
    """SPEC 7: a query of only negations means everything except."""
    every = {chunk.id for chunk in here.library.chunk_list()}
    assert set(here.hits("-pool")) == every - set(here.hits("pool", fuzzy_distance=0))
    assert set(here.hits("-title:pool -thread")) == every - set(
        here.hits("title:pool OR thread", fuzzy_distance=0)
    )


def test_nothing_is_searched_for_an_empty_query(here: World) -> None:
    """SPEC 7: an empty phrase is nothing; the answer is empty, not an error."""
    for query in ("", '""', "!!!"):
        report = here.search(query)
        assert report.answers == ()
        assert report.verdict.strength == "none"
        assert not report.partial


def test_an_error_searches_nothing(here: World) -> None:
    """SPEC 7: errors show the place; an unknown tree is named."""
    with pytest.raises(QueryError, match="missing"):
        here.search("(pool")
    with pytest.raises(UnknownTree, match="doc"):
        here.library.search("pool", trees=["doc"])


def test_several_arguments_are_any_of_them(here: World) -> None:
    """SPEC 7: `ra search A B` means `(A) OR (B)`."""
    assert here.hits(["lone", "title:pool"]) == here.hits("(lone) OR (title:pool)")
    assert here.names(["word", "api"]) == {"lone", "code"}


# SPEC 8.1: match


def test_auto_binds_a_lookup(here: World) -> None:
    """SPEC 8.1: at most three words that are not stop words: all must be found."""
    assert here.names("thread pool") == {"thread"}
    assert not here.search("thread pool").partial


def test_auto_does_not_bind_a_sentence(here: World) -> None:
    """SPEC 8.1: a longer sentence is ranked as OR, and that is no partial match."""
    report = here.search("how are many errors of folders handled in some thread")
    assert len(report.answers) > 1
    assert not report.partial


def test_auto_binds_where_an_operator_is_used(here: World) -> None:
    """SPEC 8.1: AND binds when the query uses any operator."""
    assert here.names("pool connections waits hands out -nothing") == {"pool"}
    assert here.names("pool connections waits hands out") > {"pool"}


def test_a_partial_match_says_what_is_missing(here: World) -> None:
    """SPEC 8.1: where AND finds nothing, the best partial matches, with the missing words."""
    report = here.search("pool Lighthouse")
    assert report.partial
    assert {answer.found.missing for answer in report.answers} == {("Lighthouse",)}
    assert here.search("element lighthouse").answers[0].found.missing == ("lighthouse",)
    assert here.search("京 lighthouse").answers[0].found.missing == ("lighthouse",)


def test_a_partial_match_keeps_what_binds(here: World) -> None:
    """SPEC 8: negations, filters, phrases and fields bind also where bare words do not."""
    report = here.search("pool lighthouse -thread")
    assert report.partial
    assert [one.found.chunk.path for one in report.answers] == ["pool.md"]
    assert here.search('lighthouse "thread pool"').partial
    assert here.names('lighthouse "thread pool"') == {"thread"}
    assert here.search('lighthouse "pool thread"').answers == ()
    assert here.search("lighthouse ships path:guides/").answers == ()
    assert here.names("folder lighthouse after:2024-01-01") == {"guides/start"}


def test_all_and_any(here: World) -> None:
    """SPEC 8.1: `all` always binds, `any` never does; neither is ever partial."""
    assert here.search("pool lighthouse", match="all").answers == ()
    assert here.names("thread folder", match="any") == {"thread", "guides/start", "guides/old"}
    assert not here.search("pool lighthouse", match="any").partial
    assert here.names("lighthouse path:guides/", match="any") == set()


def test_no_partial_matches_beside_whole_ones(tmp_path: Path) -> None:
    """SPEC 8.1, 8.6: what one tree has whole, another does not answer in part."""
    trees = {"one": {"a.md": "red lamp\n"}, "two": {"b.md": "red\n", "c.md": "lamp\n"}}
    with world(tmp_path, trees) as here:
        report = here.search("red lamp")
        assert [one.found.chunk.id for one in report.answers] == ["one:a.md"]
        assert not report.partial
        assert here.search("red lamp ship").partial


# SPEC 8.1: fuzzy


def test_fuzzy_can_be_turned_off(here: World) -> None:
    """SPEC 8.1: `fuzzy_distance = 0`."""
    assert here.names("conection", fuzzy_distance=0) == set()
    assert here.names("connection", fuzzy_distance=0) == {"pool"}


def test_short_words_are_not_fuzzy(tmp_path: Path) -> None:
    """SPEC 8.1: for words of three letters and more before stemming; signs are no letters."""
    pages = {"a.md": "ox\n", "b.md": "oxen\n", "c.md": "c plus\n", "d.md": "cd\n"}
    with world(tmp_path, {"docs": pages}) as here:
        assert here.names("ax") == set()
        assert here.names("oxem") == {"b"}
        assert here.names("c++") == {"c"}
        assert here.names("oxe") == {"a", "b"}


def test_at_most_fifty_expansions(tmp_path: Path) -> None:
    """SPEC 8.1: the most common ones."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    pages = {f"{one}{at}.md": _replaced("qqqq", at, one) for one in letters for at in range(3)}
    pages["common.md"] = "qqqz\n"
    pages["more.md"] = "qqqz again\n"
    with world(tmp_path, {"docs": pages}) as here:
        (asked,) = here.search("qqqq").trace.retrieved
        assert len(asked.expansions["qqqq"]) == 50
        assert asked.expansions["qqqq"][0].word == "qqqz"


def _replaced(word: str, at: int, letter: str) -> str:
    return word[:at] + letter + word[at + 1 :] + "\n"


# SPEC 8.2 and 8.6: order


def test_a_lookup_prefers_what_it_names(tmp_path: Path) -> None:
    """SPEC 8.2: a bonus for matching the whole title, and only with the ranking `ra`."""
    pages = {"z.md": "# Array\nA list of many things that is explained at length in here.\n"}
    pages |= {f"{n}.md": "# Some other thing\narray array array array\n" for n in range(5)}
    with world(tmp_path, {"docs": pages}) as here:
        assert here.hits("array")[0].startswith("docs:z.md")


def test_how_many_are_wanted_changes_no_order(tmp_path: Path) -> None:
    """Issue: raising `-n` only appends, also where a name far below would get a bonus."""
    pages = {f"{n:03}.md": "lamp " * 9 + "\n" for n in range(120)}
    pages["zz.md"] = "# Lamp\n" + "many other words are in this text " * 30 + "\n"
    with world(tmp_path, {"docs": pages}) as here:
        first = [one.found.chunk.id for one in here.search("lamp", limit=10).answers]
        most = [one.found.chunk.id for one in here.search("lamp", limit=50).answers]
        assert first == most[:10]


def test_a_boost_decides(here: World) -> None:
    """SPEC 7: `^` with a number."""
    assert here.hits("api^100 OR word")[0].startswith("docs:code.md")
    assert here.hits("api OR word^100")[0].startswith("docs:lone.md")


def test_fields_have_their_boosts(tmp_path: Path) -> None:
    """SPEC 8.2: with `fields` the breadcrumb counts ten times the body."""
    pages = {
        "a.md": "# Lamp\nother text here\n",
        "b.md": "# Other\nlamp lamp lamp\n",
        "c.md": "x\n",
    }
    with world(tmp_path, {"docs": pages}) as here:
        assert here.hits("lamp", ranking="fields")[0].startswith("docs:a.md")
        boosts = here.params().boosts._replace(hierarchy=0.0, path=0.0)
        assert here.hits("lamp", ranking="fields", boosts=boosts)[0] == "docs:b.md#other"


def test_a_filter_changes_no_score(here: World) -> None:
    """SPEC 8.6: the elbow looks at how well words match, so filters must not add to it."""
    plain = here.search("pool", relevance_floor=0.0)
    for query in ("pool tree:docs", "pool before:2024-01-01", "pool -path:guides/"):
        filtered = here.search(query, relevance_floor=0.0)
        ids = [one.found.chunk.id for one in plain.answers]
        assert [one.found.chunk.id for one in filtered.answers] == ids
        scores = [one.found.score for one in plain.answers]
        assert [one.found.score for one in filtered.answers] == pytest.approx(scores)


def test_trees_are_compared_by_their_best(tmp_path: Path) -> None:
    """SPEC 8.6: with several trees the best of each has 1, then local trees count 1.5."""
    (tmp_path / "home").mkdir()
    far = tmp_path / "far"
    (tmp_path / "home" / ".ra.toml").write_text(f"[tree.far]\npath = '{far}'\n")
    trees = {"near": {"a.md": "lamp\n", "b.md": "a much longer text about a lamp\n"}}
    far.mkdir()
    (far / "c.md").write_text("lamp lamp lamp\n")
    with world(tmp_path, trees) as here:
        report = here.search("lamp")
        best = {one.found.chunk.tree: one.found.score for one in reversed(report.answers)}
        assert best == {"near": pytest.approx(1.5), "far": pytest.approx(1.0)}
        assert report.trace.localized.boosted == ("near",)
        alone = here.library.search("lamp", trees=["far"])
        assert alone.answers[0].found.score != pytest.approx(1.0)
        assert {one.found.chunk.tree for one in alone.answers} == {"far"}


def test_tenants_do_not_see_each_other(tmp_path: Path) -> None:
    """SPEC 12: every search runs inside one tenant."""
    settings = '[tree.ours]\npath = "ours"\n[tree.theirs]\npath = "theirs"\ntenant = "they"\n'
    trees = {"ours": {"a.md": "lamp\n"}, "theirs": {"b.md": "lamp secret\n"}}
    with world(tmp_path, trees, settings) as here:
        assert here.hits("lamp") == ["ours:a.md"]
        assert here.hits("tree:theirs lamp") == []
        assert here.hits("secret") == []
        with pytest.raises(UnknownTree):
            here.library.search("lamp", trees=["theirs"])


def test_each_tree_has_its_language(tmp_path: Path) -> None:
    """SPEC 6.1: a query is analyzed once per language of the trees it searches."""
    settings = (
        '[tree.de]\npath = "de"\nlanguage = "german"\n[tree.el]\npath = "el"\nlanguage = "greek"\n'
    )
    trees = {"de": {"a.md": "Häuser am See\n"}, "el": {"b.md": "καλός εις πάντα\n"}}
    with world(tmp_path, trees, settings) as here:
        assert here.hits("Hauses", fuzzy_distance=0) == here.hits("haus", fuzzy_distance=0)
        assert here.hits("καλός") == ["el:b.md"]
        assert words("εις", "greek") == []
        assert here.hits("εις") == []
        assert here.hits("καλός εις") == ["el:b.md"]


# SPEC 8.8 to 8.10


def test_topics_are_searched_alone_and_united(here: World) -> None:
    """SPEC 8.8: one entry per chunk, highest score, ranges united, snippets joined."""
    topics = here.library.search_topics(['"hands"', "waits", "word"])
    found = {one.found.chunk.id: one.found for one in topics.answers}
    assert sorted(found) == ["docs:lone.md", "docs:pool.md#connection-pool"]
    assert len(topics.answers) == 2
    pool = found["docs:pool.md#connection-pool"]
    body = pool.chunk.body.encode()
    assert [body[start:end] for start, end in pool.ranges] == [b"hands", b"waits"]
    assert any(piece.text == " … " for piece in pool.snippet)
    alone = [report.answers[0].found.score for report in topics.reports[:2]]
    assert pool.score == max(alone)
    order = [(-one.found.score, one.found.chunk.id) for one in topics.answers]
    assert order == sorted(order)


def test_topics_unite_constituents(tmp_path: Path) -> None:
    """SPEC 8.8, 8.9: a section that one topic aggregates has no ranges of its own, its parts do."""
    page = "# Top\nred\n## A\nblue green\n## B\nblue green\n"
    with world(tmp_path, {"docs": {"a.md": page}}) as here:
        topics = here.library.search_topics(["red", "blue", "green"])
        (answer,) = [one for one in topics.answers if one.found.chunk.slug == "top"]
        assert answer.aggregated
        assert answer.found.ranges == ()
        assert "## B" in answer.body
        for part in answer.constituents:
            body = part.chunk.body.encode()
            assert [body[start:end] for start, end in part.ranges] == [b"blue", b"green"]


def test_verdicts(here: World) -> None:
    """SPEC 8.10: strong or weak from the share of the best possible score; none for nothing."""
    assert here.search("connection pool").verdict.strength == "strong"
    weak = "which lighthouse keeper sailed a wooden ship around some pool yesterday"
    assert here.search(weak).verdict.strength == "weak"
    assert here.search("lighthouse").verdict.strength == "none"


def test_the_verdict_does_not_depend_on_the_token_budget(here: World) -> None:
    """SPEC 8.10: what does not fit was found all the same."""
    report = here.library.search("connection pool", max_tokens=1)
    assert report.answers == ()
    assert report.verdict.strength == "strong"


def test_lines_are_those_of_the_file(here: World) -> None:
    """SPEC 8.10: each result says where it stands."""
    (answer,) = here.search("doc:guides/start.md begin").answers
    first, last = answer.found.lines
    lines = PAGES["guides/start.md"].splitlines()
    assert "Begin with a folder." in lines[first - 1 : last]
