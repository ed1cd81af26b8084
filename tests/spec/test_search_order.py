"""SPEC 8.2 and 8.6, sentence by sentence: ranking, and the trees searched."""

from __future__ import annotations

from pathlib import Path

import pytest

from ra.errors import UnknownTree
from ra.text import words
from tests.worlds import World, world


def test_a_lookup_prefers_what_it_names(tmp_path: Path) -> None:
    """SPEC 8.2: a bonus for matching the whole title, and only with the ranking `ra`."""
    pages = {"z.md": "# Array\nA list of many things that is explained at length in here.\n"}
    pages |= {f"{n}.md": "# Some other thing\narray array array array\n" for n in range(5)}
    with world(tmp_path, {"docs": pages}) as here:
        assert here.hits("array")[0].startswith("docs:z.md")


def test_a_section_with_the_name_of_its_page_comes_before_the_page(tmp_path: Path) -> None:
    """SPEC 8.2: it has the text; a section of that name elsewhere comes after both."""
    docs = {
        "Daily Agenda.md": "[[Index]]\n\n# Daily Agenda\n\nWhat is due.\n\n## Use\n\nEvery day.\n",
        "a.md": "# Other\n\n## Daily Agenda\n\nSee the daily agenda.\n",
    }
    with world(tmp_path, {"docs": docs}) as here:
        assert here.hits("daily agenda")[:3] == [
            "docs:Daily Agenda.md#daily-agenda",
            "docs:Daily Agenda.md",
            "docs:a.md#daily-agenda",
        ]


def test_how_many_are_wanted_changes_no_order(tmp_path: Path) -> None:
    """Raising `-n` only appends, also where a name far below would get a bonus."""
    pages = {f"{n:03}.md": "lamp " * 9 + "\n" for n in range(120)}
    pages["zz.md"] = "# Lamp\n" + "many other words are in this text " * 30 + "\n"
    with world(tmp_path, {"docs": pages}) as here:
        first = [one.match.chunk.id for one in here.search("lamp", limit=10).results]
        most = [one.match.chunk.id for one in here.search("lamp", limit=50).results]
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
        ids = [one.match.chunk.id for one in plain.results]
        assert [one.match.chunk.id for one in filtered.results] == ids
        scores = [one.match.score for one in plain.results]
        assert [one.match.score for one in filtered.results] == pytest.approx(scores)


def test_trees_are_compared_by_their_best(tmp_path: Path) -> None:
    """SPEC 8.6: with `best` the best of each tree has 1, then local trees count 1.5."""
    (tmp_path / "home").mkdir()
    far = tmp_path / "far"
    (tmp_path / "home" / ".ra.toml").write_text(f"[tree.far]\npath = '{far}'\n")
    trees = {"near": {"a.md": "lamp\n", "b.md": "a much longer text about a lamp\n"}}
    far.mkdir()
    (far / "c.md").write_text("lamp lamp lamp\n")
    with world(tmp_path, trees) as here:
        report = here.search("lamp", normalize="best")
        best = {one.match.chunk.tree: one.match.score for one in reversed(report.results)}
        assert best == {"near": pytest.approx(1.5), "far": pytest.approx(1.0)}
        assert report.trace.localized.boosted == ("near",)
        alone = here.library.search("lamp", trees=["far"])
        assert alone.results[0].match.score != pytest.approx(1.0)
        assert {one.match.chunk.tree for one in alone.results} == {"far"}


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
