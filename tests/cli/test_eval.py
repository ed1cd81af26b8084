"""Tests of `ra eval`."""

from __future__ import annotations

import json
import tarfile
from pathlib import Path

from tests.cli.command import Sandbox

SET = str(Path(__file__).parents[1] / "fixtures" / "evalset")


def test_a_set_is_a_line_of_figures(box: Sandbox) -> None:
    """Issue 4: nDCG@10, recall@10, MRR@10, latency and returned bytes."""
    done = box.ra("eval", SET)
    assert (done.code, done.err) == (0, "")
    heads, row, *more = done.out.splitlines()
    assert heads.split()[:5] == ["set", "questions", "nDCG@10", "recall@10", "MRR@10"]
    assert row.split()[:6] == ["evalset", "3", "1.0000", "1.0000", "1.0000", "1.0000"]
    assert len(more) == 1
    assert more[0].startswith("evalset: 100.0% of the answering text was returned, ")
    assert list(box.folder.iterdir()) == []  # the index of the set is gone


def test_a_run_can_be_compared_with_itself_and_with_other_settings(box: Sandbox) -> None:
    """Issue 4: `--json` prints what `--baseline` reads; the settings here hold for the run."""
    before = box.ra("eval", SET, "--json")
    assert before.code == 0
    box.write({"before.json": before.out})
    same = box.ra("eval", SET, "--baseline", "before.json", "--json").json["sets"][0]
    assert same["comparison"]["ndcg"]["ties"] == 3
    assert same["comparison"]["ndcg"]["chance"] == 1
    box.write({".ra.toml": "[search]\nlimit = 1\n"})
    assert box.ra("eval", SET, "--json").json["search"]["limit"] == 1
    shown = box.ra("eval", SET, "--baseline", "before.json")
    assert [line.split()[:3] for line in shown.out.splitlines()[-2:]] == [
        ["evalset", "typed", "nDCG"],
        ["evalset", "typed", "covered"],
    ]
    old = json.loads(before.out)
    for question in old["sets"][0]["questions"]:
        del question["typed_ndcg"], question["typed_covered"]
    box.write({"old.json": json.dumps(old)})
    again = box.ra("eval", SET, "--baseline", "old.json", "--json").json["sets"][0]
    assert list(again["comparison"]) == ["ndcg", "covered"]


def test_questions_are_asked_as_typed_too(box: Sandbox) -> None:
    """SPEC 7: as `ra search` reads them; what is no valid query is asked by its words."""
    texts = ["green -leaf", '"leaf green"', "green (leaf", "green"]
    ids = [str(number) for number in range(len(texts))]
    box.write(
        {
            "set/docs/a.md": "# A\n\ngreen leaf\n",
            "set/docs/b.md": "# B\n\nother words\n",
            "set/queries.jsonl": "".join(
                json.dumps({"id": name, "text": text}) + "\n"
                for name, text in zip(ids, texts, strict=True)
            ),
            "set/qrels.jsonl": "".join(
                json.dumps({"query_id": name, "target": "a.md", "grade": 1}) + "\n" for name in ids
            ),
            "set/meta.json": '{"level": "doc", "lang": "en"}',
        }
    )
    found = box.ra("eval", "set", "--json").json["sets"][0]
    assert [each["ndcg"] for each in found["questions"]] == [1, 1, 1, 1]
    assert [each["typed_ndcg"] for each in found["questions"]][::2] == [0, 1]
    assert [each["typed_covered"] for each in found["questions"]][2:] == [1, 1]
    assert [each["is_query"] for each in found["questions"]] == [True, True, False, True]
    assert found["typed"]["not_queries"] == 1
    assert found["typed"]["ndcg"] < found["ranking"]["ndcg"]
    heads, row = box.ra("eval", "set").out.splitlines()
    assert "typed nDCG  typed covered  no query" in heads
    assert row.split()[8] == "1"


