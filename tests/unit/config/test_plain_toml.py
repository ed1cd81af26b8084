"""Tests that plain settings files are read like TOML, and all others left to `tomllib`."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ra.config import template
from ra.config.plain_toml import plain

VALUES = (
    *("true", "false", "True", "0", "7", "01", "-1", "1_000", "0.5", "1e3", "٣", "9" * 30, "nan"),
    *('"a"', "'a'", '""', "''", '"a b"', '"# b"', '"a\\\\b"', "'a\\b'", '"é"', '"a', "a", ""),
    *('"""a"""', "'''a'''", '""""""', '"\'"', "'\"'", '"a" # "b"', "'a' # 'b'", '"', "2024-05-31"),
    *(
        "[]",
        "[ ]",
        '["a"]',
        '["a", "b"]',
        "[1,2]",
        "[true]",
        '["a",]',
        '["a,b"]',
        "[[1]]",
        "[",
        "]",
    ),
    *("{}", "{a = 1}", '"a"\t', '"\u00a0"', '"\x7f"', '"\x00"', '"a"b', "1 # one", '["a" "b"]'),
)
KEYS = ("a", "b", "a.b", "a-b_1", '"a"', "'b'", "é", "", "1", "a b", "true")
HEADERS = (
    "[a]",
    "[a.b]",
    "[b]",
    "[a.b.c]",
    "[[a]]",
    "[[b]]",
    "[[a.b]]",
    "[[b.a]]",
    "[[ a ]]",
    "[[a]",
    "[[]]",
    "[[a.]]",
    "[[.a]]",
    "[ a ]",
    "[a",
    "a]",
    "[]",
    "[a.]",
    '["a"]',
    "[é]",
)
OTHERS = ("", "# note", "\t# é", "# \x07", "\ufeff", "a", "=", " ")


@st.composite
def files(draw: st.DrawFn) -> str:
    """Lines that settings files have, right and wrong ones, in any order."""
    pair = st.builds(
        lambda key, sign, value: f"{key}{sign}{value}",
        st.sampled_from(KEYS),
        st.sampled_from(("=", " = ", "\t= ")),
        st.sampled_from(VALUES),
    )
    line = st.one_of(pair, st.sampled_from(HEADERS), st.sampled_from(OTHERS))
    return draw(st.sampled_from(("\n", "\r\n", "\r"))).join(draw(st.lists(line, max_size=6)))


@given(text=files() | st.text(max_size=30))
@example("[a.b]\n[a]\nb = 1")
@example("[a]\nb = 1\n[a.b]")
@example("a = 1\n[a]")
@example("a = []\n[[a]]")
@example("a = [1]\n[[a]]")
@example("[a]\nb = []\n[[a.b]]")
@example("[[a.b]]\n[a]\nb = 1")
def test_what_is_plain_is_what_toml_says(text: str) -> None:
    """A file must not mean one thing when it is plain and another when it is not."""
    found = plain(text)
    if found is not None:
        expected = tomllib.loads(text)
        assert found == expected
        assert repr(found) == repr(expected)  # the order, and 1 is not true


@pytest.mark.parametrize("key", KEYS)
def test_every_value_alone_is_what_toml_says(key: str) -> None:
    """The same for each value by itself."""
    for value in VALUES:
        text = f"{key} = {value}"
        found = plain(text)
        assert found is None or repr(found) == repr(tomllib.loads(text)), text


def test_tables_of_an_array_are_plain() -> None:
    """SPEC 1.1: whoever writes `[[context.rules]]` need not wait for `tomllib` either."""
    text = '[[context.rules]]\nmatch = "a"\n[[context.rules]]\n\n[context]\nlimit = 3\n'
    expected = {"context": {"rules": [{"match": "a"}, {}], "limit": 3}}
    assert plain(text) == expected == tomllib.loads(text)


def test_the_files_that_people_write_are_plain() -> None:
    """Else nobody would gain from it: what `ra init` writes, and what the manual shows."""
    written = 'root = true\n\n[tree.docs]\npath = "docs"  \ninclude = ["*.md", \'*.txt\']\n'
    assert plain(written) == {
        "root": True,
        "tree": {"docs": {"path": "docs", "include": ["*.md", "*.txt"]}},
    }
    assert plain(template.project("docs")) == tomllib.loads(template.project("docs"))
    assert plain(template.user()) == tomllib.loads(template.user())
    assert plain("limit = 3\r\n") == {"limit": 3}


def test_a_repeated_table_is_left_to_toml_which_refuses_it() -> None:
    """TOML forbids to define a table twice."""
    assert plain("[a]\nb = 1\n[a]\nc = 2") is None
