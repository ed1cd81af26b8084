"""Tests of the JSON output and the explanations of `ra search`."""

from __future__ import annotations

import re

import pytest

from tests.cli.command import Sandbox
from tests.cli.tea import TEA, found


def test_json_has_every_field_of_a_chunk(project: Sandbox) -> None:
    """SPEC 3.1, 8.9, 11: with `--explain` all of the chunk's fields, and no text twice."""
    [result] = found(project, "milk", "--explain")["results"]
    [chunk] = [
        one for one in project.ra("ls", "chunks", "--json").json if one["id"] == result["id"]
    ]
    assert chunk.pop("text") == result["body"]
    assert "text" not in result
    assert {name: result[name] for name in chunk} == chunk
    source = result["body"].encode()
    assert [source[start:end] for start, end in result["match_ranges"]] == [b"Milk"]
    assert "<b>Milk</b>" in result["snippet"]
    assert (result["line_start"], result["line_end"], result["line"]) == (12, 16, 15)
    assert "Milk" in TEA.splitlines()[14]


PAGE = """---
title: Kettles
---
intro

Iron kettle
===========

It boils in a blue
pot.

## Whistle

   a blue whistle
"""


@pytest.mark.parametrize("strategy", ["outline", "leaves", "header_based", "spec_v1", "none"])
def test_every_surface_names_the_same_lines(box: Sandbox, strategy: str) -> None:
    """Issue 13, F6: text, `search --json` and `get --json` tell the same lines of one section."""
    settings = f'[chunking]\nstrategy = "{strategy}"\n[tree.docs]\npath = "."\n'
    box.write({".ra.toml": f"root = true\n{settings}", "kettle.md": PAGE})
    printed = box.ra("search", "blue OR title:iron", "-o", "list", "--no-aggregation").out
    results = found(box, "blue OR title:iron", "--no-aggregation")["results"]
    assert results
    for result in results:
        got = box.ra("get", result["id"], "--json").json
        lines = result["line_start"], result["line_end"]
        assert lines == (got["line_start"], got["line_end"])
        assert f"kettle.md:{result['line']}\n" in printed
        assert lines[0] <= result["line"] <= lines[1]
        assert re.search("blue|Iron", PAGE.splitlines()[result["line"] - 1])


def test_a_section_begins_with_its_heading(box: Sandbox) -> None:
    """Issue 13, F6: `line_start` is the line of the heading, also of one with an underline."""
    box.write({"kettle.md": PAGE})
    [whistle] = found(box, "title:whistle", "--no-aggregation")["results"]
    assert (whistle["line_start"], whistle["line"]) == (12, 12)
    [boils] = found(box, "boils", "--no-aggregation")["results"]
    assert (boils["line_start"], boils["line"], boils["line_end"]) == (6, 9, 14)


def test_json_of_an_aggregated_result(project: Sandbox) -> None:
    """SPEC 8.9: its constituents carry the ranges, it has none; its body is all under it."""
    [result] = found(project, "minutes", "--explain")["results"]
    assert result["aggregated"] is True
    assert "match_ranges" not in result
    assert result["body"].encode() == TEA.encode()[result["byte_start"] : result["byte_end"]]
    for part in result["constituents"]:
        source = result["body"].encode()
        assert [source[start:end] for start, end in part["match_ranges"]] == [b"minutes"]
    assert result["why"] is None


def test_a_snippet_is_safe_html(project: Sandbox) -> None:
    """SPEC 8.9: matches in `<b>`, all else escaped."""
    [result] = found(project, "slow")["results"]
    assert result["snippet"] == "Cool &lt;b&gt; &amp; <b>slow</b>."


def test_each_result_says_why(project: Sandbox) -> None:
    """SPEC 8.10: legs, terms, ranks, factors."""
    [result] = found(project, 'mylk "four minutes" boil*', "--explain")["results"]
    why = result["why"]
    assert why["legs"]["keyword"]["rank"] == 1
    assert why["near"] == {"mylk": ["milk"]}
    assert why["terms"] == ['"four minutes"', "boil*"]
    assert why["factors"] == {"tree_best": 1.0, "local_boost": pytest.approx(1.5)}
    assert result["score"] == pytest.approx(1.5 * why["legs"]["keyword"]["score"])
    assert "rank 1 with " in project.ra("search", "mylk", "-v").out


