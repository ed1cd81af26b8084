"""An engine that a kill tears: half a document lasts before the rest comes."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from ra.engine.embedded.engine import EmbeddedEngine
from ra.engine.place import IndexPlace
from ra.engine.records import Batch

_SOUND = 5  # batches that are taken in whole


class TornEngine(EmbeddedEngine):
    """Chunks of a document come in two steps, and the process ends between them."""

    _batches = 0

    def apply(self, batch: Batch) -> None:
        """The first chunks, lastingly; then all of them, if there is time."""
        self._batches += 1
        if self._batches > _SOUND:
            half = [each._replace(chunks=each.chunks[:2]) for each in batch.put]
            super().apply(batch._replace(put=half))
            self.flush()
            os.kill(os.getpid(), signal.SIGKILL)
        super().apply(batch)


def open_torn(folder: Path) -> TornEngine:
    """The engine whose index is this folder."""
    return TornEngine(IndexPlace(folder, folder, folder.with_name("state"), folder))
