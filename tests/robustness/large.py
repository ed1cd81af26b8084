"""Runs `ra` so that a small tree is updated like a large one: what stays is not posted again.

Run as `python -m tests.robustness.large WORD…`.
"""

from __future__ import annotations

import sys
from math import inf

from ra.cli.main import main
from ra.engine.embedded import writing

if __name__ == "__main__":
    writing._FEW_CHUNKS = 0
    writing._MANY_REMOVED = inf
    sys.exit(main(sys.argv[1:]))