def test_a_section_whose_own_match_was_cut_has_no_reason(box: Sandbox) -> None:
    """json.md: `why` is null when a section is shown only for its constituents."""
    gnu = "## Gnu {}\n\ngnu gnu gnu gnu\n\n"
    box.write({"a.md": f"# Doc\n\nOnce a gnu {'words ' * 300}\n\n{gnu.format(1)}{gnu.format(2)}"})
    [result] = found(box, "gnu", "--explain")["results"]
    assert result["aggregated"] is True
    assert result["why"] is None
    assert all(part["why"]["terms"] == ["gnu"] for part in result["constituents"])


def test_explain_tells_every_stage(project: Sandbox) -> None:
    """Issue 4: the query's tree, expansions, each stage with its count, and the score curve."""
    done = project.ra("search", "mylk OR water", "--explain", "-o", "list")
    for name in ("query", "near words", "stages", "scores"):
        assert f"\n{name}\n" in f"\n{done.out}"
    assert "├── term mylk" in done.out
    assert "mylk expands to milk" in done.out
    order = re.findall(r"^  ([a-z]+)  +\S", done.out.partition("stages\n")[2], re.MULTILINE)
    stages = [
        "retrieve",
        "normalize",
        "locality",
        "elbow",
        "floor",
        "aggregate",
        "duplicates",
        "economy",
        "limit",
        "verdict",
    ]
    assert order[:11] == [*stages, "time"]
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
    size = len(result["body"].encode())
    assert all(end <= size for part in result["constituents"] for _, end in part["match_ranges"])
    whole = found(project, "minutes")["results"][0]["body"]
    assert whole.startswith(result["body"])
    assert len(result["body"]) < len(whole)


def test_what_does_not_fit_is_said(box: Sandbox) -> None:
    """SPEC 8.10, 11: found is not nothing; how much was left out is said in every form."""
    box.write({"a.md": "# A\n\nowl one\n", "b.md": "# B\n\nowl two\n"})
    done = box.ra("search", "owl", "--max-tokens", "2")
    assert (done.code, done.out) == (0, "")
    assert "2 results were found, but the first does not fit" in done.err
    for form in ("full", "list", "matches"):
        out = box.ra("search", "owl", "--max-tokens", "9", "-o", form, "-v").out
        assert "1 more result was found" in out
        assert re.search(r"budget +\d of 9 tokens, 1 dropped", out)
    stages = box.ra("search", "owl", "--max-tokens", "9", "--json", "--explain").json["stages"]
    assert stages["limit"] == {"kept": 2, "dropped": 0}
    assert (stages["budget"]["limit"], stages["budget"]["dropped"]) == (9, 1)


def test_hits_below_a_result_are_counted(box: Sandbox) -> None:
    """SPEC 8.7: a section that matched by itself stays as it is, and what it covers is told."""
    box.write({"a.md": "# Owl\n\nowl owl\n\n## One\n\nan owl\n\n## Two\n\nx\n\n## Three\n\ny\n"})
    box.write({".ra.toml": "search.max_aggregate_tokens = 0\n"})
    for form in ("full", "list", "matches"):
        assert "1 more match in its subsections" in box.ra("search", "body:owl", "-o", form).out


def test_matches_in_the_parts_of_a_section_are_bytes_of_its_body(box: Sandbox) -> None:
    """SPEC 8.9: also after front matter and comments, which the body leaves out."""
    text = (
        "---\ntitle: Kettles\ntags: [tea]\n---\n\nAll of the kettles.\n\n%% hidden kettle %%\n\n"
        "## Iron\n\nAn iron kettle is heavy.\n\n## Glass\n\nA glass kettle, ünd a kettle.\n"
    )
    box.write({"kettles.md": text, **{f"{at}.md": f"# {at}\n\nOther.\n" for at in range(20)}})
    (found,) = box.ra("search", "kettle", "--json").json["results"]
    assert found["aggregated"]
    body = found["body"].encode()
    shown = [body[slice(*at)] for part in found["constituents"] for at in part["match_ranges"]]
    assert shown == [b"kettle"] * 3
