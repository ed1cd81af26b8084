"""Tests of the excerpts of a list of results."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import Sandbox

NOTICE = (
    "# Herons\n\nThe 2018 edition of the heron book is no longer distributed with the birds'"
    " documentation. If you came here via a link or web search, you may want to check out"
    " the current version of the book instead of this one.\n"
)


@pytest.mark.parametrize("columns", [60, 70, 80, 90, 100, 120])
def test_an_excerpt_that_goes_on_ends_with_a_mark(tmp_path: Path, columns: int) -> None:
    """The mark is there whatever line the excerpt breaks at, and the line fits the screen."""
    box = Sandbox(tmp_path / "notes", tmp_path / "home")
    box.home.mkdir()
    box.folder.mkdir()
    box.write({"birds.md": NOTICE})
    out = box.ra("search", "heron", "-o", "list", COLUMNS=str(columns), LINES="24").out
    last = out.splitlines()[-1]
    assert last.endswith("…")
    assert len(last) <= columns
