"""Text that people type and paste, which looks like an operator and is none (SPEC 7)."""

from __future__ import annotations

import pytest

from ra.errors import QueryError
from ra.query import parse, plain, to_json


def words(text: str) -> list[object]:
    """The terms of a query that is nothing but words, one after the other."""
    tree = to_json(parse(text)) or {}
    parts = tree.get("and", [tree])
    assert isinstance(parts, list)
    return [part.get("term") for part in parts]


@pytest.mark.parametrize(
    "text",
    [
        "16 - BGP",
        "2024-01-02 - Meeting",
        "a -- b",
        "- [ ] buy milk",
        "* [x] done",
        "a -",
        "- a",
        "Page – Site — Blog",
        "foo() bar",
        "foo().bar() baz",
        "obj.call()-x",
        "OR() a",
        "error: tree: not found",
        "panic: body: nil",
        "title: guide",
        "before: the call",
        "http://x std::io path::Path",
        "[[Jane Doe]]",
        "[1] [2024-01-02]",
        "array[0] x[key]",
        "[std::io] [http://x]",
        "[see: below]",
        "[object Object]",
        "=> a",
    ],
)
def test_text_stays_text(text: str) -> None:
    """SPEC 7: dashes alone, calls, a colon before white space and other brackets are text."""
    assert words(text) == text.split()


def test_text_before_a_parenthesis() -> None:
    """SPEC 7: a dash before `)` is text; the text of a Markdown link is no property."""
    assert words("(a -)") == ["a", "-"]
    assert words("[text](url)") == ["[text]", "url"]


@pytest.mark.parametrize(
    ("text", "field", "value"),
    [
        ("[status]", "prop", {"term": "status"}),
        ("[status:draft]", "prop.status", {"term": "draft"}),
        ("[rating:>5]", "prop.rating", {"term": ">5"}),
        ("[due:<2026-12-01]", "prop.due", {"term": "<2026-12-01"}),
        ("[due-date:2026-12]", "prop.due-date", {"term": "2026-12"}),
        ('[status:"in progress"]', "prop.status", {"phrase": ["in", "progress"]}),
        ("[status:dra*]", "prop.status", {"prefix": "dra"}),
        ("[größe:XL]", "prop.größe", {"term": "XL"}),
        ('["due date"]', "prop", {"term": "due date"}),
        ('["due date":<2027]', "prop.due date", {"term": "<2027"}),
        ('["a: b":"in progress"]', "prop.a: b", {"phrase": ["in", "progress"]}),
    ],
)
def test_properties(text: str, field: str, value: object) -> None:
    """SPEC 7: front matter properties as Obsidian writes them, also negated and in groups."""
    asked = {"field": field, "expr": value}
    assert to_json(parse(text)) == asked
    assert to_json(parse(f"-{text}")) == {"not": asked}
    assert to_json(parse(f"({text}) a")) == {"and": [asked, {"term": "a"}]}
    assert to_json(parse(f"{text}^2")) == {"boost": 2.0, "expr": asked}


def test_a_query_without_words_is_refused() -> None:
    """SPEC 7: a query in which nothing can be searched is an error that says so."""
    for read in (parse, plain):
        with pytest.raises(QueryError, match=r"no word in '=>' can be searched.*`rg -F`") as caught:
            read(" => ")
        assert caught.value.offset == 1


@pytest.mark.parametrize(
    "text", ["tree:-", "path:/", "after:7d", "[ab]", "-a", "日", "é", "x*", "🔁", "⏫"]
)
def test_what_can_be_searched(text: str) -> None:
    """SPEC 6.1: emoji are words. Our choice: values that are compared need no words."""
    assert parse(text) is not None


def test_plain_words() -> None:
    """SPEC 7: `--words` takes the text as plain words."""
    text = 'title:a OR "b -c) ^2 d*'
    assert to_json(plain(text)) == {"and": [{"term": word} for word in text.split()]}
    assert plain(" \n") is None
    with pytest.raises(QueryError, match="more than 1,000 words"):
        plain("a " * 1001)
