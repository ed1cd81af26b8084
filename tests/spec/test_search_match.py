"""SPEC 8.1, sentence by sentence: partial and fuzzy matches."""

from __future__ import annotations

from pathlib import Path

import pytest

from ra.engine.embedded import near_words
from ra.query import parse
from ra.search.analyzed import analyze
from ra.text.questions import QUESTION_WORDS
from ra.text.stopwords import LISTS, stop_words
from tests.worlds import World, world


def test_a_lookup_has_all_words_first(here: World) -> None:
    """SPEC 8.1: what has all words as typed comes first, then partial matches, marked."""
    report = here.search("thread pool")
    assert not report.partial
    assert report.results[0].match.chunk.path == "thread.md"
    lacks = {one.match.chunk.path: one.match.missing for one in report.results}
    assert lacks["thread.md"] == ()
    assert lacks["pool.md"] == ("thread",)


def test_auto_does_not_bind_a_sentence(here: World) -> None:
    """SPEC 8.1: a longer sentence is ranked as OR, and that is no partial match."""
    report = here.search("how are many errors of folders handled in some thread")
    assert len(report.results) > 1
    assert not report.partial


def test_auto_binds_where_an_operator_is_used(here: World) -> None:
    """SPEC 8.1: AND binds when the query uses any operator."""
    assert here.names("pool connections waits hands out -nothing") == {"pool"}
    assert here.names("pool connections waits hands out") > {"pool"}


def test_a_partial_match_says_what_is_missing(here: World) -> None:
    """SPEC 8.1: where AND finds nothing, the best partial matches, with the missing words."""
    report = here.search("pool Lighthouse")
    assert report.partial
    parts = [part for answer in report.results for part in answer.matches]
    assert {part.missing for part in parts} == {("Lighthouse",)}
    assert here.search("element lighthouse").results[0].match.missing == ("lighthouse",)
    assert here.search("京 lighthouse").results[0].match.missing == ("lighthouse",)


def test_a_partial_match_keeps_what_binds(here: World) -> None:
    """SPEC 8: negations, filters, phrases and fields bind also where bare words do not."""
    report = here.search("pool lighthouse -thread")
    assert report.partial
    assert [one.match.chunk.path for one in report.results] == ["pool.md"]
    assert here.search('lighthouse "thread pool"').partial
    assert here.names('lighthouse "thread pool"') == {"thread"}
    assert here.search('lighthouse "pool thread"').results == ()
    assert here.search("lighthouse ships path:guides/").results == ()
    assert here.names("folder lighthouse after:2024-01-01") == {"guides/start"}


def test_all_and_any(here: World) -> None:
    """SPEC 8.1: `all` always binds, `any` never does; neither is ever partial."""
    assert here.search("pool lighthouse", match="all").results == ()
    assert here.names("thread folder", match="any") == {"thread", "guides/start", "guides/old"}
    assert not here.search("pool lighthouse", match="any").partial
    assert here.names("lighthouse path:guides/", match="any") == set()


def test_complete_matches_of_all_trees_come_first(tmp_path: Path) -> None:
    """SPEC 8.1, 8.6: what one tree has whole comes before what another has in part."""
    trees = {"one": {"a.md": "red lamp\n"}, "two": {"b.md": "red\n", "c.md": "lamp\n"}}
    with world(tmp_path, trees) as here:
        report = here.search("red lamp", relevance_floor=0.0)
        assert report.results[0].match.chunk.id == "one:a.md"
        assert {one.match.missing for one in report.results[1:]} == {("red",), ("lamp",)}
        assert not report.partial
        assert here.search("red lamp ship").partial


def test_a_longer_text_with_all_words_comes_before_a_title_with_some(tmp_path: Path) -> None:
    """SPEC 8.1: partial matches come after complete ones, whatever their scores."""
    filler = " ".join(f"word{number}" for number in range(300))
    docs = {
        "a.md": f"# Other\n\nreadiness {filler} liveness\n",
        "b.md": "# Readiness\n\nreadiness\n",
    }
    with world(tmp_path, {"docs": docs}) as here:
        report = here.search("readiness liveness")
        assert [one.match.chunk.path for one in report.results] == ["a.md", "b.md"]
        scores = [one.match.score for one in report.results]
        assert scores == sorted(scores, reverse=True)
        loose = here.search("readiness liveness", match="any").results
        assert loose[0].match.chunk.path == "b.md"


def test_a_mistyped_word_does_not_complete_a_match(tmp_path: Path) -> None:
    """SPEC 8.1: a fuzzy form does not complete an accident if a partial match scores higher."""
    filler = " ".join(f"word{number}" for number in range(300))
    docs = {
        "claim.md": "# Persistent volume\n\nA persistent volume holds data.\n",
        "blog.md": f"# News\n\n{filler} persistent came {filler} volume {filler}\n",
        **{f"{number}.md": "# Came\n\nIt came.\n" for number in range(9)},
    }
    with world(tmp_path, {"docs": docs}) as here:
        report = here.search("persistent volume clame")
        assert report.results[0].match.chunk.path == "claim.md"
        assert report.partial


