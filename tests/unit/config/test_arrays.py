"""Tests that arrays of tables are read, merged, trusted and shown (SPEC 1.1, 1.5, 1.9)."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from ra.config import template
from ra.config.effective import flat, origins
from ra.config.files import settings_files
from ra.config.key import Element
from ra.config.locate import line_of
from ra.config.overlay import look
from ra.config.schema import Parts
from ra.config.toml import dotted
from ra.errors import ConfigError
from tests.unit.config.arrays import RULES, SCHEMA, found, trust
from tests.unit.config.world import World
from tools.pages import settings as page


def _error(world: World, text: str) -> str:
    file = world.write(world.project, text)
    with pytest.raises(ConfigError) as caught:
        settings_files(world.project, world.home, world.state, SCHEMA)
    return str(caught.value).removeprefix(str(file))


def test_rules_of_all_files_are_concatenated_nearest_first(world: World) -> None:
    """SPEC 1.1: context rules concatenate, nearest first; other keys are those of the nearest."""
    world.write(world.project, "sample.limit = 3\n" + _rules("p1", "p2"))
    world.write(world.project.parent, "sample.limit = 4\n" + _rules("w1"))
    world.write(world.home, "sample.limit = 5\n" + _rules("h1", "h2"))
    here = found(world)
    assert here.rules("match") == ["p1", "p2", "w1", "h1", "h2"]
    assert look(here.overlay, ("sample", "limit"), SCHEMA).value == 3
    files = [look(here.overlay, (*RULES, Element(at), "match")).file for at in range(1, 6)]
    folders = [file.path.parent for file in files if file]
    assert folders == [world.project] * 2 + [world.project.parent] + [world.home] * 2


def test_root_ends_the_rules(world: World) -> None:
    """SPEC 1.1: `root = true` stops the climb and drops the global file."""
    world.write(world.project, "root = true\n" + _rules("p1"))
    world.write(world.home, _rules("h1"))
    assert found(world).rules("match") == ["p1"]


def test_a_table_of_an_array_has_defaults_and_tables_of_its_own(world: World) -> None:
    """SPEC 1.5: each key of each rule, else what it inherits, else the default."""
    text = '[[sample.rules]]\nmatch = "a"\nterms = ["x"]\n[sample.rules.search]\nlimit = 7\n'
    world.write(world.project, "sample.limit = 3\n" + text + _rules("b"))
    here = found(world)
    assert here.rules("terms") == [("x",), ()]
    assert here.rules("search", "limit") == [7, 3]


def test_an_array_may_stand_in_one_line(world: World) -> None:
    """TOML: `[[a.b]]` twice and an inline array of two tables are the same."""
    world.write(world.project, 'sample.rules = [{match = "a"}, {match = "b", terms = ["x"]}]\n')
    assert found(world).rules("match") == ["a", "b"]
    world.write(world.project, "sample.rules = []\n")
    assert found(world).rules("match") == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            '[[sample.rules]]\nmatch = "a"\n\n[[sample.rules]]\nmatch = 3\n',
            ":5: 'sample.rules[2].match' must be a string, not 3; write for example \"*.rs\"",
        ),
        (
            '[[sample.rules]]\nmatch = "a"\n[[sample.rules]]\nmach = "b"\n',
            ":4: unknown key 'sample.rules[2].mach'; did you mean 'sample.rules[2].match'?",
        ),
        (
            '[[sample.rules]]\nmatch = "a"\n[[sample.rules]]\nterms = ["b"]\n',
            ":3: 'sample.rules[2]' has no 'match'; add a line such as match = \"*.rs\"",
        ),
        (
            '[[sample.rules]]\nmatch = "a"\n[sample.rules.search]\nlimit = 0\n',
            ":4: 'sample.rules[1].search.limit' must be at least 1, not 0",
        ),
        (
            'sample.rules = [{match = "a"},\n  {match = ""}]\n',
            ":1: 'sample.rules[2].match' must not be empty; write for example \"*.rs\"",
        ),
        (
            '[sample.rules]\nmatch = "a"\n',
            ":1: 'sample.rules' must be an array of tables, each of which begins with"
            " [[sample.rules]], not a table",
        ),
        (
            'sample.rules = ["a"]\n',
            ":1: 'sample.rules' must be an array of tables, each of which begins with"
            ' [[sample.rules]], not ["a"]',
        ),
        (
            "[[sample]]\nlimit = 3\n",
            ":1: 'sample' must be a table, not a list of tables or lists",
        ),
    ],
)
def test_an_error_names_line_and_table(world: World, text: str, expected: str) -> None:
    """SPEC 1.5: file, line, key and the nearest valid key; tables are counted from 1."""
    assert _error(world, text) == expected


def test_a_path_in_a_rule_needs_trust(world: World) -> None:
    """SPEC 1.9: a value of one table is denied and allowed like any other, with its own name."""
    text = '[[sample.rules]]\nmatch = "a"\ninclude = "in"\n'
    text += '[[sample.rules]]\nmatch = "b"\ninclude = "../out"\n'
    world.write(world.project, text)
    here = found(world)
    assert here.rules("match") == ["a", "b"]
    assert here.rules("include") == ["in", ""]
    [note] = here.notes
    assert ".ra.toml:6: 'sample.rules[2].include' = \"../out\" is not trusted: it" in note
    trust(world, world.project)
    assert found(world).rules("include") == ["in", "../out"]
    assert found(world).notes == ()
    world.write(world.project, text.replace("../out", "../else"))
    [note] = found(world).notes
    assert "when you trusted it, sample.rules[2].include was" in note
    assert found(world).rules("include") == ["in", ""]


def test_a_rule_without_a_value_that_it_must_have_is_left_out(world: World) -> None:
    """SPEC 1.9: as a tree is whose path is not trusted; the others stay, counted anew."""
    rows = dict(SCHEMA.rows)
    match = rows["sample.rules[].match"]
    rows["sample.rules[].match"] = match._replace(trust="always")
    schema = SCHEMA._replace(rows=rows)
    world.write(world.project, _rules("p1"))
    world.write(world.home, _rules("h1"))
    files, [note] = settings_files(world.project, world.home, world.state, schema)
    assert [list(file.values.values()) for file in files] == [[], ["h1"]]
    assert "the table is left out" in note


class _Rule(NamedTuple):
    match: str
    terms: tuple[str, ...]
    include: str
    search: Any


class _Limit(NamedTuple):
    limit: int


class _Context(NamedTuple):
    limit: int
    rules: tuple[_Rule, ...]


class _Answer(NamedTuple):
    key: object


def test_every_key_of_every_rule_is_shown(world: World) -> None:
    """SPEC 1.5: `ra config` comes from the schema; a rule is shown as a whole, with its file."""
    world.write(world.project, _rules("a", "b"))
    here = found(world)
    held = _settings(world, here.overlay)
    shown = {key: value for key, value in flat(held, SCHEMA) if key.startswith("sample.")}
    assert list(shown) == ["sample.limit"] + [
        f"sample.rules[{number}].{name}"
        for number in (1, 2)
        for name in ("match", "terms", "include", "search.limit")
    ]
    assert shown["sample.rules[2].match"] == "b"
    assert shown["sample.rules[2].search.limit"] == 10
    set_by = origins(held, SCHEMA)
    assert set_by["sample.rules[2].match"] == world.project / ".ra.toml"
    assert set_by["sample.rules[2].terms"] is None


def _settings(world: World, overlay: Any) -> Any:
    """Settings of today with the fields that the keys of this schema would have."""
    today = world.load(world.top / "elsewhere")
    rules = []
    for number in (1, 2):
        table = (*RULES, Element(number))
        limit = _Limit(look(overlay, (*table, "search", "limit"), SCHEMA).value)
        names = ("match", "terms", "include")
        values = {name: look(overlay, (*table, name), SCHEMA).value for name in names}
        rules.append(_Rule(**values, search=limit))
    fields = {**today._asdict(), "sample": _Context(10, tuple(rules)), "answer": _Answer("")}
    fields["set_by"] = {parts: each.file.path for parts, each in overlay.items() if each.file}
    kind = NamedTuple("kind", [(name, Any) for name in fields])  # type: ignore[misc]
    return kind(**fields)


def test_the_template_shows_an_array_switched_off() -> None:
    """SPEC 1.5: `ra init` writes every key; a file of it is valid, also with its tables on."""
    text = template.project("docs", SCHEMA)
    assert tomllib.loads(text) == {
        **tomllib.loads(template.project("docs")),
        "sample": {},
        "answer": {},
    }
    assert "\n# [[sample.rules]]\n" in text
    assert '\n# match = "*.rs"\n' in text
    assert "\n# [sample.rules.search]\n" in text


def test_the_reference_page_writes_an_array() -> None:
    """SPEC 1.5: the page comes from the schema."""
    text = page.page(SCHEMA)
    assert "## `sample.rules[].match`" in text
    assert "](#contextrulesmatch)" in text
    assert '```toml\n[[sample.rules]]\nmatch = "*.rs"\n```' in text


@pytest.mark.parametrize(
    ("parts", "line"),
    [
        (("a",), 1),
        (("a", "b"), 1),
        (("a", "b", Element(1)), 1),
        (("a", "b", Element(1), "c"), 2),
        (("a", "b", Element(2)), 4),
        (("a", "b", Element(2), "c"), 5),
        (("a", "b", Element(2), "d"), 6),
        (("a", "b", Element(2), "d", "e"), 7),
        (("a", "b", Element(3), "c"), 10),
        (("a", "b", Element(1), "d"), None),
        (("a", "b", Element(4)), None),
    ],
)
def test_where_a_table_of_an_array_stands(parts: Parts, line: int | None) -> None:
    """SPEC 1.5: the line of the table that is meant, not of another one of the array."""
    text = "[[a.b]]\nc = 1\n\n[[a.b]]\nc = 2\n[a.b.d]\ne = 3\n# note\n[[a.b]]\nc = 4\n"
    assert line_of(text, parts) == line


def test_where_a_table_of_an_inline_array_stands() -> None:
    """SPEC 1.5: on the line of its key."""
    text = "\na = 1\nx = [{y = 1}, {y = 2}]\n"
    assert line_of(text, ("x", Element(2), "y")) == 3
    assert line_of(text, ("x", Element(3), "y")) is None
    assert line_of(text, ("a", Element(1), "y")) is None


def test_a_pattern_that_looks_like_a_number_is_quoted() -> None:
    """Own choice: `parsers."[1]"` is a pattern, `rules[1]` a table."""
    assert dotted(("parsers", "[1]")) == 'parsers."[1]"'
    assert dotted(("parsers", "1")) == "parsers.1"
    assert dotted(("rules", Element(1), "match")) == "rules[1].match"


def _rules(*patterns: str) -> str:
    return "".join(f'[[sample.rules]]\nmatch = "{each}"\n' for each in patterns)


def test_no_file_is_needed(world: World) -> None:
    """SPEC 1.3: without settings there are no rules."""
    assert found(world, Path(world.top / "elsewhere")).rules("match") == []
