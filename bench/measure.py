"""How is something measured? CPU seconds, candidates in turn, so that noise meets all alike."""

from __future__ import annotations

import resource
import subprocess
import sys
from collections.abc import Callable, Mapping
from statistics import median
from time import process_time


def interleaved(candidates: Mapping[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """The median CPU seconds of each candidate, each run once a round."""
    seconds: dict[str, list[float]] = {name: [] for name in candidates}
    for _ in range(rounds):
        for name, run in candidates.items():
            start = process_time()
            run()
            seconds[name].append(process_time() - start)
    return {name: median(times) for name, times in seconds.items()}


def peak_megabytes(module: str) -> float:
    """The largest resident size of `python -m module`, in MB."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    if before:
        raise RuntimeError("measure memory before any other child process")
    subprocess.run([sys.executable, "-m", module], check=True)
    scale = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * scale / 1e6
