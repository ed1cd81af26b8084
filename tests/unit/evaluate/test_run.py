"""Tests of measuring a whole set, from its files to its metrics."""

from __future__ import annotations

from pathlib import Path

import pytest

from ra import config
from ra.config.schema import STRATEGIES, Settings, Strategy
from ra.evaluate import run
from ra.evaluate.run import measure, plain
from ra.query.ast import And, Term

SET = Path(__file__).parents[2] / "fixtures" / "evalset"


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """The defaults."""
    return config.load(
        tmp_path, home=tmp_path, cache=tmp_path / "cache", state=tmp_path / "state", tree_name=str
    )


def test_every_question_is_asked_and_measured(settings: Settings) -> None:
    """Issue 4: nDCG@10, recall@10, MRR@10, and what was returned."""
    found = measure(SET, settings)
    assert (found.name, found.lang, found.documents, found.chunks) == ("evalset", "en", 2, 7)
    assert (found.missing, len(found.asked)) == (0, 3)
    for each in found.asked:
        assert (each.ndcg, each.recall, each.mrr, each.covered) == (1, 1, 1, 1), each.id
        assert each.results >= 1
        assert each.size > 0
    assert found.asked[1].passages == found.passages
    assert found.passages is not None
    assert found.passages.recall == 1
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


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_part_counts_for_its_section(strategy: Strategy, settings: Settings) -> None:
    """Step 4: whatever the strategy, a hit counts for the section whose text it shows."""
    cutting = settings.chunking._replace(
        strategy=strategy, min_document_chars=0, min_leaf_chars=0, min_chunk_chars=0
    )
    found = measure(SET, settings._replace(chunking=cutting))
    assert found.missing == 0
    for each in found.asked:
        assert (each.ndcg, each.covered) == (1, 1), each.id
    assert found.passages is not None
    assert found.passages.recall == 1
    assert 0 < found.passages.iou <= found.passages.precision <= 1


def test_a_path_may_have_a_hash(settings: Settings, tmp_path: Path) -> None:
    """Eval sets: `path#slug` names a section also where the path has a hash."""
    place = tmp_path / "hash"
    (place / "docs").mkdir(parents=True)
    files = {
        "docs/c#.md": "# Tea\n\n## Green\n\neighty degrees\n",
        "meta.json": '{"level": "section", "lang": "en"}',
        "queries.jsonl": '{"id": "1", "text": "degrees"}\n',
        "qrels.jsonl": '{"query_id": "1", "target": "c#.md#green", "grade": 1}\n',
    }
    for name, text in files.items():
        (place / name).write_text(text, encoding="utf-8")
    found = measure(place, settings)
    assert (found.missing, found.asked[0].ndcg, found.asked[0].covered) == (0, 1, 1)


def _write_set(place: Path, level: str, documents: dict[str, str], target: str) -> Path:
    """A set that asks for `kettle`, which this target answers."""
    (place / "docs").mkdir(parents=True)
    for name, text in documents.items():
        (place / "docs" / name).write_text(text, encoding="utf-8")
    files = {
        "meta.json": f'{{"level": "{level}", "lang": "en"}}',
        "queries.jsonl": '{"id": "1", "text": "kettle"}\n',
        "qrels.jsonl": f'{{"query_id": "1", "target": "{target}", "grade": 1}}\n',
    }
    for name, text in files.items():
        (place / name).write_text(text, encoding="utf-8")
    return place


@pytest.mark.parametrize("target", ["7.md", "named.md"])
def test_few_candidates_do_not_lower_the_ranking(
    settings: Settings, tmp_path: Path, target: str
) -> None:
    """Issue 4: how many hits a search looks at is a cut, and the ranking is measured before it."""
    lids = "# Kettle lids\n\n"
    documents = {f"{number}.md": lids + "kettle " * (9 - number) for number in range(8)}
    documents["named.md"] = "# Kettle\n\n" + "words " * 30
    place = _write_set(tmp_path / "few", "doc", documents, target)
    usual = measure(place, settings).asked[0]
    assert usual.recall == 1
    narrow = settings.search._replace(limit=1, max_candidates=1)
    for params in (narrow, narrow._replace(candidate_limit=1)):
        found = measure(place, settings._replace(search=params)).asked[0]
        assert (found.ndcg, found.recall, found.mrr) == (usual.ndcg, usual.recall, usual.mrr)


def test_names_are_preferred_among_as_many_hits_as_in_a_search(settings: Settings) -> None:
    """Issue 4: with the defaults the ranking is that of a search."""
    assert settings.search.max_candidates == run._NAMED_HITS


@pytest.mark.parametrize("level", ["doc", "section"])
def test_one_long_document_does_not_hide_the_others(
    settings: Settings, tmp_path: Path, level: str
) -> None:
    """Eval sets of documents: each takes one place, however many of its sections are found."""
    sections = "\n\n".join(f"## Kettle {number}\n\nkettle" for number in range(300))
    documents = {
        "long.md": f"# Kettle\n\n{sections}\n",
        "z.md": "# Z\n\n" + "pot " * 90 + "kettle\n",
    }
    place = _write_set(tmp_path / "long", level, documents, "z.md")
    if level == "section":
        with (place / "qrels.jsonl").open("a", encoding="utf-8") as rows:
            rows.write('{"query_id": "1", "target": "long.md", "grade": 1}\n')
    cutting = settings.chunking._replace(strategy="outline")
    found = measure(place, settings._replace(chunking=cutting))
    assert found.chunks > 300
    assert found.asked[0].recall == 1
