"""Tests of JSON records."""

from __future__ import annotations

import json as standard

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ra.model import Chunk, Link, Span, timestamp
from ra.present import json

CHUNK = Chunk(
    id="t:a.md#b",
    doc_id="t:a.md",
    parent_id="t:a.md",
    tree="t",
    path="a.md",
    depth=1,
    position=1,
    title="B",
    slug="b",
    breadcrumb=("A", "B"),
    byte_start=4,
    byte_end=9,
    sibling_count=1,
    body="body",
    kind="section",
    part=0,
    prefix="pre ",
    tags=("x",),
    links=(Link("u", None, "inline", False, 4, 5),),
    mtime=1_700_000_000_123_456_789,
    spans=(Span(4, 9),),
    token_count=3,
    hit=True,
    heading_start=0,
)


def test_a_record_holds_every_field_of_a_chunk() -> None:
    """SPEC 3.1: nothing is forgotten when a field is added; the rest is ours."""
    record = CHUNK.to_dict()
    assert set(record) == {*Chunk._fields, "text", "digest"} - {"spans", "hidden"}
    assert record["text"] == "pre body"
    assert record["breadcrumb"] == ["A", "B"]
    assert record["digest"] == CHUNK.digest


@pytest.mark.parametrize(
    ("nanoseconds", "shown"),
    [
        (0, "1970-01-01T00:00:00.000000Z"),
        (-1, "1969-12-31T23:59:59.999999Z"),
        (1_700_000_000_123_456_789, "2023-11-14T22:13:20.123456Z"),
    ],
)
def test_a_moment_is_utc_to_the_microsecond(nanoseconds: int, shown: str) -> None:
    """ISO 8601, also before 1970."""
    assert timestamp(nanoseconds) == shown


@given(st.text(st.characters(exclude_categories=[])), st.booleans())
def test_any_text_survives_as_one_line(text: str, ascii_only: bool) -> None:
    """JSON Lines: no reader may see a line end inside a record, lone surrogates included."""
    encoded = json.encode({"x": text}, ascii_only=ascii_only)
    assert encoded.splitlines() == [encoded]
    sent = encoded.encode("ascii" if ascii_only else "utf-8", "backslashreplace").decode()
    assert standard.loads(sent) == {"x": text}
