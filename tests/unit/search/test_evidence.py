"""Tests of the share of a query that a hit covers (SPEC 8.10)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.worlds import World, world

LONG = "many other words that fill the page and make it far longer than any of its fellows are "
PAGES = {
    "lamp.md": "# Lamp\nIt gives light.\n",
    "ship.md": f"# Ship\n{LONG * 20} anchor\n",
    "alias.md": "---\naliases: [lantern]\ntags: [shade]\n---\n# Torch\nIt burns.\n",
    "japan.md": "日本語の検索\n",
}


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """A tiny folder: a word of one page is as common as a word can be."""
    with world(tmp_path_factory.mktemp("here"), {"docs": PAGES}) as made:
        yield made


@pytest.mark.parametrize("ranking", ["ra", "fields", "classic"])
@pytest.mark.parametrize(
    "query",
    [
        "lamp",
        "light",
        "anchor",  # once, in a page that is far longer than the others
        "lantern",  # an alias
        "shade",
        "torch lantern",
        "japan",  # the path
        "検",
        '"gives light"',
        "ligh*",
        "gives*",  # found by its stem
        "lamp OR nowhere",
        "nowhere* OR lamp",
        "-lamp",
        "title:lamp",
        "tag:shade",
        "path:ship -nowhere",
        "body:light^3",
        "doc:lamp.md",
    ],
)
def test_all_that_is_asked_is_there(here: World, query: str, ranking: str) -> None:
    """SPEC 8.10: an exact hit is strong, wherever it stands and however few documents there are."""
    assert here.search(query, ranking=ranking).verdict[:2] == ("strong", 1.0)


@pytest.mark.parametrize("query", ["lihgt", "nowhere lamp purple", "lamp nowhere purple OR lihgt"])
def test_little_of_what_is_asked_is_there(here: World, query: str) -> None:
    """SPEC 8.10: weak, if most is missing or a word only looks like the one that was typed."""
    verdict = here.search(query).verdict
    assert verdict.strength == "weak"
    assert 0 < verdict.share < verdict.needed


def test_a_word_that_looks_alike_counts_its_penalty(here: World) -> None:
    """SPEC 8.1, 8.10: how exact a match is counts."""
    for penalty in (0.1, 0.3):
        corrected = here.search("lihgt", fuzzy_penalty=penalty).verdict
        assert corrected.share == pytest.approx(0.6)  # no text has this long word
        verdict = here.search("lmap", fuzzy_penalty=penalty).verdict
        assert verdict.share == pytest.approx(penalty)


def test_rare_words_count_most(tmp_path: Path) -> None:
    """Issue 4: the share of the query's information, not of its words."""
    pages = {f"{n}.md": f"common thing {n}\n" for n in range(50)} | {"rare.md": "pelican\n"}
    with world(tmp_path, {"docs": pages}) as here:
        common = here.search("common pelican", match="any", limit=1)
        assert common.results[0].match.chunk.path == "rare.md"
        assert common.verdict.share > 0.9
        assert here.search("common nowhere").verdict.share < 0.1


def test_a_name_without_one_of_its_words_is_weak(here: World) -> None:
    """Issue 4: half of a name is another name; a longer text may lack some words."""
    assert here.search("lamp pelican").verdict.strength == "weak"
    long = "lamp light gives torch pelican"
    assert here.search(long, match="any").verdict.strength == "strong"


def test_a_word_counts_once(here: World) -> None:
    """Issue 4: who repeats a word asks for nothing more."""
    once = here.search("lamp pelican", match="any").verdict
    assert here.search("lamp lamp lamp pelican", match="any").verdict == once


def test_the_best_tree_decides(tmp_path: Path) -> None:
    """SPEC 8.10: one tree may have the answer though another one's hit comes first."""
    trees = {"one": {"a.md": "red\n"}, "two": {"b.md": "red lamp ship\n"}}
    with world(tmp_path, trees) as here:
        report = here.search("red lamp ship", match="any", relevance_floor=0.0, normalize="best")
        assert {answer.match.chunk.tree for answer in report.results} == {"one", "two"}
        assert report.verdict[:2] == ("strong", 1.0)
        for limit in (1, 2):
            few = here.search("red lamp ship", match="any", relevance_floor=0.0, limit=limit)
            assert few.verdict == report.verdict, "not what is shown decides, but what is there"
        alone = here.library.search("red lamp ship", trees=["one"])
        assert alone.verdict.strength == "weak"


def test_a_section_is_judged_by_its_best_hit(tmp_path: Path) -> None:
    """SPEC 8.7, 8.10: a section that stands for others has no words of its own to show."""
    page = "# Top\n## One\nbulb\n## Two\nbulb\n"
    with world(tmp_path, {"docs": {"a.md": page, "b.md": "x\n"}}) as here:
        report = here.search("bulb")
        assert report.results[0].aggregated
        assert report.verdict[:2] == ("strong", 1.0)


def test_the_best_passage_is_judged_not_all_of_a_long_text(tmp_path: Path) -> None:
    """SPEC 8.10: words far apart are no answer, in whatever number a long text has them."""
    filler = "Nothing else is of any interest in this paragraph of the page. " * 12
    apart = f"# Log\n\nA kettle. {filler}\n\nThe engine. {filler}\n\nSome purple.\n"
    close = f"# Log\n\n{filler}\n\nThe purple engine of the kettle.\n\n{filler}\n"
    others = {f"{number}.md": f"# Page {number}\n\nOther words.\n" for number in range(40)}
    shares = []
    for name, text in (("apart", apart), ("close", close)):
        (tmp_path / name).mkdir()
        with world(tmp_path / name, {"docs": {"log.md": text, **others}}) as here:
            shares.append(here.search("is the kettle of the engine purple?").verdict.share)
    assert shares[0] < 0.5 < 0.9 < shares[1]


def test_words_that_no_text_has_raise_what_a_question_needs(tmp_path: Path) -> None:
    """SPEC 8.10: a rare word that the tree does not have at all counts in full."""
    pages = {f"{number}.md": f"# Page {number}\n\nEggs and plain words.\n" for number in range(9)}
    with world(tmp_path, {"docs": pages}) as here:
        known = here.search("are the eggs plain or are they words?").verdict
        foreign = here.search("are the eggs plain or quixotic zeppelins?").verdict
    assert known.strength == "strong"
    assert foreign.strength == "weak"


def test_an_identifier_longer_than_a_passage(tmp_path: Path) -> None:
    """SPEC 8.10: the best passage of a text with a camelCase word of more than 400 characters."""
    name = "".join(f"Part{chr(97 + n % 26)}{chr(97 + n // 26)}" for n in range(120))
    with world(tmp_path, {"docs": {"long.md": f"# Names\n\n{LONG * 10}\n{name}\n"}}) as here:
        verdict = here.search("what is partab or partbb").verdict
    assert verdict[:2] == ("strong", 1.0)
