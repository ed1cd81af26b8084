"""Runs `ra` so that it kills itself at the n-th pass of a fault point.

Run as `python -m tests.robustness.faults POINT N WORD…`. Batches are small here, so that a few
hundred files pass every point many times. Without a point (`-`) it is `ra` with small batches.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any, NamedTuple

from ra.cli.main import main
from ra.engine.embedded import writing
from ra.engine.embedded.catalog import Catalog
from ra.engine.embedded.lexical import Postings
from ra.engine.embedded.store import Store
from ra.ingest import build

BATCH_FILES = 60
COMMIT_CHUNKS = 400


class Point(NamedTuple):
    """A function, and whether the process dies before or after it."""

    owner: type | ModuleType
    name: str
    after: bool


POINTS = {
    "before the postings are committed": Point(Postings, "commit", False),
    "before the flip": Point(Postings, "commit", True),
    "inside the flip": Point(Catalog, "settle", True),
    "before the merging is awaited": Point(Postings, "finish", False),
    "before the seal": Point(Postings, "finish", True),
    "inside a batch": Point(Catalog, "put_files", True),
    "between batch and postings": Point(writing.StoreWriter, "_post", False),
    "after a batch": Point(writing.StoreWriter, "_post", True),
    "inside the declaration": Point(Catalog, "add_tree", True),
    "around the declaration": Point(Store, "remove_strays", False),
    "inside the publication": Point(Catalog, "set_whole", True),
}


def die_at(point: Point, count: int, by: signal.Signals = signal.SIGKILL) -> None:
    """Let the process kill itself, or stop, when the point is passed for the n-th time."""
    inner: Callable[..., Any] = getattr(point.owner, point.name)
    left = [count]

    def passed(*args: Any, **kwargs: Any) -> Any:
        left[0] -= 1
        if left[0] == 0 and not point.after:
            os.kill(os.getpid(), by)
        result = inner(*args, **kwargs)
        if left[0] == 0 and point.after:
            os.kill(os.getpid(), by)
        return result

    setattr(point.owner, point.name, passed)


if __name__ == "__main__":
    name, number, *words = sys.argv[1:]
    build._BATCH_FILES = BATCH_FILES
    writing.COMMIT_CHUNKS = COMMIT_CHUNKS
    if name != "-":
        die_at(POINTS[name], int(number))
    sys.exit(main(words))
