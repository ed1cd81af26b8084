"""Tests of `[[context.rules]]` (SPEC 9.2): what matches, and how rules are united."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cli.command import Sandbox

TREES = 'root = true\n[tree.one]\npath = "one"\n[tree.two]\npath = "two"\n'
DOCS: dict[str, str | bytes] = {
    "one/owl.md": "owl in tree one\n",
    "one/hawk.md": "hawk in tree one\n",
    "two/owl.md": "owl in tree two\n",
    "two/crow.md": "crow in tree two\n",
    "src/probe.py": "owl\n",
}


def _rule(**keys: object) -> str:
    lines = [f"{name.replace('__', '.')} = {value}" for name, value in keys.items()]
    return "[[context.rules]]\n" + "\n".join(lines).replace("'", '"') + "\n"


@pytest.fixture
def project(box: Sandbox) -> Sandbox:
    """Two trees and a source file."""
    box.write(DOCS)
    return box


def _asked(box: Sandbox, *rules: str, file: str = "src/probe.py", flags: str = "") -> Any:
    box.write({".ra.toml": TREES + "".join(rules)})
    done = box.ra("context", file, "--json", "--explain", *flags.split())
    assert done.code in (0, 1), done.err
    return done.json


def _paths(answer: Any) -> list[str]:
    return [result["doc_id"] for result in answer["results"]]


def _words(answer: Any) -> list[str]:
    return [term["word"] for term in answer["origin"]["terms"]]


@pytest.mark.parametrize(
    ("pattern", "matches"),
    [
        ("'src/**'", True),
        ("'*.py'", True),
        ("'src/'", True),
        ("'/probe.py'", False),
        ("'src/*.rs'", False),
        ("['*.rs', '*.py']", True),
        ("['*.py', '!probe.py']", False),
        ("'one/**'", False),
    ],
)
def test_match_is_a_pattern_relative_to_the_settings_file(
    project: Sandbox, pattern: str, matches: bool
) -> None:
    """SPEC 9.2: `match`, one pattern or several, in the syntax of every pattern."""
    answer = _asked(project, _rule(match=pattern, terms=["hawk"]))
    assert ("hawk" in _words(answer)) == matches


def test_a_rule_of_a_folder_is_for_the_files_below_it(project: Sandbox) -> None:
    """SPEC 9.2: patterns are relative to the file that declares them."""
    project.write({"src/.ra.toml": _rule(match="'probe.py'", terms=["hawk"])})
    project.write({".ra.toml": TREES + _rule(match="'probe.py'", terms=["crow"]), "probe.py": "x"})
    near = project.ra("-C", "src", "context", "probe.py", "--json", "--explain").json
    assert _words(near)[:2] == ["hawk", "crow"]
    above = project.ra("-C", "src", "context", "../probe.py", "--json", "--explain").json
    assert _words(above) == ["crow"]


def test_terms_concatenate(project: Sandbox) -> None:
    """SPEC 9.2: terms of all matching rules, the nearest first, each once."""
    rules = _rule(match="'*'", terms=["crow", "hawk"]), _rule(match="'*.py'", terms=["hawk", "jay"])
    assert _words(_asked(project, *rules)) == ["crow", "hawk", "jay", "owl"]


def test_includes_concatenate_and_come_first(project: Sandbox) -> None:
    """SPEC 9.2: documents of all matching rules; one that is not indexed is reported."""
    rules = (
        _rule(match="'*'", include=["two:crow.md"]),
        _rule(match="'*'", include=["one:hawk.md", "one:nowhere.md"]),
    )
    answer = _asked(project, *rules, flags="-n 3")
    assert _paths(answer)[:2] == ["two:crow.md", "one:hawk.md"]
    assert len(answer["results"]) == 3
    assert answer["notes"] == ["a context rule includes 'one:nowhere.md', which is not indexed"]


def test_trees_intersect(project: Sandbox) -> None:
    """SPEC 9.2: only trees that every rule with trees names."""
    rules = _rule(match="'*'", trees=["one", "two"]), _rule(match="'*'", trees=["two"])
    assert _paths(_asked(project, *rules, _rule(match="'*'", terms=["x"]))) == ["two:owl.md"]


def test_an_empty_intersection_is_nothing_and_said(project: Sandbox) -> None:
    """SPEC 9.2: empty intersection = nothing, said so."""
    rules = _rule(match="'*'", trees=["one"]), _rule(match="'*'", trees=["two"])
    answer = _asked(project, *rules)
    assert answer["results"] == []
    assert answer["notes"] == [
        "no tree is left: the context rules for this file name one; two, of the trees one, two"
    ]
    done = project.ra("context", "src/probe.py")
    assert (done.code, done.out) == (1, "")
    assert "no tree is left" in done.err


def test_flags_and_rules_intersect_too(project: Sandbox) -> None:
    """SPEC 9.2: `--tree` narrows the trees of the rules."""
    answer = _asked(project, _rule(match="'*'", trees=["one"]), flags="--tree two")
    assert answer["results"] == []
    assert "no tree is left" in answer["notes"][0]


def test_the_first_search_value_wins(project: Sandbox) -> None:
    """SPEC 9.2: of each search setting the nearest rule's value; flags precede rules."""
    rules = (
        _rule(match="'*'", search__limit=1),
        _rule(match="'*'", search__limit=2, search__ranking="'fields'"),
    )
    answer = _asked(project, *rules)
    assert len(answer["results"]) == 1
    assert [rule["search"] for rule in answer["origin"]["rules"]] == [
        {"limit": 1},
        {"limit": 2, "ranking": "fields"},
    ]
    assert len(_asked(project, *rules, flags="-n 2")["results"]) == 2


