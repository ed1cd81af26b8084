"""Golden screens: the lists that ten queries print over two folders, at 80 and 120 columns.

`python -m tests.golden.test_screens` writes the files again; read them before you commit them.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import pytest

from ra.present.text import width
from tests.cli.command import Sandbox

HERE = Path(__file__).parent
SCREENS = {80: 24, 120: 40}  # columns and rows
QUERIES = {
    "site": (
        "fold initial value",
        "callback",
        "center an element",
        "cors error",
        "how do I sum an array",
    ),
    "vault": ("tomatoes", "water beans", "how long does compost take", "Mira", "irrigation"),
}
CASES = [
    (corpus, query, columns)
    for corpus, queries in QUERIES.items()
    for query in queries
    for columns in SCREENS
]


def golden(corpus: str, query: str, columns: int) -> Path:
    """The file of one screen."""
    return HERE / "screens" / f"{corpus}-{query.replace(' ', '-').lower()}-{columns}.txt"


def printed(box: Sandbox, query: str, columns: int) -> str:
    """What a terminal of this size shows, without colors."""
    size = {"COLUMNS": str(columns), "LINES": str(SCREENS[columns])}
    return box.ra("search", query, "-o", "list", **size).out


def vault(corpus: str, top: Path) -> Sandbox:
    """A copy of one of the folders."""
    box = Sandbox(top / corpus, top / "home")
    top.mkdir(exist_ok=True)
    shutil.copytree(HERE / "corpora" / corpus, box.folder)
    box.home.mkdir()
    return box


@pytest.mark.parametrize(("corpus", "query", "columns"), CASES)
def test_a_screen_is_as_it_was_read(tmp_path: Path, corpus: str, query: str, columns: int) -> None:
    """The list is the one in the file, fits the screen, and is prose."""
    out = printed(vault(corpus, tmp_path), query, columns)
    assert out == golden(corpus, query, columns).read_text(encoding="utf-8")
    lines = out.splitlines()
    assert 0 < len(lines) < SCREENS[columns]
    assert max(map(width, lines)) <= columns
    for markup in ("---", "slug:", "```", "<div", "{{", "[[", "%%", "|--"):
        assert markup not in out


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        boxes = {corpus: vault(corpus, Path(place) / corpus) for corpus in QUERIES}
        for corpus, query, columns in CASES:
            file = golden(corpus, query, columns)
            file.parent.mkdir(exist_ok=True)
            file.write_text(printed(boxes[corpus], query, columns), encoding="utf-8")
