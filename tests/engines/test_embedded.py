"""Does the embedded engine keep the contract?"""

from __future__ import annotations

from pathlib import Path

from ra.engine.contract import EngineContract
from ra.engine.embedded.engine import EmbeddedEngine
from ra.engine.protocol import Engine


class TestEmbedded(EngineContract):
    """SQLite and Tantivy in a folder."""

    def open_engine(self, folder: Path) -> Engine:
        """The index of a folder."""
        return EmbeddedEngine(folder)
