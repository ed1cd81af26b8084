"""Tests that a query finds the tree that it is about, beside others with the same words."""

from __future__ import annotations

from pathlib import Path

from tests.worlds import world

FILLER = " ".join(f"filler{number}" for number in range(60))
SAME = "# Note\n\nHow ranking reduces latency.\n"
QUESTION = "how does ranking reduce latency?"


def test_a_tree_about_the_words_comes_before_one_that_mentions_them(tmp_path: Path) -> None:
    """SPEC 8.6: of the same text in two trees, that of the tree with more about it is first."""
    about = {f"{n}.md": f"# Topic {n}\n\nRanking, then latency. {FILLER}\n" for n in range(40)}
    other = {f"{n}.md": f"# Page {n}\n\nA page. {FILLER}\n" for n in range(40)}
    trees = {"a": {**other, "note.md": SAME}, "b": {**about, "note.md": SAME}}
    with world(tmp_path, trees) as here:
        assert here.hits(QUESTION)[0] == "b:note.md#note"


def test_a_hit_that_stands_out_counts_more_than_one_of_many_equal_ones(tmp_path: Path) -> None:
    """SPEC 8.6: words that every section of a tree has say little about any of them."""
    many = {f"{n}.md": f"# Policy {n}\n\nDefault level {n}.\n" for n in range(30)}
    some = {f"{n}.md": f"# Page {n}\n\nThe default of page {n}.\n" for n in range(29)}
    trees = {"flat": many, "steep": {**some, "log.md": "# Log\n\nDefault level.\n"}}
    with world(tmp_path, trees) as here:
        trace = here.search("what is the default level?").trace
        shares = {leg.tree: trace.normalized.best[leg.tree] / leg.ideal for leg in trace.legs}
        assert shares["steep"] < shares["flat"]


def test_a_tree_without_hits_changes_no_order(tmp_path: Path) -> None:
    """SPEC 8.6: scores of one tree keep their order, whatever else is searched."""
    files = {"a.md": "lamp lamp\n", "b.md": "a lamp and more\n", "c.md": f"lamp {FILLER}\n"}
    with world(tmp_path, {"docs": files, "more": {"d.md": "nothing here\n"}}) as here:
        both, alone = here.search("lamp"), here.search("lamp tree:docs")
        ranked = [one.chunk_id for one in alone.trace.localized.candidates]
        assert [one.chunk_id for one in both.trace.localized.candidates] == ranked
        assert here.hits("lamp") == ["docs:a.md", "docs:b.md", "docs:c.md"]
