"""Tests that the line of a key is found, however the file is written."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ra.config.key import Element
from ra.config.locate import line_of

TEXT = '''\
# [tree.no]
top = """
[tree.fake]
path = 1
"""

many = [
  "a", # ]
  "b",
]
a.b.c = 1
inline = { x = { y = 2 } }
[ tree . "a.b" ] # header
path = "."

chunking.strategy = "none"
[tree.z.chunking]
max = \'\'\'
x\'\'\'
[[rules]]
match = 1
[[rules]]
other = 2
'''

LINES = {
    ("top",): 2,
    ("many",): 7,
    ("a",): 11,
    ("a", "b", "c"): 11,
    ("inline", "x", "y"): 12,
    ("tree",): 13,
    ("tree", "a.b"): 13,
    ("tree", "a.b", "path"): 14,
    ("tree", "a.b", "chunking", "strategy"): 16,
    ("tree", "z"): 17,
    ("tree", "z", "chunking", "max"): 18,
    ("rules",): 20,
    ("rules", Element(1), "match"): 21,
    ("rules", Element(2), "other"): 23,
    ("tree", "fake"): None,
    ("tree", "no"): None,
    ("path",): None,
}


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("parts", LINES, ids=".".join)
def test_the_line_is_that_where_the_statement_begins(parts: tuple[str, ...], newline: str) -> None:
    """SPEC 1.5 and step 1: an error in settings names the line."""
    assert line_of(TEXT.replace("\n", newline), parts) == LINES[parts]


VALUES = st.sampled_from(["1", '"x"', '"""\n[t]\nk0 = 1\n"""', "[\n1,\n\n2]", "{ k0 = 1 }"])


@given(st.lists(st.tuples(st.integers(0, 3), VALUES), max_size=12))
def test_every_key_is_found_where_it_was_written(rows: list[tuple[int, str]]) -> None:
    """SPEC 1.5: exact also among comments, blank lines and values of many lines."""
    text, lines = "", {}
    for number, (filler, value) in enumerate(rows):
        text += "\n# k = 1\n" * filler
        lines[f"k{number + 1}"] = text.count("\n") + 1
        text += f"k{number + 1} = {value}\n"
    assert list(tomllib.loads(text)) == list(lines)
    assert {key: line_of(text, (key,)) for key in lines} == lines
