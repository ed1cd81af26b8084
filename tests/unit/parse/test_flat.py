"""Does the short way through front matter say what the YAML library says? (SPEC 2.1)"""

from __future__ import annotations

import pytest
import yaml12
from hypothesis import example, given
from hypothesis import strategies as st

from ra.parse.flat import MAX_BYTES, flat_fields

WORDS = ("null", "True", "FALSE", "yes", "no", "nan", "Infinity", "e1", "x", "2020-01-01", "0x1F")
MARKS = ("", " ", "  ", ":", ": ", "-", "--", '"', "'", "#", " #", "\\", "\t", "é", "\r", "\n", "~")
SIGNS = (*"&*!|>%@`{}[],?/.<=+()$;^_", "- ", "? ", "<<", "---", "...")
PARTS = st.lists(st.sampled_from((*WORDS, *MARKS, *SIGNS)), max_size=4).map("".join)
QUOTED = PARTS.map(lambda text: f'"{text}"')
NAMES = st.sampled_from(("title", "page-type", "x", "null", "tRUE", "-", "--", "_a", "a-", "a b"))
VALUES = st.one_of(PARTS, QUOTED, st.tuples(st.sampled_from(WORDS), PARTS).map("".join))
ITEMS = st.tuples(st.sampled_from(("  - ", "  - ", "- ", "   - ", "  -")), VALUES).map("".join)
LISTS = st.tuples(NAMES, st.just(":\n"), st.lists(ITEMS, max_size=3).map("\n".join)).map("".join)
LINES = st.one_of(
    st.tuples(NAMES, st.sampled_from((": ", ": ", ": ", ":", ":  ")), VALUES).map("".join),
    LISTS,
    ITEMS,
)
BLOCKS = st.lists(LINES, max_size=3).map(lambda lines: "".join(f"{line}\n" for line in lines))


@given(BLOCKS)
@example('title: "A: b"\nslug: Web/API:_x\npage-type: guide (new), it\'s <b> & *more*\n')
@example("a: x\n  y\n")
@example("a: x\na: y\n")
def test_what_is_flat_reads_as_in_the_library(block: str) -> None:
    """SPEC 2.1: the fields are those of YAML 1.2, whichever way they are read."""
    fields = flat_fields(block.encode())
    assert fields is None or fields == yaml12.parse_yaml(block)


def test_the_usual_forms_are_flat() -> None:
    """SPEC 2.1: words, paths, signs within words, and anything but escapes in quotes."""
    block = b'title: "A: b"\nshort-title: it\'s (x), <y>:no\nx_1: Web/API\n'
    expected = {"title": "A: b", "short-title": "it's (x), <y>:no", "x_1": "Web/API"}
    assert flat_fields(block) == expected
    assert flat_fields(b'a:\n  - b c\n  - "d"\ne: f\n') == {"a": ["b c", "d"], "e": "f"}


@pytest.mark.parametrize(
    "block",
    [
        "",
        "a: 1\n",
        "a: true\n",
        "True: a\n",
        "a:\n",
        "a: b # c\n",
        'a: "b\\n"\n',
        "a: [b]\n",
        "a: b: c\n",
        "a: b:\n",
        "a: b \n",
        "a: b\r\n",
        "a: b\n  c\n",
        "a:\n  - b: c\n",
        "a:\n  - b\n  - 1\n",
        "a: b\n  - c\n",
        "a:\n  - b\n   - c\n",
        "a: \n  - b\n",
        "  - b\n",
        "a\n  - b\n",
        "a: b\na: c\n",
        "- a: b\n",
        "-: b\n",
        "a: é\n",
        'a: "b" "c"\n',
        'a: "\n',
        f"{'a' * MAX_BYTES}: b\n",
    ],
)
def test_all_else_is_left_to_the_library(block: str) -> None:
    """SPEC 2.1: what could mean more than words is not read the short way."""
    assert flat_fields(block.encode()) is None
