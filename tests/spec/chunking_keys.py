"""The effect of each setting of `[chunking]`, for all trees and for one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from tests.spec.keys import Case

TREE = '[tree.docs]\npath = "docs"\n'
LONG = {
    "docs/long.md": "# Long\n\nOne one one.\n\nTwo two two.\n\n## Small\n\nThree three.\n",
    "docs/two.md": "# One\n\n1\n\n# Two\n\n2\n",
}
_CHUNKS = "chunks docs/long.md"
# Nothing is joined, absorbed or put before a text, so that one key alone shows.
_LEAVES = {"strategy": '"leaves"', "min_document_chars": "0", "min_leaf_chars": "0"}
_HEADERS = {
    "strategy": '"header_based"',
    "min_chunk_chars": "0",
    "max_chunk_chars": "25",
    "overlap_chars": "0",
    "include_parent_headers": "false",
}


class _Row(NamedTuple):
    """Two values of a key among other settings, a command and what each value shows."""

    values: tuple[str, str]
    command: str
    shows: tuple[str, str]
    others: Mapping[str, str] = {}


ROWS: dict[str, _Row] = {
    "strategy": _Row(
        ('"none"', '"outline"'),
        "inspect doc docs/long.md",
        ("with strategy none", "with strategy outline"),
    ),
    "max_chunk_size": _Row(("10", "1000"), "status", ("more than max_chunk_size = 10", "")),
    "max_leaf_chars": _Row(("15", "1000"), _CHUNKS, ("docs:long.md#long~2", ""), _LEAVES),
    "min_leaf_chars": _Row(("200", "0"), _CHUNKS, ("\n## Small\n", ""), _LEAVES),
    "min_document_chars": _Row(("1200", "0"), _CHUNKS, ("docs:long.md~1", ""), _LEAVES),
    "min_chunk_chars": _Row(
        ("200", "0"),
        _CHUNKS,
        ("docs:long.md#long~1", ""),
        {**_HEADERS, "max_chunk_chars": "1500"},
    ),
    "max_chunk_chars": _Row(("25", "1500"), _CHUNKS, ("docs:long.md#long~2", ""), _HEADERS),
    "overlap_chars": _Row(("4", "0"), _CHUNKS, ("\n\none.\n\nTwo", ""), _HEADERS),
    "include_parent_headers": _Row(
        ("true", "false"), _CHUNKS, ("\n\nLong\n\n## Small", ""), _HEADERS
    ),
    "title": _Row(
        ('"first-h1"', '"auto"'),
        "chunks docs/two.md",
        ("> One › Two", "> two › Two"),
    ),
}


def _case(name: str, row: _Row) -> Case:
    one, two = (_table({**row.others, name: value}) + TREE for value in row.values)
    return Case(one, two, row.command, *row.shows, LONG)


def _tree_case(name: str, row: _Row) -> Case:
    """The tree says one value while `[chunking]` says the other."""
    first, second = row.values
    one, two = (
        _table({**row.others, name: outer}) + TREE + _table({name: inner})
        for outer, inner in ((second, first), (first, second))
    )
    return Case(one, two, row.command, *row.shows, LONG)


def _table(values: Mapping[str, str]) -> str:
    return "".join(f"chunking.{name} = {value}\n" for name, value in values.items())


CHUNKING_CASES = {f"chunking.{name}": _case(name, row) for name, row in ROWS.items()}
TREE_CHUNKING_CASES = {
    f"tree.*.chunking.{name}": _tree_case(name, row) for name, row in ROWS.items()
}
