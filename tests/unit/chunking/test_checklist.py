"""Tests of the checklist for the records of `spec_v1` (S1 §11)."""

from __future__ import annotations

import pytest

from ra.chunking import spec_v1
from ra.chunking.spec_v1.checklist import problems
from ra.chunking.spec_v1.record import SpecRecord
from tests.unit.parse.reading import read


def _valid() -> tuple[str, list[SpecRecord]]:
    text = "intro\n\n# A\n\nalpha\n\n```\nbeta\n```\n"
    return text, spec_v1.records(read(text), "t")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"chunk_text": "alpha " * 600, "token_count": 601}, "601 tokens are more than 520"),
        ({"token_count": 3}, "token_count says 3, but the text has"),
        ({"chunk_text": " \n", "token_count": 1}, "there is no text"),
        ({"ordinal": 7}, "this one should be 1"),
        ({"headings_path": (), "chunk_path": ""}, "must have a heading path"),
        ({"chunk_path": "B"}, "does not begin with the headings 'A'"),
        ({"chunk_id": "0" * 64}, "chunk_id must follow the formula"),
        ({"tenant_id": "other"}, "chunk_id must follow the formula"),
    ],
)
def test_the_checklist_says_what_fails_and_where(changes: dict[str, object], message: str) -> None:
    """S1 §11, SPEC 4.4: each rule of the list, broken in one record of three."""
    text, records = _valid()
    document = read(text)
    assert problems(records, document) == []
    records[1] = records[1]._replace(**changes)  # type: ignore[arg-type]
    found = problems(records, document)
    assert any(message in line for line in found), found
    assert all(
        line.startswith(f"docs:notes/page.md chunk {records[1].ordinal} (") for line in found
    )
