"""Tests of `ra search`: queries and their results."""

from __future__ import annotations

import pytest

from tests.cli import schema
from tests.cli.command import Sandbox
from tests.cli.tea import SCHEMA, found, ids


@pytest.mark.parametrize("query", ["zzzzzz", "", "title:zzzz", "zzzzzz yyyyyy"])
def test_nothing_found_is_exit_code_1(project: Sandbox, query: str) -> None:
    """SPEC 11: exit code 1; stdout stays empty, the reason is on stderr."""
    done = project.ra("search", query)
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("ra: ")
    in_json = project.ra("search", query, "--json")
    assert in_json.code == 1
    assert in_json.json["results"] == []
    assert in_json.json["verdict"]["strength"] == "none"
    assert schema.problems(in_json.json, SCHEMA, SCHEMA) == []


def test_too_many_prefixes_are_refused(project: Sandbox) -> None:
    """SPEC 12: the work of one query is bounded, with a message and a caret."""
    done = project.ra("search", " OR ".join(f"{a}{b}*" for a in "abcdefgh" for b in "abcdefghi"))
    assert (done.code, done.out) == (2, "")
    assert "more than 64 prefixes with '*'" in done.err
    assert done.err.rstrip().endswith("^")
    assert project.ra("search", " OR ".join(f"{a}*" for a in "abcdefghdegr")).code == 0


def test_match_any_is_offered_where_it_would_help(project: Sandbox) -> None:
    """An error message says what to do."""
    done = project.ra("search", "degrees taste", "--match", "all")
    assert (done.code, done.out) == (1, "")
    assert "--match any" in done.err
    assert project.ra("search", "degrees taste", "--match", "any").code == 0
    assert "--match any" not in project.ra("search", "zzzzzz").err


def test_several_arguments_mean_or(project: Sandbox) -> None:
    """SPEC 7: `ra search A B` means `(A) OR (B)`, each parsed on its own."""
    answer = found(project, "degrees", "leaves")
    assert set(ids(answer)) == {"notes:tea.md#green", "notes:tea.md#mistakes"}
    assert found(project, "degrees", "hot water")["query"] == {
        "or": [{"term": "degrees"}, {"and": [{"term": "hot"}, {"term": "water"}]}]
    }
    done = project.ra("search", "(degrees", "water)")
    assert (done.code, done.out) == (2, "")


def test_each_of_several_queries_is_answered(project: Sandbox) -> None:
    """SPEC 8.8: notes, stages and JSON are of each query; the limits of the whole answer."""
    done = project.ra("search", "degrees", "zzzzzz", "leaves", "--explain", "-n", "1")
    assert done.code == 0
    assert "zzzzzz: nothing found" in done.out
    for name in ("\ndegrees\nquery\n  term degrees", "\nleaves\nquery\n", "interleaved by rank"):
        assert name in f"\n{done.out}"
    assert project.ra("search", "degrees", "leaves", "-v").out.count("stages\n") == 2
    answer = found(project, "degrees", "zzzzzz", "leaves", "--explain")
    assert "topics" not in answer["topics"][0]
    assert schema.problems(answer, SCHEMA, SCHEMA) == []
    assert [each["topic"] for each in answer["topics"]] == ["degrees", "zzzzzz", "leaves"]
    assert [len(each["results"]) for each in answer["topics"]] == [1, 0, 1]
    assert ids(answer) == [name for each in answer["topics"] for name in each["results"]]
    assert all(result["why"]["terms"] for result in answer["results"])
    assert len(found(project, "degrees", "leaves", "-n", "1")["results"]) == 1
    assert "topics" not in found(project, "degrees")
    assert project.ra("search", "zzzzzz", "yyyyyy").code == 1


def test_words_of_several_queries_have_a_share_each(project: Sandbox) -> None:
    """SPEC 7: `--words` takes each argument as plain words."""
    answer = found(project, "--words", "degrees (", "leaves OR")
    assert [each["topic"] for each in answer["topics"]] == ["degrees (", "leaves OR"]
    assert set(ids(answer)) >= {"notes:tea.md#green", "notes:tea.md#mistakes"}


@pytest.mark.parametrize(
    "words",
    [
        ["degrees", "-n", "3", "leaves", "-o", "list"],
        ["degrees", "leaves", "-o", "list", "-n", "3"],
        ["-n3", "degrees", "-olist", "leaves"],
        ["degrees", "--limit=3", "leaves", "--output", "list"],
        ["--limit", "3", "degrees", "-o", "list", "--", "leaves"],
        ["degrees", "-o", "list", "--", "leaves"],
    ],
)
def test_flags_stand_where_they_like(project: Sandbox, words: list[str]) -> None:
    """Issue 4: between the topics as well as before and after them."""
    wanted = project.ra("search", "-o", "list", "degrees", "leaves")
    assert wanted.out.count("tea.md:") == 2
    assert project.ra("search", *words) == wanted


def test_a_minus_after_two_dashes_is_no_flag(project: Sandbox) -> None:
    """Issue 4: what stands after `--` is a query, whatever stood before."""
    first = project.ra("search", "degrees", "--json", "--", "-n", "-milk")
    assert first.json["query"] == {
        "or": [{"term": "degrees"}, {"not": {"term": "n"}}, {"not": {"term": "milk"}}]
    }


@pytest.mark.parametrize("words", [["tea", "-n"], ["-n", "--", "tea"], ["tea", "-n", "-v", "pot"]])
def test_a_flag_without_its_value_is_an_error(project: Sandbox, words: list[str]) -> None:
    """SPEC 11: no other word is taken for the value."""
    done = project.ra("search", *words)
    assert (done.code, done.out) == (2, "")
    assert "-n/--limit: expected a value" in done.err


