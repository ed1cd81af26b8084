"""Tests of results in brief: what a search returns beyond the texts that are worth their tokens."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import Sandbox
from tests.worlds import world

FILLER = "Nothing of interest is in this sentence of the text. " * 6
BRIEF = "search.brief_limit = 30\n"
DEFAULT = 20  # results, those in brief included
PAGES = {
    f"{number:02}.md": f"# Page {number}\n\n{FILLER}\n\nA heron in the reeds.\n\n{FILLER}\n"
    for number in range(40)
}
# Equal texts are one result, so each page has a word of its own.
PAGES = {
    name: text.replace("interest", f"interest{name[:2]} " * 12) for name, text in PAGES.items()
}


def test_a_result_has_the_names_of_the_json(tmp_path: Path) -> None:
    """The guide to Python says so."""
    with world(tmp_path, {"docs": PAGES}, BRIEF) as here:
        result = here.library.search("heron reeds").results[-1]
        assert [name for name in result.to_dict() if not hasattr(result, name)] == []


def test_results_after_the_limit_are_in_brief(tmp_path: Path) -> None:
    """Up to 30 results together, the first with their text; a sentence of each of the others."""
    with world(tmp_path, {"docs": PAGES}, BRIEF) as here:
        results = here.library.search("heron reeds").results
        assert len(results) == 30
        assert not results[0].brief
        assert all(each.brief for each in results[10:])
        for each in results:
            assert "A heron in the reeds." in each.body
            assert (len(each.body.encode()) <= 200) == each.brief
            assert [each.body.encode()[slice(*at)] for at in each.match_ranges] == [
                b"heron",
                b"reeds",
            ]
        assert results[-1].to_dict()["passages"] == [[5, 7]]


def test_a_named_limit_is_the_number_of_results(tmp_path: Path) -> None:
    """None of them is in brief, nor with a setting of 0, which leaves the limit of the settings."""
    with world(tmp_path, {"docs": PAGES}, BRIEF) as here:
        named = here.library.search("heron reeds", limit=12).results
        assert (len(named), any(each.brief for each in named)) == (12, False)
        off = here.library.search("heron reeds", params=here.params(brief_limit=0)).results
        assert (len(off), any(each.brief for each in off)) == (10, False)
        several = here.library.search(["heron", "reeds"])
        assert (len(several), any(each.brief for each in several)) == (10, False)


def test_some_results_are_in_brief_by_default(tmp_path: Path) -> None:
    """Ten results at most have their text, and as many more a sentence or two."""
    with world(tmp_path, {"docs": PAGES}) as here:
        results = here.library.search("heron reeds").results
        assert len(results) == DEFAULT
        assert sum(not each.brief for each in results) <= 10


@pytest.mark.parametrize(("settings", "count"), [("", 3), ("search.brief_limit = 5\n", 5)])
def test_a_limit_in_a_settings_file_is_the_number_of_results(
    tmp_path: Path, settings: str, count: int
) -> None:
    """As if it stood in the command, unless the file wants results in brief, too."""
    with world(tmp_path, {"docs": PAGES}, f"search.limit = 3\n{settings}") as here:
        assert len(here.library.search("heron reeds")) == count


def test_a_section_in_brief_is_its_best_hit(tmp_path: Path) -> None:
    """A section with constituents is not shown in part: the best of them stands for it."""
    parts = "".join(f"## Part {one}\n\n{FILLER * 2}{one} heron.\n\n" for one in "abc")
    best = {"best.md": "# Heron\n\nA heron, herons, heron.\n"}
    with world(tmp_path, {"docs": {"parts.md": f"# All\n\n{parts}", **best}}) as here:
        free = {"relevance_floor": 0.0, "cutoff_ratio": 0.0, "max_aggregate_tokens": 5000}
        whole = here.search("what is a heron", brief_limit=0, token_target=0, **free)
        assert whole.results[-1].id == "docs:parts.md#all"
        brief = here.search("what is a heron", token_target=100, brief_limit=30, **free).results[-1]
        assert (brief.id, brief.brief) == (whole.results[-1].constituents[0].chunk.id, True)


def test_a_list_has_a_line_for_each_result_after_the_limit(tmp_path: Path) -> None:
    """The number, the heading and the place; `-n` prints all of its results with excerpts."""
    box = Sandbox(tmp_path / "docs", tmp_path / "home")
    box.home.mkdir()
    box.folder.mkdir()
    box.write({**PAGES, ".ra.toml": f"{BRIEF}[tree.docs]\npath = '.'\n"})
    out = box.ra("search", "heron reeds", "-o", "list", COLUMNS="60", LINES="24").out
    *_, more = out.split("20 more results:\n")
    assert (out.count("A heron in the reeds."), len(more.splitlines())) == (10, 20)
    last = out.splitlines()[-1]
    assert last.startswith("30  Page ")
    assert last.endswith(".md:5")
    assert all(len(line) <= 60 for line in out.splitlines())
    few = box.ra("search", "heron reeds", "-o", "list", "-n", "12", COLUMNS="60", LINES="24").out
    assert few.count("A heron in the reeds.") == 12


def test_only_the_form_with_the_text_names_its_passages(tmp_path: Path) -> None:
    """A list and matching lines show other parts of a section than its passages."""
    box = Sandbox(tmp_path / "docs", tmp_path / "home")
    box.home.mkdir()
    box.folder.mkdir()
    box.write({**PAGES, ".ra.toml": f"{BRIEF}[tree.docs]\npath = '.'\n"})
    note = "`ra get` prints all]"
    assert note in box.ra("search", "heron reeds", "-o", "full").out
    for form in ("list", "matches"):
        assert note not in box.ra("search", "heron reeds", "-o", form).out
    assert note not in box.ra("search", "heron reeds", "-o", "list", "-v").out
