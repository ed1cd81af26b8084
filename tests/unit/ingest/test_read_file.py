"""The manifest entry of a file says whether it may have changed within one tick of a clock."""

from __future__ import annotations

import pytest

from ra.document import Source
from ra.ingest.read_file import file_record

NOW = 1_700_000_000_123_456_789  # finer than a millisecond, as most file systems note times
COARSE = 1_700_000_000_000_000_000  # a file system that notes milliseconds or seconds
MS = 1_000_000


@pytest.mark.parametrize(
    ("now", "age", "is_racy"),
    [
        (NOW, -3600_000 * MS, True),
        (NOW, 0, True),
        (NOW, 49 * MS, True),
        (NOW, 51 * MS, False),
        (COARSE, 0, True),
        (COARSE, 1999 * MS, True),
        (COARSE, 2001 * MS, False),
    ],
)
def test_a_file_changed_just_before_it_was_read_is_read_again(
    now: int, age: int, is_racy: bool
) -> None:
    """SPEC 6.3: a file may be written twice within the tick of a clock; two seconds on FAT."""
    source = Source("docs", "a.md", b"x", now - age, "markdown")
    assert file_record(source, 0, now).racy is is_racy
