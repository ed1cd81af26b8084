"""Tests that each room uses only its part of the engine protocol (ARCHITECTURE)."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import ra
from ra.engine import protocol

ROOT = Path(ra.__file__).parent
USES = {
    "search": {"Reader"},
    "graph.py": {"Reader"},
    "evaluate": {"Reader"},
    "ingest": {"Reader", "Writer", "ReadWriter"},
    "library": {"Reader", "ReadWriter", "Engine"},
}


@pytest.mark.parametrize("room", USES)
def test_a_room_imports_the_protocols_of_its_use(room: str) -> None:
    """Issue 13, 4: protocols by use; a search can write nothing, an update closes nothing."""
    place = ROOT / room
    files = [place] if place.is_file() else sorted(place.rglob("*.py"))
    found = {
        name.name
        for file in files
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module == protocol.__name__
        for name in node.names
    }
    assert found == USES[room]


def test_the_parts_do_not_overlap() -> None:
    """Issue 13, 4: each method stands in one protocol, and an engine has them all."""
    parts = [_methods(each) for each in (protocol.Reader, protocol.Writer, protocol.Keeper)]
    assert all(parts)
    assert sum(map(len, parts)) == len(set().union(*parts))
    assert all(hasattr(protocol.Engine, name) for part in parts for name in part)


def _methods(part: type) -> set[str]:
    return {name for name in vars(part) if not name.startswith("_")}
