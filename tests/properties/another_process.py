"""Processes the same files in another process, with another hash order."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence

BETWEEN_FILES = b"\xff"  # in no UTF-8


def said(script: str, files: Sequence[str], seed: int) -> bytes:
    """What a script prints that reads the files from its input."""
    done = subprocess.run(
        [sys.executable, "-c", script],
        input=BETWEEN_FILES.join(text.encode("utf-8", "replace") for text in files),
        env={**os.environ, "PYTHONHASHSEED": str(seed)},
        capture_output=True,
        timeout=120,
        check=True,
    )
    return done.stdout
