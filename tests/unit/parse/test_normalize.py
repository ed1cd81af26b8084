"""Tests of normalization and its offsets in the file (SPEC 4.4, S1 §2)."""

from __future__ import annotations

import pytest

from ra.model import ParserName
from ra.parse import blocks, blocks_of
from ra.parse.normalize import NormalizedText, normalize
from tests.unit.parse.reading import read


def _normalized(text: str, parser: ParserName = "markdown") -> NormalizedText:
    document = read(text, parser=parser)
    return normalize(document, blocks_of(document))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\r\nb\rc\n", "a\nb\nc\n"),
        ("a  b \t c\td\n", "a b c d\n"),
        ("a  \nb\n", "a \nb\n"),
        ("  a  b\n\tc\n", "  a b\n\tc\n"),
        ("- a\n    - b  c\n        - d\n", "- a\n    - b c\n        - d\n"),
        ("> - a\n>     - b  c\n", "> - a\n>     - b c\n"),
        ("a >  b\n", "a > b\n"),
        ("# A   b\n", "# A b\n"),
        ("é  ü\u3000\u3000ß\n", "é ü\u3000\u3000ß\n"),
        ("<pre>\na  b\n</pre>\n", "<pre>\na b\n</pre>\n"),
        ("", ""),
    ],
)
def test_lines(text: str, expected: str) -> None:
    """S1 §2.3, §2.4: newlines are `\\n`; runs inside a line collapse, indentation stays."""
    assert _normalized(text).data.decode() == expected


@pytest.mark.parametrize(
    "literal",
    [
        "```\na  b\t\tc\n```",
        "~~~ py  x\na  b\n",
        "| a  | b |\n|----|---|\n| c  |\td |",
        "    indented  code",
        "- item\n\n  ```\n  a  b\n  ```",
        "> ```\n> a  b\n> ```",
        "[^1]: note\n\n    ```\n    a  b\n    ```",
    ],
)
def test_code_and_tables_stay(literal: str) -> None:
    """S1 §2.4: except inside fenced code blocks and tables, wherever they stand."""
    text = f"x  y\n\n{literal}\n\nz\n"
    assert _normalized(text).data.decode() == text.replace("x  y", "x y")


def test_newlines_in_code_are_normalized() -> None:
    """S1 §2.3: line endings are `\\n` everywhere, also in code inside a list."""
    text = "```\r\na  b\r\n```\r\n\r\n- i\r\n\r\n  ~~~\r\n  c  d\r\n  ~~~\r\n  e  f\r\n"
    expected = "```\na  b\n```\n\n- i\n\n  ~~~\n  c  d\n  ~~~\n  e f\n"
    assert _normalized(text).data.decode() == expected


def test_front_matter_and_bom_are_removed() -> None:
    """SPEC 4.4: front matter is removed first; places lead behind it."""
    text = "\ufeff---\ntitle:  x\n---\na  b\n"
    found = _normalized(text)
    assert found.data == b"a b\n"
    assert [found.in_file(place) for place in range(5)] == [21, 22, 24, 25, 26]


def test_places_lead_to_the_file_and_back() -> None:
    """SPEC 4.4: `byte_start` and `byte_end` are bytes of the file."""
    found = _normalized("é  b\r\nc")
    assert found.data.decode() == "é b\nc"
    assert [found.in_file(place) for place in range(7)] == [0, 1, 2, 4, 5, 7, 8]
    assert [found.place(place) for place in range(9)] == [0, 1, 2, 3, 3, 4, 5, 5, 6]


def test_unchanged_text_has_no_map() -> None:
    """STYLE: most files are written in that way already; they cost a look."""
    found = _normalized("---\na: b\n---\n# A\n\n- b\n    - c\n")
    assert (found.places, found.ends, found.in_file(0)) == ((), (), 13)


def test_plain_text_has_no_literals() -> None:
    """SPEC 2.6: a text file has no fences."""
    assert _normalized("```\na  b\n```\n", "text").data == b"```\na b\n```\n"


@pytest.mark.parametrize("unit", [">  ", "a>  ", "a\r\n", "a  ", "\t", "\r", "> \r\n"])
def test_much_white_space_is_read_once(unit: str) -> None:
    """Hostile input ends; work that grows with the square of it would not."""
    text = unit * (200_000 // len(unit)) + "x"
    found = _normalized(text, "text")
    assert found.in_file(len(found.data)) == len(text)


def test_items_of_the_outer_list() -> None:
    """SPEC 4.4, R11: the top-level list decides; lists inside an item belong to it."""
    text = "- a\n  - b\n  - c\n\n  1. d\n- e\n"
    assert blocks.item_starts(text) == [0, 24]
    assert blocks.item_starts("no list") == []


def test_literals_at_any_depth() -> None:
    """SPEC 4.4: code and tables are literals in lists and quotes as well."""
    text = "- a\n\n  ```\n  b\n  ```\n\n> | c |\n> |---|\n"
    found = [text[start:end] for start, end in blocks.literals_in(text)]
    assert found == ["```\n  b\n  ```", "| c |\n> |---|\n"]
