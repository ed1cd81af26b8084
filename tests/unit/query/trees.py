"""Trees of queries as JSON, for the tests of the parser."""

from __future__ import annotations

import pytest

from ra.errors import QueryError
from ra.query import parse, to_json

A, B, C = {"term": "a"}, {"term": "b"}, {"term": "c"}


def tree(text: str) -> object:
    """The tree of a query as JSON."""
    return to_json(parse(text))


def place(text: str) -> int:
    """Where the caret stands for a query that is refused."""
    with pytest.raises(QueryError) as caught:
        parse(text)
    assert caught.value.text == text
    return caught.value.offset
