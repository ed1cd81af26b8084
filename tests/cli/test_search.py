"""What does `ra search` promise?"""

from __future__ import annotations

import json
import os
import re
from typing import Any

import pytest

from tests.cli import schema
from tests.cli.command import COMMAND, Sandbox
from tools.reference import ROOT

TEA = """\
---
title: Book of tea
---
What to know.

# Kinds

## Green

Eighty degrees, two minutes.

## Black

Boiling, four minutes.
Milk is a matter of taste.

## White

Cool <b> & slow.

# Mistakes

The leaves stay in.

## Empty
"""
POT = "# The pot\n\nWarm it with hot water first.\n"
SCHEMA = json.loads((ROOT / "docs/reference/search-schema.json").read_text(encoding="utf-8"))


@pytest.fixture
def project(box: Sandbox) -> Sandbox:
    """Two documents in one tree."""
    box.write({".ra.toml": 'root = true\n[tree.notes]\npath = "."\n', "tea.md": TEA, "pot.md": POT})
    return box


def found(box: Sandbox, *words: str) -> dict[str, Any]:
    """The answer as JSON, which has the documented form."""
    answer: dict[str, Any] = box.ra("search", *words, "--json").json
    assert schema.problems(answer, SCHEMA, SCHEMA) == []
    return answer


def ids(answer: dict[str, Any]) -> list[str]:
    """The ids of all results in their order."""
    return [result["id"] for result in answer["results"]]


def printed(box: Sandbox, *words: str) -> str:
    """What is printed of the results; whether a match is weak is another promise."""
    lines = box.ra("search", *words).out.splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith("weak match: "))


def test_whole_sections_are_printed(project: Sandbox) -> None:
    """Issue 4: breadcrumb, path with line, id, and the text; `full` is the default."""
    wanted = "> Book of tea › Kinds › Green\ntea.md:10  notes:tea.md#green\n\n"
    wanted += "Eighty degrees, two minutes.\n\n"
    assert project.ra("search", "degrees") == (0, wanted, "")
    assert project.ra("search", "degrees", "-o", "full").out == wanted


def test_a_list_has_excerpts(project: Sandbox) -> None:
    """SPEC 8.9: a list shows the text around the matches."""
    wanted = "> Book of tea › Kinds › Black\ntea.md:15  notes:tea.md#black\n"
    wanted += "  Boiling, four minutes. Milk is a matter of taste.\n\n"
    assert printed(project, "milk", "-o", "list") == wanted


def test_matches_are_lines_with_numbers(project: Sandbox) -> None:
    """Issue 4: a compact form; only lines that match, with their numbers in the file."""
    out = printed(project, "milk taste", "-o", "matches")
    assert out == "notes:tea.md#black\n15:Milk is a matter of taste.\n"


def test_line_numbers_hold_where_a_section_goes_on_after_its_children(box: Sandbox) -> None:
    """The text of a section may stand before and after that of chunks below it."""
    text = "# Top\n\nfirst owl\n\n## Child\n\nfirst\n\n## Bare owl\n\n## Last owl\n"
    box.write({"a.md": text})
    lines = text.splitlines()
    out = printed(box, "owl", "-o", "matches", "--no-aggregation")
    numbered = [line.split(":", 1) for line in out.splitlines() if line[0].isdigit()]
    assert [said for _, said in numbered] == ["first owl", "## Bare owl", "## Last owl"]
    assert all(lines[int(number) - 1] == said for number, said in numbered)


def test_a_result_found_by_its_title_leads_to_its_heading(project: Sandbox) -> None:
    """A body without a match has no matching line: the place is the heading's."""
    done = project.ra("search", "title:green", "-o", "list")
    assert "tea.md:8  notes:tea.md#green" in done.out
    assert TEA.splitlines()[7] == "## Green"
    assert printed(project, "title:green", "-o", "matches").splitlines() == [
        "notes:tea.md#green",
        "> Book of tea › Kinds › Green",
    ]


@pytest.mark.parametrize("form", ["full", "list", "matches"])
def test_an_aggregated_result_names_its_constituents(project: Sandbox, form: str) -> None:
    """SPEC 8.7, [S4]: `[aggregated: N matches]`, and what matched."""
    out = printed(project, "minutes", "-o", form)
    assert "notes:tea.md#kinds  [aggregated: 2 matches]" in out
    if form == "matches":
        assert out.splitlines()[1:] == [
            "10:Eighty degrees, two minutes.",
            "14:Boiling, four minutes.",
        ]
    else:
        assert "  tea.md:10  notes:tea.md#green\n" in out
        assert "  tea.md:14  notes:tea.md#black\n" in out
    assert ("Cool <b> & slow." in out) == (form == "full")