def test_a_mistyped_word_counts_like_the_word_it_means(tmp_path: Path) -> None:
    """SPEC 8.1: both words of the lookup are searched, not only the one typed right."""
    filler = " ".join(f"word{number}" for number in range(9))
    docs = {
        "both.md": f"# Notes\n\n{filler} shaders {filler} python {filler}\n",
        **{
            f"{number}.md": f"# Page {number}\n\nPython and python. {filler}\n"
            for number in range(20)
        },
    }
    with world(tmp_path, {"docs": docs}) as here:
        report = here.search("shadres python")
        assert report.results[0].match.chunk.path == "both.md"
        assert report.corrections() == {"shadres": ("shaders",)}


@pytest.mark.parametrize("many", [near_words._MANY_CHUNKS, 0], ids=["small tree", "large tree"])
@pytest.mark.parametrize("kept", [near_words._MOST_NEAR, 0], ids=["known words", "new words"])
def test_words_are_corrected_alike_however_often_they_are_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, many: int, kept: int
) -> None:
    """SPEC 6.6, 8.1: what a process keeps of the vocabulary is that of the files as they are.

    A tree of more chunks than this is a large one: its words are kept by their first letters.
    """
    monkeypatch.setattr(near_words, "_MANY_CHUNKS", many)
    monkeypatch.setattr(near_words, "_MOST_NEAR", kept)
    docs = {"a.md": "# Lights\n\nThe shaders of a lantern.\n", "b.md": "# Other\n\nA harbor.\n"}
    typos = ("shadres", "lamtern", "harobr", "xhaders", "lanternasn")
    with world(tmp_path, {"docs": docs}) as here:
        first = [here.search(typed).corrections() for typed in typos]
        assert first[:3] == [
            {"shadres": ("shaders",)}, {"lamtern": ("lantern",)}, {"harobr": ("harbor",)},
        ]  # fmt: skip
        for _ in range(20):
            assert [here.search(typed).corrections() for typed in typos] == first
        (tmp_path / "docs" / "b.md").write_text("# Other\n\nA harbour.\n", encoding="utf-8")
        here.library.index.update()
        for _ in range(16):
            assert here.search("harobur").corrections() == {"harobur": ("harbour",)}
            assert here.search("harbou").corrections() == {"harbou": ("harbour",)}
            assert not here.search("harobr").corrections()


def test_a_mistyped_name_finds_the_page_it_names(tmp_path: Path) -> None:
    """SPEC 8.1, 8.2: the page that a corrected query names comes before other sections."""
    others = "# Wheel event\n\n## addListener equivalent\n\nThe addListener way.\n"
    docs = {
        "api/addlistener/index.md": "# EventTarget: addListener() method\n\nSets up a function.\n",
        **{f"{number}.md": others for number in range(5)},
    }
    with world(tmp_path, {"docs": docs}) as here:
        for typed in ("addListener", "addListner", "adListener"):
            assert here.hits(typed)[0] == "docs:api/addlistener/index.md"


def test_a_comparison_ranks_by_what_is_compared(tmp_path: Path) -> None:
    """SPEC 8.1: in `let vs const` the `vs` is no topic."""
    docs = {
        "shaders.md": "# Shaders\n\nLet vs be the vertex shader and link vs.\n",
        "let.md": "# Variables\n\nUse let or const for variables that change or do not.\n",
        **{f"{number}.md": f"# Page {number}\n\nOther words.\n" for number in range(9)},
    }
    with world(tmp_path, {"docs": docs}) as here:
        assert here.hits("let vs const")[0].startswith("docs:let.md")
        assert here.hits("let versus const")[0].startswith("docs:let.md")


QUESTIONS = ["what is ownership", "ownership?", "ownership vs borrowing", "borrowing versus moves",
             "ownership？", "how to borrow"]  # fmt: skip


@pytest.mark.parametrize("text", QUESTIONS)
def test_questions_are_sentences(tmp_path: Path, text: str) -> None:
    """SPEC 8.1: a question word, a final question mark or `vs` makes a sentence: nothing binds."""
    docs = {"a.md": "# Ownership\n\nwhat moves\n", "b.md": "# Borrowing\n\nhow to borrow\n"}
    with world(tmp_path, {"docs": docs}) as here:
        report = here.search(text)
        assert report.results
        assert not report.partial
        assert all(not one.match.missing for one in report.results)


