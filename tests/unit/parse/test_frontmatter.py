"""Tests that front matter is read as people write it, and never breaks a document (SPEC 2.1)."""

from __future__ import annotations

import json

import pytest

from ra.parse import blocks_of
from tests.unit.parse.reading import headings, read


@pytest.mark.parametrize(
    "text",
    [
        "---\ntitle: A\n---\n# B\n",
        "---\r\ntitle: A\r\n---\r\n# B\r\n",
        "---\rtitle: A\r---\r# B\r",
        "\ufeff---\ntitle: A\n---\n# B\n",
        "--- \t\ntitle: A\n---\t \n# B\n",
        "---\n{title: A}\n---\n# B\n",
        "\n  \n---\ntitle: A\n---\n# B\n",
        "---\n# comment\n'title': A # more\n---\n# B\n",
        "+++\ntitle = 'A'\n+++\n# B\n",
        "+++\r\ntitle = 'A'\r\n+++\r\n# B\r\n",
    ],
)
def test_block_at_the_very_start(text: str) -> None:
    """SPEC 2.1: YAML or TOML, any line end, after a BOM; never parsed as Markdown."""
    document = read(text)
    assert document.fields == {"title": "A"}
    assert document.warnings == ()
    assert headings(document) == [(1, "B")]
    assert document.source.data[document.content_start :].startswith(b"# B")


@pytest.mark.parametrize(
    "text", ["---\n---\nx", "---\n\n---\nx", "---\n# c\n---\nx", "+++\n+++\nx"]
)
def test_empty_block_is_front_matter(text: str) -> None:
    """SPEC 2.1: a block that parses to nothing is front matter without fields."""
    document = read(text)
    assert (document.fields, document.warnings, headings(document)) == ({}, (), [])
    assert document.content_start == len(text) - 1
    assert [block.kind for block in blocks_of(document)] == ["paragraph"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("---\nFoo\n---\nBar\n---\nBaz\n", [(2, "Foo"), (2, "Bar")]),
        ("---\n- a\n---\n# B\n", [(1, "B")]),
        ("---\n42\n---\n", [(2, "42")]),
        ("---\nnot: closed\n\n# B\n", [(1, "B")]),
        ("---\na: 1\n...\n# B\n", [(1, "B")]),
        (" ---\na: 1\n---\n", [(2, "a: 1")]),
        ("----\na: 1\n----\n", [(2, "a: 1")]),
        ("# A\n\n---\na: 1\n---\n", [(1, "A"), (2, "a: 1")]),
        ("---\na: 1\n+++\n# B\n", [(1, "B")]),
    ],
)
def test_what_is_not_front_matter_is_markdown(text: str, found: list[tuple[int, str]]) -> None:
    """SPEC 2.1: not a mapping, not closed, or not at the very start (CommonMark example 96)."""
    document = read(text)
    assert document.content_start == 0
    assert (document.fields, document.warnings) == ({}, ())
    assert headings(document) == found


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("---\na: 1\nb: [\n---\n# B\nx\n", "line 4"),
        ("+++\na = 1\nb\n+++\n# B\nx\n", "line 3"),
        ("\ufeff---\na: 'x\n---\n# B\nx\n", "line"),
    ],
)
def test_malformed_block_is_a_warning(text: str, place: str) -> None:
    """SPEC 2.1: the body is still read; the warning gives the place in the file."""
    document = read(text)
    (warning,) = document.warnings
    assert warning.startswith("malformed front matter: ")
    assert place in warning
    assert "\n" not in warning
    assert document.fields == {}
    assert headings(document) == [(1, "B")]


@pytest.mark.parametrize(
    ("written", "title"),
    [
        ("title: Plain", "Plain"),
        ("title: '  two   words '", "two words"),
        ("title: |\n  two\n  lines", "two lines"),
        ("title: 2024", "2024"),
        ("title: 2024-05-01", "2024-05-01"),
        ("title: !x tagged", "tagged"),
        ("title: true", "First"),
        ("title: [a]", "First"),
        ("title:", "First"),
        ("title: ' '", "First"),
        ("Title: X", "X"),
    ],
)
def test_title(written: str, title: str) -> None:
    """SPEC 2.2: a title that is a text or number, in one line; else the first h1."""
    assert read(f"---\n{written}\n---\n# First\n").title == title


