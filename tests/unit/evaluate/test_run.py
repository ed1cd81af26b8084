"""Is a set measured as a whole, from its files to its figures?"""

from __future__ import annotations

from pathlib import Path

import pytest

from ra import config
from ra.config.schema import Settings
from ra.evaluate.run import measure, place_of, plain
from ra.evaluate.targets import Place
from ra.query.ast import And, Term

SET = Path(__file__).parents[2] / "fixtures" / "evalset"


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """The defaults."""
    return config.load(tmp_path, home=tmp_path, cache=tmp_path / "cache", tree_name=str)


def test_every_question_is_asked_and_measured(settings: Settings) -> None:
    """Issue 4: nDCG@10, recall@10, MRR@10, and what was returned."""
    found = measure(SET, settings)
    assert (found.name, found.lang, found.documents, found.chunks) == ("evalset", "en", 2, 7)
    assert (found.missing, len(found.asked)) == (0, 3)
    for each in found.asked:
        assert (each.ndcg, each.recall, each.mrr, each.covered) == (1, 1, 1, 1), each.id
        assert each.results >= 1
        assert each.size > 0
    assert found.asked[1].passages == found.passages == 1
    assert found.asked[0].passages is None


def test_ranking_is_measured_before_anything_is_cut(settings: Settings) -> None:
    """Issue 4: elbow, floor, limit and `match` change what is returned, not the ranking."""
    strict = settings.search._replace(match="all", limit=1, relevance_floor=1.0, cutoff_ratio=1.0)
    loose, tight = measure(SET, settings), measure(SET, settings._replace(search=strict))
    assert [each.ndcg for each in tight.asked] == [each.ndcg for each in loose.asked]
    assert max(each.results for each in tight.asked) == 1
    assert tight.mean(lambda each: each.size) < loose.mean(lambda each: each.size)


def test_a_target_that_no_chunk_has_is_counted(settings: Settings, tmp_path: Path) -> None:
    """Issue 4: what cannot be found is said, so that nobody looks for a fault in the ranking."""
    place = tmp_path / "lost"
    (place / "docs").mkdir(parents=True)
    for name in ("meta.json", "queries.jsonl"):
        (place / name).write_bytes((SET / name).read_bytes())
    (place / "docs" / "tea.md").write_bytes((SET / "docs" / "tea.md").read_bytes())
    (place / "qrels.jsonl").write_bytes((SET / "qrels.jsonl").read_bytes())
    found = measure(place, settings)
    assert found.missing == 2
    assert found.asked[2].ndcg == 0


def test_questions_are_plain_words() -> None:
    """Issue 4: queries may contain operators by accident; they are run as plain words."""
    assert plain("NOT (a:b") == And((Term("NOT"), Term("(a:b")))
    assert plain("  ") is None


def test_a_path_may_have_a_hash() -> None:
    """Eval sets: `path#slug` is cut at the last hash, and only where it is no file."""
    paths = frozenset({"c#.md"})
    assert place_of("set:c#.md", paths) == Place("c#.md", "")
    assert place_of("set:c#.md#x", paths) == Place("c#.md", "x")
