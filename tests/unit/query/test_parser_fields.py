"""SPEC 7: fields, dates and exact names in queries."""

from __future__ import annotations

import pytest

from ra.query.fields import ALIASES, FIELDS
from tests.unit.query.trees import A, B, C, place, tree


@pytest.mark.parametrize("name", FIELDS)
def test_every_field_takes_a_word_a_phrase_and_a_group(name: str) -> None:
    """SPEC 7: fields; the value follows the colon directly."""
    value = "7d" if name in ("after", "before") else "a"
    term = {"term": value}
    assert tree(f"{name}:{value}") == {"field": name, "expr": term}
    assert tree(f"{name}: \t{value}") == {"and": [{"term": f"{name}:"}, term]}
    assert tree(f'{name}:"{value}"') == {"field": name, "expr": {"phrase": [value]}}
    either = {"or": [term, {"not": term}]}
    assert tree(f"{name}:({value} OR -{value})") == {"field": name, "expr": either}


def test_other_names_of_fields() -> None:
    """SPEC 7: `tag:` parses as `tags`."""
    assert ALIASES == {"tag": "tags"}
    assert tree("tag:a") == tree("tags:a") == {"field": "tags", "expr": A}


@pytest.mark.parametrize(
    "word",
    [
        "http://x",
        "std::io",
        "path::Path",
        "Title:x",
        "TITLE:x",
        "subtitle:x",
        "x.title:y",
        ":a",
        "a:",
        "12:30",
        "c:\\docs",
        "body::",
    ],
)
def test_unknown_names_before_a_colon_are_text(word: str) -> None:
    """SPEC 7: ordinary text; our choice: names are lower case, and no value begins with `:`."""
    assert tree(word) == {"term": word}


def test_text_before_a_quote_or_group_ends_there() -> None:
    """Our choice: quotes and parentheses end a word wherever they stand."""
    assert tree('color:"a b"') == {"and": [{"term": "color:"}, {"phrase": ["a", "b"]}]}
    assert tree('a"b"c') == {"and": [A, {"phrase": ["b"]}, C]}
    assert tree("a(b)c") == {"and": [A, B, C]}


@pytest.mark.parametrize(
    ("text", "offset"),
    [
        ("title:-a", 6),
        ("title:NOT a", 6),
        ("title:OR", 6),
        ("title:)", 6),
        ("title:^2", 6),
        ("a title:", 2),
        ("title:   ", 0),
        ("title:body:a", 6),
        ("title:(a body:b)", 9),
        ("title:(a -(tag:b))", 11),
    ],
)
def test_only_a_word_a_phrase_or_a_group_follows_a_field(text: str, offset: int) -> None:
    """SPEC 7: `title:-a` is an error, and no field stands inside a field's group."""
    assert place(text) == offset


def test_a_field_ends_with_its_group() -> None:
    """SPEC 7: fields may follow each other."""
    assert tree("title:(a) body:b") == {
        "and": [{"field": "title", "expr": A}, {"field": "body", "expr": B}]
    }


@pytest.mark.parametrize(
    "value", ["2024-05-31", "2024-02-29", "2024-05", "2024", "7d", "2w", "3m", "1y", "0d"]
)
def test_dates(value: str) -> None:
    """SPEC 7: an ISO date, a month, a year, or so many days, weeks, months, years ago."""
    assert tree(f"after:{value}") == {"field": "after", "expr": {"term": value}}


NO_DATES = [
    "202",
    "20245",
    "2024-5",
    "2024-00",
    "2024-",
    "0000",
    "2024-05-",
    "2024-13-01",
    "2023-02-29",
    "0000-01-01",
    "24-05-31",
    "7",
    "d",
]
NO_DATES += ["7h", "7D", "+7d", "7.5d", "999999d", "yesterday", "2024-05-31T10:00", "７d", "7d*"]


@pytest.mark.parametrize("value", NO_DATES)
def test_other_values_are_no_dates(value: str) -> None:
    """SPEC 7: a caret stands under a value that is no date."""
    assert place(f"tea before:{value}") == 11
    assert place(f"after:(7d OR {value})") == 13


def test_a_date_is_one_word() -> None:
    """SPEC 7: two words in quotes are no date; an empty phrase is nothing."""
    assert place('after:"2024-05-31 7d"') == 6
    assert tree('a after:""') == A


@pytest.mark.parametrize("name", ["tree", "doc"])
def test_exact_fields_take_whole_names(name: str) -> None:
    """SPEC 7: `tree` is exact; what could never match is refused and not searched."""
    assert place(f"{name}:not*") == len(name) + 1
    assert tree(f"{name}:docs:a-b.md") == {"field": name, "expr": {"term": "docs:a-b.md"}}
