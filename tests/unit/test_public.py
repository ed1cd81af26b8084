"""The public names of the package: what `import ra` gives."""

from __future__ import annotations

import ra


def test_the_types_of_a_search_can_be_named() -> None:
    """Issue 13: Report, Result, Match and Verdict are what a user holds; `dir` shows them all."""
    assert set(dir(ra)) == set(ra.__all__)
    assert {"Match", "Report", "Result", "Verdict"} <= set(dir(ra))
    for name in ra.__all__:
        assert getattr(ra, name).__name__ == name
