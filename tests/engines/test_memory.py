"""Runs the contract on an engine of plain dictionaries: it needs neither SQLite nor Tantivy."""

from __future__ import annotations

from pathlib import Path

from ra.engine.contract import EngineContract
from ra.engine.protocol import Engine
from tests.engines.memory import MemoryEngine


class TestMemory(EngineContract):
    """Dictionaries, and a file to find them again."""

    def open_engine(self, folder: Path) -> Engine:
        """What was last flushed into the folder."""
        return MemoryEngine(folder)
