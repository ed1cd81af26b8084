"""Sets how often a process that runs for days collects cycles of objects.

Commands collect rarely, since they end soon (`ra.cli.start`). A server would keep the cycles of
each connection for a long time.
"""

from __future__ import annotations

import gc


def collect_often() -> None:
    """Collect young objects after 10,000 allocations, all after a million."""
    gc.set_threshold(10_000, 10, 10)