@pytest.mark.parametrize(
    ("written", "tags"),
    [
        ("tags: [a, b/c, 'd e']", ("a", "b/c", "d e")),
        ("tags:\n- a\n- '#b'", ("a", "b")),
        ("tags: a, b ,a,", ("a", "b")),
        ("tags: '#a #b'", ("a", "b")),
        ("tags: '#a, #b'", ("a", "b")),
        ("tags: one", ("one",)),
        ("tags: one two/three  one", ("one", "two/three")),
        ("tags: one, two three", ("one", "two three")),
        ("tag: one", ("one",)),
        ("tags: 2024", ("2024",)),
        ("tags: [2024, null, {x: 1}, [y], '', '#']", ("2024",)),
        ("tags:", ()),
        ("tags: {a: 1}", ()),
        ("title: x", ()),
    ],
)
def test_tags(written: str, tags: tuple[str, ...]) -> None:
    """SPEC 2.1: tags are a list, a comma string, or Obsidian's form; no `#`, no repeats."""
    assert read(f"---\n{written}\n---\n").tags == tags


@pytest.mark.parametrize(
    ("written", "aliases"),
    [
        ("aliases: [X, Y Z]", ("X", "Y Z")),
        ("aliases: One, Two", ("One", "Two")),
        ("alias: One", ("One",)),
        ("aliases: ['#1']", ("#1",)),
        ("aliases:", ()),
    ],
)
def test_aliases(written: str, aliases: tuple[str, ...]) -> None:
    """SPEC 2.1: other names, as written."""
    assert read(f"---\n{written}\n---\n").aliases == aliases


@pytest.mark.parametrize(
    ("written", "updated"),
    [
        ("---\ndate: 2024-05-01\n---\n", "2024-05-01T00:00:00"),
        ("---\ndate: 2024-05-01\nmodified: 2024-06-01\n---\n", "2024-06-01T00:00:00"),
        ("---\nmodified: 2024-06-01\nupdated: 2024-07-01\n---\n", "2024-07-01T00:00:00"),
        ("---\nupdated: 2024-06-01T10:00:00Z\n---\n", "2024-06-01T10:00:00+00:00"),
        ("---\nupdated: soon\ndate: 2024-02-03 04:05\n---\n", "2024-02-03T04:05:00"),
        ("---\ndate: 2024-02-30\n---\n", None),
        ("---\ndate: 20\n---\n", None),
        ("+++\ndate = 2024-05-01T10:00:00+02:00\n+++\n", "2024-05-01T10:00:00+02:00"),
        ("+++\ndate = 2024-05-01\n+++\n", "2024-05-01T00:00:00"),
    ],
)
def test_updated(written: str, updated: str | None) -> None:
    """SPEC 2.1, 8.5: `updated`, else `modified`, else `date`, the first that is a date."""
    assert read(written).updated == updated


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("2024-05-01", "2024-05-01"),
        ("!!timestamp 2024-05-01", "2024-05-01"),
        ("!x {y: !z 1}", {"y": "1"}),
        (".nan", "nan"),
        ("[.inf, -.inf]", ["inf", "-inf"]),
        ("0x1F", 31),
        ("yes", "yes"),
        ("~", None),
        ("1.5", 1.5),
        ("!!binary aGk=", "aGk="),
        ("{1: a, 2024-01-01: b}", {"1": "a", "2024-01-01": "b"}),
        ("{<<: {q: 1}}", {"<<": {"q": 1}}),
        ("'日本'", "日本"),
    ],
)
def test_values_survive_storage(written: str, value: object) -> None:
    """SPEC 2.1: any YAML value survives storage, dates included."""
    fields = read(f"---\nkey: {written}\n---\n").fields
    assert fields == {"key": value}
    assert json.loads(json.dumps(fields, allow_nan=False)) == fields


def test_toml_values_survive_storage() -> None:
    """SPEC 2.1: TOML has dates, times, infinity and numbers of any length."""
    written = "a = 10:00:00\nb = inf\nc = 0x" + "f" * 5000 + "\nd = [2024-01-01]\n[e.f]\ng = 1"
    fields = read(f"+++\n{written}\n+++\n").fields
    assert fields == {
        "a": "10:00:00",
        "b": "inf",
        "c": "0x" + "f" * 5000,
        "d": ["2024-01-01"],
        "e": {"f": {"g": 1}},
    }
    assert json.loads(json.dumps(fields, allow_nan=False)) == fields


def test_aliases_of_yaml_are_followed() -> None:
    """SPEC 2.1: an alias stands for what it names."""
    assert read("---\na: &x [1, 2]\nb: *x\n---\n").fields == {"a": [1, 2], "b": [1, 2]}


def test_plain_text_has_no_front_matter() -> None:
    """SPEC 2.1: a text file is what it is."""
    document = read("---\ntitle: A\n---\n", "log.txt", "text")
    assert (document.title, document.fields, document.content_start) == ("log", {}, 0)
