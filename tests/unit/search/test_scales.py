"""Tests that a query finds the tree that it is about, beside others with the same words."""

from __future__ import annotations

from pathlib import Path

from ra.engine.query import Hit
from ra.search.candidates import Leg
from ra.search.scales import divisors
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


def test_a_word_that_is_rare_everywhere_says_more_about_the_subject(tmp_path: Path) -> None:
    """SPEC 8.6: of two words that each have a tree of their own, the rarer one decides."""

    def files(common: int, rare: int) -> dict[str, str]:
        words = ["ranking" * (n < common) + " latency" * (n >= 40 - rare) for n in range(40)]
        return {f"{n}.md": f"# Page {n}\n\n{text} {FILLER}\n" for n, text in enumerate(words)}

    with world(tmp_path, {"often": files(32, 2), "rarely": files(16, 4)}) as here:
        trace = here.search(QUESTION).trace
        legs = [leg._replace(hits=()) for leg in trace.legs]
        by = divisors(legs, dict.fromkeys(("often", "rarely"), 1_000_000))
        assert by["rarely"] / legs[1].ideal < by["often"] / legs[0].ideal


def test_one_word_stands_out_less_than_several(tmp_path: Path) -> None:
    """SPEC 8.6: every hit has the only word of a question, so a gap between them says less."""
    hits = tuple(Hit(f"docs:{n}.md", 5.0 + 5 * (n == 0), f"{n}.md", "") for n in range(20))
    with world(tmp_path, {"docs": {"a.md": "lamp level\n"}, "more": {"b.md": "lamp\n"}}) as here:

        def share(query: str) -> float:
            leg: Leg = here.search(query).trace.legs[0]
            return divisors([leg._replace(hits=hits)], {})["docs"] / leg.ideal

        assert 1 < share("what is the lamp?") < share("what is the lamp level?")


def test_a_tree_without_hits_changes_no_order(tmp_path: Path) -> None:
    """SPEC 8.6: scores of one tree keep their order, whatever else is searched."""
    files = {"a.md": "lamp lamp\n", "b.md": "a lamp and more\n", "c.md": f"lamp {FILLER}\n"}
    with world(tmp_path, {"docs": files, "more": {"d.md": "nothing here\n"}}) as here:
        both, alone = here.search("lamp"), here.search("lamp tree:docs")
        ranked = [one.chunk_id for one in alone.trace.localized.candidates]
        assert [one.chunk_id for one in both.trace.localized.candidates] == ranked
        assert here.hits("lamp") == ["docs:a.md", "docs:b.md", "docs:c.md"]