@pytest.mark.parametrize(
    ("language", "text", "sentence"),
    [
        ("german", "wie geht das", True),
        ("german", "Wie geht das", True),
        ("german", "Umgang mit Fehlern", False),
        ("spanish", "¿Cómo instalar?", True),
        ("french", "Pourquoi Rust", True),
        ("arabic", "كيف أثبت البرنامج", True),
        ("arabic", "تثبيت البرنامج؟", True),
        ("greek", "τι είναι αυτό", True),
        ("greek", "εγκατάσταση προγράμματος;", True),
        ("english", "installation guide;", False),
        ("russian", "как установить", True),
        ("turkish", "nasıl kurulur", True),
        ("turkish", "konteyner nedir", True),
        ("english", "whatever works", False),
        ("english", "vs code", True),
        ("english", 'what is "static import"', True),
        ("english", '"static import" rules', False),
        ("english", "the AND cat", False),
        ("english", "the cat in a hat of the", True),
        ("english", "how -windows", False),
    ],
)
def test_which_queries_are_sentences(language: str, text: str, sentence: bool) -> None:
    """SPEC 8.1: question words of each language; an operator binds even beside stop words."""
    query = parse(text)
    assert query is not None
    assert (analyze(query, language).shape(stop_words(language)) == "sentence") == sentence


def test_every_language_with_stop_words_has_question_words() -> None:
    """SPEC 8.1: each of them can ask."""
    assert set(QUESTION_WORDS) == set(LISTS)


def test_a_phrase_in_a_sentence_binds_itself(tmp_path: Path) -> None:
    """SPEC 8.1: what has the phrase comes first, with or without the other words."""
    docs = {
        "a.md": "# A\n\nthe green tea pot\n",
        "b.md": "# B\n\nhow do people brew tea that is green in a kettle at home\n",
        "c.md": "# C\n\ngreen tea\n",
    }
    asked = 'how do people brew "green tea" in a kettle at home'
    with world(tmp_path, {"docs": docs}) as here:
        report = here.search(asked, relevance_floor=0.0, cutoff_ratio=0.0)
        found = [one.match.chunk.path for one in report.results]
        assert found[-1] == "b.md"
        assert set(found) == {"a.md", "b.md", "c.md"}
        assert not report.partial
        assert report.results[-1].match.missing == ('"green tea"',)
        lacking = here.search(asked.replace("green tea", "green leaf tea"))
        assert lacking.partial
        assert lacking.results[0].match.missing == ('"green leaf tea"',)


def test_an_explicit_operator_binds_beside_stop_words(tmp_path: Path) -> None:
    """SPEC 8.1: `AND` binds, and nothing partial is added while anything is found."""
    docs = {"a.md": "the cat\n", "b.md": "cat\n"}
    with world(tmp_path, {"docs": docs}) as here:
        assert here.names("the cat") == {"a", "b"}
        assert here.names("the AND cat") == {"a"}
        assert here.names("cat AND dog") == {"a", "b"}
        assert here.search("cat AND dog").partial


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
        assert here.names("oxe") == {"b"}  # the vocabulary has no words of two letters


def test_stop_words_stand_for_no_other_word(tmp_path: Path) -> None:
    """Our choice (SPEC 8.1 is silent): `hands` finds no `and`; a typed stop word finds itself."""
    pages = {"a.md": "salt and pepper\n", "b.md": "two hands\n", "c.md": "for tea\n"}
    german = '[tree.de]\npath = "de"\nlanguage = "german"\n'
    trees = {"docs": pages, "de": {"d.md": "Salz und Brot\n", "e.md": "der Hund\n"}}
    with world(tmp_path, trees, german) as here:
        assert here.names("tree:docs hands") == {"b"}
        assert here.names("tree:docs form") == set()
        assert here.hits("tree:docs and")[0] == "docs:a.md"
        assert here.names("tree:docs for") == {"c"}
        assert here.names("tree:de Hund") == {"e"}
        assert here.names("tree:de unt") == set()


def test_at_most_fifty_expansions(tmp_path: Path) -> None:
    """SPEC 8.1: the most common ones."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    pages = {f"{one}{at}.md": _replaced("qqqq", at, one) for one in letters for at in range(3)}
    pages["common.md"] = "qqqz\n"
    pages["more.md"] = "qqqz again\n"
    with world(tmp_path, {"docs": pages}) as here:
        (asked,) = here.search("qqqq").trace.legs
        assert len(asked.facts.expansions["qqqq"]) == 50
        assert asked.facts.expansions["qqqq"][0].word == "qqqz"


def test_fifty_words_of_a_query_are_expanded(tmp_path: Path) -> None:
    """Our choice (SPEC 8.1 is silent): the fiftieth mistyped word is forgiven, later ones not."""
    others = [f"zzz{first}{second}zzz" for first in "abcdefg" for second in "hijklmn"]
    assert len(others) == 49
    with world(tmp_path, {"docs": {"a.md": "lantern\n"}}) as here:
        assert here.names(" ".join([*others, "lanterm"]), match="any") == {"a"}
        assert here.names(" ".join([*others, "zzzz", "lanterm"]), match="any") == set()


def _replaced(word: str, at: int, letter: str) -> str:
    return word[:at] + letter + word[at + 1 :] + "\n"