@pytest.mark.parametrize("form", ["full", "list", "matches", "json"])
def test_a_sibling_with_an_excluded_word_is_said(project: Sandbox, form: str) -> None:
    """Issue 4: an aggregated parent may show a sibling with a negated term, and then says so."""
    done = project.ra("search", "-o", form, "--", "minutes -slow")
    if form == "json":
        assert done.json["results"][0]["shown_though_excluded"] == ["slow"]
    else:
        assert "[also shows what was excluded: slow]" in done.out
    assert "excluded:" not in project.ra("search", "-o", "list", "--", "minutes -nowhere").out


@pytest.mark.parametrize("form", ["full", "list", "matches"])
def test_partial_matches_are_said_clearly(project: Sandbox, form: str) -> None:
    """SPEC 8.1: marked as partial, with the words that were missing."""
    done = project.ra("search", "degrees purple", "-o", form)
    first, *rest = done.out.splitlines()
    assert first == "partial matches: no section has all words; none of these has: purple"
    assert "[missing: purple]" in "\n".join(rest)
    assert done.code == 0


def test_partial_matches_are_said_in_json(project: Sandbox) -> None:
    """SPEC 8.1: for programs too."""
    answer = found(project, "degrees purple")
    assert answer["partial"] is True
    assert answer["results"][0]["missing"] == ["purple"]
    assert found(project, "degrees minutes")["partial"] is False


def test_a_weak_match_is_said(project: Sandbox) -> None:
    """SPEC 8.10: the answer says whether the match is weak; a strong one needs no word."""
    weak = project.ra("search", "what is the capital of purple milk", "-o", "list")
    assert "weak match: the best result reaches " in weak.out
    assert "match:" not in project.ra("search", "degrees").out


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


@pytest.mark.parametrize("word", ["-black", "-verbose", "-x"])
def test_a_query_that_begins_with_a_dash_gets_a_hint(project: Sandbox, word: str) -> None:
    """Issue 4: it needs `--`, and the error says so."""
    done = project.ra("search", word)
    assert (done.code, done.out) == (2, "")
    assert "a query that begins with '-' comes after `--`" in done.err
    assert project.ra("search", "--", word).code == 0


