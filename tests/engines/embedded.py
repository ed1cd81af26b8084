"""Opens an embedded engine without a library, with a state folder beside it."""

from __future__ import annotations

from pathlib import Path

from ra.engine.embedded.engine import EmbeddedEngine
from ra.engine.place import IndexPlace


def open_embedded(folder: Path) -> EmbeddedEngine:
    """The engine whose index is this folder."""
    return EmbeddedEngine(IndexPlace(folder, folder, folder.with_name("state"), folder))