def test_an_unknown_tree_is_an_error_at_load(project: Sandbox) -> None:
    """SPEC 9.2: every command says file, line and the nearest name."""
    project.write({".ra.toml": TREES + _rule(match="'*'", trees=["one"])})
    project.write({".ra.toml": TREES + _rule(match="'*'") + _rule(match="'x'", trees=["twoo"])})
    for command in ("status", "context src/probe.py"):
        done = project.ra(*command.split())
        assert done.code == 2
        assert ".ra.toml:10: a context rule names an unknown tree 'twoo'" in done.err
        assert "did you mean 'two'?" in done.err


def test_a_tree_left_out_for_lack_of_trust_is_no_unknown_tree(project: Sandbox) -> None:
    """SPEC 1.9: the tree is left out; the rest works."""
    outside = '[tree.far]\npath = ".."\n' + _rule(match="'*'", trees=["far", "one"])
    project.write({".ra.toml": TREES + outside})
    done = project.ra("context", "src/probe.py", "--json")
    assert _paths(done.json) == ["one:owl.md"]


def test_inspect_ctx_shows_words_and_rules(project: Sandbox) -> None:
    """SPEC 9.2: `ra inspect ctx FILE`."""
    project.write({".ra.toml": TREES + _rule(match="'*.py'", terms=["hawk"], trees=["one"])})
    done = project.ra("inspect", "ctx", "src/probe.py")
    assert done.code == 0, done.err
    assert "owl   body 1" in done.out
    assert "hawk  rule 1" in done.out
    assert "*.py (" in done.out
    assert "trees: one" in done.out
    assert project.ra("inspect", "ctx", "src/probe.py", "--json").json["trees"] == ["one"]


def test_inspect_doc_shows_keywords(project: Sandbox) -> None:
    """SPEC 9.2: the most telling words of a document."""
    project.write({".ra.toml": TREES})
    done = project.ra("inspect", "doc", "one/hawk.md", "--terms", "1", "--json")
    assert [term["word"] for term in done.json] == ["hawk"]
    assert "hawk" in project.ra("inspect", "doc", "one/hawk.md", "--terms").out