def test_a_flat_archive_can_be_compared_with_an_earlier_run(box: Sandbox) -> None:
    """Issue 4: the same set has the same name in every run."""
    with tarfile.open(box.folder / "flat.tar.xz", "w:xz") as tar:
        tar.add(SET, ".")
    box.write({"before.json": box.ra("eval", "flat.tar.xz", "--json").out})
    same = box.ra("eval", "flat.tar.xz", "--baseline", "before.json", "--json").json["sets"][0]
    assert (same["name"], same["comparison"]["ndcg"]["ties"]) == ("flat", 3)


def test_a_baseline_without_these_questions_is_said_to_be_so(box: Sandbox) -> None:
    """Issue 4: nothing is compared in silence."""
    box.write({"other.json": json.dumps({"sets": [{"name": "x", "questions": []}]})})
    done = box.ra("eval", SET, "--baseline", "other.json")
    assert done.code == 0
    assert "evalset: the earlier run has none of these questions" in done.out


def test_the_documents_can_be_cut_by_another_strategy(box: Sandbox) -> None:
    """Step 4: `ra eval --strategy` measures it, and the record says with which settings."""
    whole = box.ra("eval", SET, "--strategy", "none", "--json").json
    assert whole["chunking"]["strategy"] == "none"
    assert whole["sets"][0]["chunks"] == 2  # one for each document
    shares = whole["sets"][0]["returned"]["passages"]
    assert shares["recall"] == 1
    assert 0 < shares["iou"] <= shares["precision"] < 1
    cut = box.ra("eval", SET, "--strategy", "spec_v1", "--json").json
    assert cut["sets"][0]["returned"]["passages"]["precision"] > shares["precision"]


def test_several_sets_have_a_mean(box: Sandbox) -> None:
    """Issue 4: `ra eval SET…`."""
    done = box.ra("eval", SET, SET)
    assert "mean of sets          6   1.0000" in done.out


def test_mistakes_are_named(box: Sandbox) -> None:
    """STYLE: an error says what is wrong, where, and what to do."""
    figure = '{"sets": [{"name": "a", "questions": [{"id": 1, "ndcg": %s, "covered": 1}]}]}'
    box.write({"bad.json": "[1]", "deep.json": "[" * 100_000})
    box.write({"nan.json": figure % "NaN", "text.json": figure % '"nan"'})
    box.write({"endless.json": figure % "-Infinity", "huge.json": figure % "1e400"})
    box.write({f"set/{name}": "" for name in ("docs/a.md", "queries.jsonl", "qrels.jsonl")})
    box.write({"set/meta.json": "{}"})
    cases = {
        (): "missing argument: SET",
        ("nowhere",): "nowhere: no such set",
        (".",): "docs is missing",
        (SET, "--baseline", "none.json"): "none.json: no such file",
        (SET, "--baseline", "bad.json"): "bad.json: not a run that",
        (SET, "--baseline", "deep.json"): "deep.json: not a run that",
        (SET, "--baseline", "nan.json"): "nan.json: 'ndcg' of the question '1' is not a number",
        (SET, "--baseline", "text.json"): "text.json: 'ndcg' of the question '1' is not a number",
        (SET, "--baseline", "endless.json"): "'ndcg' of the question '1' is not a number",
        (SET, "--baseline", "huge.json"): "'ndcg' of the question '1' is not a number",
        ("set",): "queries.jsonl: no question has an answer in qrels.jsonl",
    }
    for words, said in cases.items():
        done = box.ra("eval", *words)
        assert (done.code, done.out) == (2, "")
        assert said in done.err


def test_modes_are_compared_side_by_side(box: Sandbox) -> None:
    """Issue 16: every mode has its line, and a paired test against keywords."""
    done = box.ra("eval", SET, "--modes", "--json").json["sets"]
    assert [each["mode"] for each in done] == ["keyword", "semantic", "hybrid"]
    assert "against_keyword" not in done[0]
    pair = done[2]["against_keyword"]["ndcg"]
    assert (pair["questions"], pair["chance"]) == (3, 1)
    shown = box.ra("eval", SET, "--modes").out
    assert "evalset, hybrid" in shown
    assert "compared with the mode keyword:" in shown
