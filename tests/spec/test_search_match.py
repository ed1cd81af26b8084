"""SPEC 8.1, sentence by sentence: partial and fuzzy matches."""

from __future__ import annotations

from pathlib import Path

from tests.worlds import World, world


def test_auto_binds_a_lookup(here: World) -> None:
    """SPEC 8.1: at most three words that are not stop words: all must be found."""
    assert here.names("thread pool") == {"thread"}
    assert not here.search("thread pool").partial


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
    assert {answer.match.missing for answer in report.results} == {("Lighthouse",)}
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


def test_no_partial_matches_beside_whole_ones(tmp_path: Path) -> None:
    """SPEC 8.1, 8.6: what one tree has whole, another does not answer in part."""
    trees = {"one": {"a.md": "red lamp\n"}, "two": {"b.md": "red\n", "c.md": "lamp\n"}}
    with world(tmp_path, trees) as here:
        report = here.search("red lamp")
        assert [one.match.chunk.id for one in report.results] == ["one:a.md"]
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
