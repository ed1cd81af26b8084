"""Which documents does a filter mean? (SPEC 7)"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest

from ra.engine.protocol import Among, Bool, DocumentRecord, Everything, Query
from ra.search.filters import Place, dated, filters

SECOND = 1_000_000_000
MAY = 1_714_521_600 * SECOND  # 2024-05-01


def record(path: str, updated: str | None = None, mtime: int = MAY) -> DocumentRecord:
    """A document of this path and day."""
    return DocumentRecord(
        f"docs:{path}", "docs", path, 1, mtime, "T", (), (), updated, {}, (), 1, 1
    )


DOCUMENTS = [
    record("a.md"),
    record("guides/b.md", "2024-05-31"),
    record("guides/c.md", "2020-01-01T10:00:00Z"),
]


def meant(name: str, value: str) -> Query:
    """What a filter of the tree `docs` means on the tenth of June."""
    return filters(Place("docs", lambda: DOCUMENTS, date(2024, 6, 10)))(name, value)


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("path", "guides/", "guides/b.md guides/c.md"),
        ("path", "guides/b", "guides/b.md"),
        ("path", "/guides/", "guides/b.md guides/c.md"),
        ("path", "./guides/", "guides/b.md guides/c.md"),
        ("path", "uides/", ""),
        ("path", "../", ""),
        ("after", "2024-05-31", "guides/b.md"),
        ("after", "2024-05-01", "a.md guides/b.md"),
        ("after", "2024-06-01", ""),
        ("before", "2024-05-01", "guides/c.md"),
        ("before", "2024-05-31", "a.md guides/c.md"),
        ("after", "10d", "guides/b.md"),
        ("after", "2m", "a.md guides/b.md"),
        ("before", "1y", "guides/c.md"),
    ],
)
def test_documents(name: str, value: str, expected: str) -> None:
    """SPEC 7: a path prefix; on this day or later; before it; so long ago."""
    ids = frozenset(f"docs:{path}" for path in expected.split())
    assert meant(name, value) == Among(ids)


def test_the_tree_and_the_document() -> None:
    """SPEC 7: `tree` is exact; a document by its id or its path."""
    other, same = meant("tree", "doc"), meant("tree", "docs")
    assert other == Bool()
    assert Everything() in same
    doc = meant("doc", "a.md")
    assert isinstance(doc, Among)
    assert "docs:a.md" in doc.doc_ids


def test_the_day_of_a_document() -> None:
    """SPEC 8.5: from the front matter, else the file's time."""
    assert [dated(one) for one in DOCUMENTS] == ["2024-05-01", "2024-05-31", "2020-01-01"]


def test_documents_are_read_only_when_needed() -> None:
    """STYLE: a search without such a filter does not read all documents; one with, once."""
    reads: list[None] = []

    def documents() -> list[DocumentRecord]:
        reads.append(None)
        return DOCUMENTS

    ask: Callable[[str, str], Query] = filters(Place("docs", documents, date(2024, 6, 10)))
    ask("tree", "docs")
    ask("doc", "a.md")
    assert reads == []
    ask("path", "guides/")
    ask("after", "7d")
    assert len(reads) == 1