def test_short_flags_in_one_word(project: Sandbox) -> None:
    """As other commands read them: `-vn 1` is `-v -n 1`."""
    out = project.ra("search", "degrees", "-vn", "1", "leaves").out
    assert "1 kept, 1 dropped" in out


@pytest.mark.parametrize("word", ["-black", "-verbose", "-x"])
def test_a_query_that_begins_with_a_dash_gets_a_hint(project: Sandbox, word: str) -> None:
    """Issue 4: it needs `--`, and the error says so."""
    done = project.ra("search", word)
    assert (done.code, done.out) == (2, "")
    assert "put `--` before a query that starts with '-'" in done.err
    assert project.ra("search", "--", word).code == 0


def test_a_mistake_in_a_query_touches_nothing(project: Sandbox) -> None:
    """SPEC 7: exit code 2 and a caret; nothing is searched, no index is made."""
    done = project.ra("search", 'tea "open')
    assert (done.code, done.out) == (2, "")
    assert '\n  tea "open\n      ^' in done.err
    assert not project.indexes.exists()


@pytest.mark.parametrize(
    "words",
    [
        ["-n", "0"],
        ["-n", "x"],
        ["-n", "1" * 5000],
        ["--cutoff-ratio", "nan"],
        ["--cutoff-ratio", "1.5"],
        ["--aggregation-threshold", "inf"],
        ["--fuzzy", "2"],
        ["--match", "some"],
        ["--ranking", "best"],
        ["--mode", "telepathy"],
        ["-o", "xml"],
        ["--max-tokens", "-1"],
        ["--tree", "nowhere"],
        ["--tenant", "nobody"],
    ],
)
def test_impossible_values_are_errors(project: Sandbox, words: list[str]) -> None:
    """SPEC 11: exit code 2, and the message names the value."""
    done = project.ra("search", "tea", *words)
    assert (done.code, done.out) == (2, "")
    assert "unexpected" not in done.err
    assert words[1][:9] in done.err


def test_flags_take_the_place_of_settings(project: Sandbox) -> None:
    """Issue 4: each flag changes the answer as its setting does."""
    wide = ("--cutoff-ratio", "0", "--no-aggregation", "--match", "any")
    assert len(ids(found(project, "minutes water", *wide))) > 1
    assert len(ids(found(project, "minutes water", *wide, "-n", "1"))) == 1
    assert ids(found(project, "minutes", "--no-aggregation", "-n", "5"))[0] != "notes:tea.md#kinds"
    apart = found(project, "minutes", "--aggregation-threshold", "1")
    assert set(ids(apart)) == {"notes:tea.md#green", "notes:tea.md#black"}
    assert found(project, "minutes", "--max-candidates", "1", "-n", "1", "--explain")["stages"][
        "elbow"
    ] == {
        "kept": 1,
        "dropped": 1,
        "reason": "limit",
    }
    assert ids(found(project, "mylk")) == ["notes:tea.md#black"]
    assert ids(found(project, "mylk", "--fuzzy", "0")) == []
    scores = [
        found(project, "green", "--ranking", name)["results"][0]["score"]
        for name in ("ra", "fields", "classic")
    ]
    assert len(set(scores)) == 3


def test_what_was_corrected_is_shown(box: Sandbox) -> None:
    """SPEC 8.1: in the text and in JSON, for words that no document contains, and only these."""
    box.write(
        {"a.md": "# Loops\n\nEach iterator has handlers.\n", "b.md": "`Promise.allSettled`\n"}
    )
    answer = found(box, "iteratr")
    assert answer["corrections"] == {"iteratr": ["iterator"]}
    assert answer["results"][0]["path"] == "a.md"
    shown = box.ra("search", "iteratr")
    assert "no iteratr found; searched for iterator instead" in shown.err + shown.out
    answer = found(box, "promis.allSetled")
    assert [result["path"] for result in answer["results"]] == ["b.md"]
    assert answer["results"][0]["match_ranges"] == [[1, 8], [9, 19]]
    assert answer["corrections"] == {"promis": ["promise"], "allsetled": ["allsettled"]}
    assert found(box, "iterator")["corrections"] == {}
    assert found(box, "hnadelrs")["corrections"] == {"hnadelrs": ["handlers"]}


def test_a_tree_can_be_chosen(box: Sandbox) -> None:
    """Issue 4: `--tree` is repeatable; only these are searched."""
    trees = '[tree.a]\npath = "a"\n[tree.b]\npath = "b"\n[tree.c]\npath = "c"\n'
    box.write({".ra.toml": trees, **{f"{name}/x.md": f"# X\n\nowl {name}\n" for name in "abc"}})
    answer = found(box, "owl", "--tree", "a", "--tree", "c")
    assert answer["trees"] == ["a", "c"]
    assert {result["tree"] for result in answer["results"]} == {"a", "c"}


def test_another_tenant_is_not_searched(box: Sandbox) -> None:
    """SPEC 12: a query runs inside one tenant."""
    trees = '[tree.a]\npath = "a"\n[tree.b]\npath = "b"\ntenant = "team"\n'
    box.write({".ra.toml": trees, "a/x.md": "# X\n\nowl\n", "b/y.md": "# Y\n\nowl\n"})
    assert {result["tree"] for result in found(box, "owl")["results"]} == {"a"}
    assert {result["tree"] for result in found(box, "owl", "--tenant", "team")["results"]} == {"b"}


def test_no_update_reads_the_index_as_it_is(project: Sandbox) -> None:
    """Decision 0009: a search brings the index up to date first, unless told not to."""
    assert project.ra("search", "water").code == 0
    project.write({"new.md": "# New\n\npelican\n"})
    assert project.ra("search", "pelican", "--no-update").code == 1
    assert project.ra("search", "pelican").code == 0