def test_a_mistake_in_a_query_touches_nothing(project: Sandbox) -> None:
    """SPEC 7: exit code 2 and a caret; nothing is searched, no index is made."""
    done = project.ra("search", 'tea "open')
    assert (done.code, done.out) == (2, "")
    assert '\n  tea "open\n      ^' in done.err
    assert not (project.folder / ".ra").exists()


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
        ["--mode", "semantic"],
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
    assert found(project, "minutes", "--max-candidates", "1", "-n", "1")["stages"]["elbow"] == {
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


def test_a_tree_can_be_chosen(box: Sandbox) -> None:
    """Issue 4: `--tree` is repeatable; only these are searched."""
    trees = '[tree.a]\npath = "a"\n[tree.b]\npath = "b"\n[tree.c]\npath = "c"\n'
    box.write({".ra.toml": trees, **{f"{name}/x.md": "# X\n\nowl\n" for name in "abc"}})
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


def test_json_has_every_field_of_a_chunk(project: Sandbox) -> None:
    """SPEC 3.1, 8.9: all of the chunk's fields; ranges are bytes of the body."""
    [result] = found(project, "milk")["results"]
    [chunk] = [
        one for one in project.ra("ls", "chunks", "--json").json if one["id"] == result["id"]
    ]
    assert {name: result[name] for name in chunk} == chunk
    source = result["body"].encode()
    assert [source[start:end] for start, end in result["match_ranges"]] == [b"Milk"]
    assert "<b>Milk</b>" in result["snippet"]
    assert (result["line_start"], result["line_end"]) == (13, 16)


def test_json_of_an_aggregated_result(project: Sandbox) -> None:
    """SPEC 8.9: its constituents carry the ranges, it has none; its body is all under it."""
    [result] = found(project, "minutes")["results"]
    assert result["aggregated"] is True
    assert "match_ranges" not in result
    assert result["body"].encode() == TEA.encode()[result["byte_start"] : result["byte_end"]]
    for part in result["constituents"]:
        source = part["body"].encode()
        assert [source[start:end] for start, end in part["match_ranges"]] == [b"minutes"]
    assert result["why"] is None


def test_a_snippet_is_safe_html(project: Sandbox) -> None:
    """SPEC 8.9: matches in `<b>`, all else escaped."""
    [result] = found(project, "slow")["results"]
    assert result["snippet"] == "Cool &lt;b&gt; &amp; <b>slow</b>."


def test_each_result_says_why(project: Sandbox) -> None:
    """SPEC 8.10: legs, terms, ranks, factors."""
    [result] = found(project, 'mylk "four minutes" boil*')["results"]
    why = result["why"]
    assert why["legs"]["keyword"]["rank"] == 1
    assert why["near"] == {"mylk": ["milk"]}
    assert why["terms"] == ['"four minut"', "boil*"]
    assert why["factors"] == {"tree_best": 1.0, "local_boost": pytest.approx(1.5)}
    assert result["score"] == pytest.approx(1.5 * why["legs"]["keyword"]["score"])
    assert "rank 1 with " in project.ra("search", "mylk", "-v").out


def test_explain_tells_every_stage(project: Sandbox) -> None:
    """Issue 4: the query's tree, expansions, each stage with its count, and the score curve."""
    done = project.ra("search", "mylk OR water", "--explain", "-o", "list")
    for name in ("query", "near words", "stages", "scores"):
        assert f"\n{name}\n" in f"\n{done.out}"
    assert "├── term mylk" in done.out
    assert "mylk may be milk" in done.out
    order = re.findall(r"^  ([a-z]+)  +\S", done.out.partition("stages\n")[2], re.MULTILINE)
    stages = [
        "retrieve",
        "normalize",
        "locality",
        "elbow",
        "floor",
        "aggregate",
        "limit",
        "verdict",
    ]
    assert order[:9] == [*stages, "time"]
    assert "█" in done.out
    assert "notes:pot.md#the-pot" in done.out


def test_the_curve_shows_where_the_elbow_cut(box: Sandbox) -> None:
    """Issue 4: the score curve with the elbow drawn."""
    box.write({"a.md": "# Owl\n\nowl owl owl\n", "b.md": f"# B\n\nowl {'other words ' * 200}\n"})
    out = box.ra("search", "owl", "--explain", "--cutoff-ratio", "1", "-o", "list").out
    curve = out.partition("scores\n")[2].partition("\n\n")[0].splitlines()
    at = next(number for number, line in enumerate(curve) if " elbow " in line)
    kept = int(re.findall(r"elbow +(\d+) kept", out)[0])
    assert at == kept
    assert "steep drop" in out


def test_max_tokens_bounds_what_is_printed(project: Sandbox) -> None:
    """SPEC 8.10: breadcrumbs and bodies together; what was cut is marked."""
    done = project.ra("search", "minutes", "--max-tokens", "20")
    assert "[cut here" in done.out
    answer = found(project, "minutes", "--max-tokens", "20")
    [result] = answer["results"]
    assert result["cut"] is True
    assert all(
        set(part) == {"id", "score", "line_start", "line_end"} for part in result["constituents"]
    )
    whole = found(project, "minutes")["results"][0]["body"]
    assert whole.startswith(result["body"])
    assert len(result["body"]) < len(whole)


def test_links_only_on_a_terminal(project: Sandbox) -> None:
    """Issue 4: the place is a clickable link on a terminal, and plain text elsewhere."""
    pty = pytest.importorskip("pty")
    plain = project.ra("search", "milk", "--color", "always").out
    assert "\x1b]8;" not in plain
    assert "\x1b[1;33mMilk\x1b[0m" in plain
    text = _on_a_terminal(pty, project, "search", "milk")
    link = f"\x1b]8;;{(project.folder / 'tea.md').as_uri()}#15\x1b\\"
    assert link in text
    assert "\x1b]8;;\x1b\\" in text
    assert "Milk" in text


def _on_a_terminal(pty: Any, box: Sandbox, *words: str) -> str:
    process, terminal = pty.fork()
    if process == 0:  # the child: it becomes the command
        os.chdir(box.folder)
        os.execve(COMMAND[0], [*COMMAND, *words], box.env(TERM="xterm"))
    pieces = []
    while True:
        try:
            piece = os.read(terminal, 65536)
        except OSError:  # how Linux says that the other end is gone
            break
        if not piece:
            break
        pieces.append(piece)
    os.close(terminal)
    os.waitpid(process, 0)
    return b"".join(pieces).decode()


def test_a_document_cannot_steer_the_terminal(box: Sandbox) -> None:
    """Control characters of a document are not printed."""
    box.write({"a.md": "# A \x1b[31mred\n\nowl \x1b]0;title\x07 \x1b[2J\u202e owl\n"})
    for form in ("full", "list", "matches"):
        out = box.ra("search", "owl", "-o", form, "--explain").out
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]", out)


def test_broken_documents_of_any_kind_can_be_shown(box: Sandbox) -> None:
    """No text crashes an output: other scripts, carriage returns, no last line end."""
    box.write({"a.md": "# Ünï\r\n\r\nöwl 猫 owl\r\nowl", "b.txt": "owl"})
    for form in ("full", "list", "matches", "json"):
        assert box.ra("search", "owl", "-o", form, PYTHONIOENCODING="ascii").code == 0
    lines = printed(box, "title:ünï owl", "-o", "matches").splitlines()
    assert lines[1:3] == ["3:öwl 猫 owl", "4:owl"]
