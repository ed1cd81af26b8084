"""Form `chunk_tree`: one file's text, and its outline nodes in order (SPEC 3.1-3.4, 4.1)."""

from __future__ import annotations

from itertools import zip_longest
from typing import Any

from ra.chunking import outline
from ra.config.schema import DEFAULT_CHUNKING
from ra.document import Source
from ra.model import Chunk, ParserName
from ra.parse import parse
from tests.conformance.cases import Case

FIELDS = (
    "id",
    "doc_id",
    "parent_id",
    "depth",
    "position",
    "title",
    "slug",
    "byte_start",
    "byte_end",
    "sibling_count",
    "body",
)


def check(case: Case) -> str | None:
    """The first difference between the outline of this case's file and the one expected.

    The cases name documents as S0 does, by their first h1 (SPEC 2.2).
    """
    given = case.input
    parser: ParserName = "markdown" if given["path"].endswith((".md", ".markdown")) else "text"
    source = Source(given["tree"], given["path"], given["content"].encode(), 0, parser)
    nodes = [node(chunk) for chunk in outline.chunk(parse(source, "first-h1"), DEFAULT_CHUNKING)]
    for number, (found, expected) in enumerate(zip_longest(nodes, case.expected)):
        if found != expected:
            return f"node {number}: {_difference(found, expected)}"
    return None


def node(chunk: Chunk) -> dict[str, object]:
    """A chunk as the cases write it."""
    fields: dict[str, object] = {name: getattr(chunk, name) for name in FIELDS}
    return fields | {"breadcrumb": "> " + " › ".join(chunk.breadcrumb)}


def _difference(found: dict[str, Any] | None, expected: dict[str, Any] | None) -> str:
    if found is None or expected is None:
        return f"expected {expected}, got {found}"
    names = [name for name in {**expected, **found} if expected.get(name) != found.get(name)]
    return "; ".join(
        f"{name}: expected {expected.get(name)!r}, got {found.get(name)!r}" for name in names
    )
