"""Tests that the headings of every CommonMark and GFM example are those of its HTML."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ra.document import Source
from ra.parse import parse
from tests.conformance.html_headings import RenderedHeading, top_level
from tests.shared import SHARED, shared

EXAMPLES = {"commonmark": 655, "gfm": 673}


def _examples(name: str) -> list[dict[str, Any]]:
    path = SHARED / "conformance" / name / "spec.json"
    if not path.is_file():
        return []
    examples: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    return examples


@pytest.mark.parametrize("name", EXAMPLES)
def test_all_examples_are_there(name: str) -> None:
    """All 655 CommonMark and 673 GFM examples, none left out."""
    shared("conformance", name, "spec.json")
    assert len(_examples(name)) == EXAMPLES[name]


@pytest.mark.parametrize("name", EXAMPLES)
def test_headings_are_those_of_the_page(name: str) -> None:
    """SPEC 2.3: ATX and setext headings at the top level, level and plain text."""
    shared("conformance", name, "spec.json")
    examples = {one["example"]: one for one in _examples(name)}
    found = {number: _headings(one["markdown"]) for number, one in examples.items()}
    assert found == {number: _rendered(one["html"]) for number, one in examples.items()}


def _headings(markdown: str) -> list[RenderedHeading]:
    document = parse(Source("t", "example.md", markdown.encode(), 0, "markdown"))
    return [RenderedHeading(one.depth, one.title) for one in document.sections[1:]]


def _rendered(html: str) -> list[RenderedHeading]:
    return [RenderedHeading(one.level, _line(one.text)) for one in top_level(html)]


def _line(text: str) -> str:
    """A line break inside a setext heading is a space in its plain text."""
    return text.replace("\n", " ").strip()


def test_reader_of_pages_sees_only_the_top_level() -> None:
    """The measure itself: headings in quotes and lists are not counted, markup is removed."""
    html = (
        "<blockquote>\n<h1>no</h1>\n</blockquote>\n<h2>a <em>b</em> &amp;\n<code>c</code></h2>\n"
        "<ul>\n<li>\n<h3>no</h3>\n</li>\n</ul>\n<hr />\n<p>x<br />y</p>\n<h3><img alt='z' /></h3>"
    )
    assert top_level(html) == [RenderedHeading(2, "a b &\nc"), RenderedHeading(3, "z")]
