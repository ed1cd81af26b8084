"""Measures candidates in turn, so that noise affects all alike."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryFile
from time import perf_counter, process_time
from typing import NamedTuple

from bench.corpora import PROJECT


class Cost(NamedTuple):
    """What a run took: seconds of CPU and of wall time, and its peak memory where it told it."""

    cpu: float
    wall: float
    megabytes: float = 0.0


def interleaved(candidates: Mapping[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """The median CPU seconds of each candidate in this process, each run once a round."""
    costs = interleaved_costs({name: _timed(run) for name, run in candidates.items()}, rounds)
    return {name: cost.cpu for name, cost in costs.items()}


def interleaved_costs(candidates: Mapping[str, Callable[[], Cost]], rounds: int) -> dict[str, Cost]:
    """The median cost of each candidate, each run once a round."""
    costs: dict[str, list[Cost]] = {name: [] for name in candidates}
    for _ in range(rounds):
        for name, run in candidates.items():
            costs[name].append(run())
    return {name: Cost(*map(median, zip(*each, strict=True))) for name, each in costs.items()}


def _timed(run: Callable[[], object]) -> Callable[[], Cost]:
    def timed() -> Cost:
        with Stopwatch() as watch:
            run()
        return watch.cost()

    return timed


class Stopwatch:
    """Measures what this process does between its start and its stop, all threads together."""

    def __enter__(self) -> Stopwatch:
        self._cpu, self._wall = process_time(), perf_counter()
        return self

    def __exit__(self, *_: object) -> None:
        self._cpu, self._wall = process_time() - self._cpu, perf_counter() - self._wall

    def cost(self) -> Cost:
        """What it measured, and the peak memory of this process so far."""
        return Cost(self._cpu, self._wall, own_peak())


def own_peak() -> float:
    """The peak memory of this process in MB.

    `getrusage` may tell that of the parent, which Linux hands on to a child; /proc does not.
    """
    status = Path("/proc/self/status")
    if status.exists():
        lines = status.read_text(encoding="ascii", errors="replace").splitlines()
        peak = next(line.split()[1] for line in lines if line.startswith("VmHWM"))
        return int(peak) * 1024 / 1e6
    scale = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * scale / 1e6


def whole_process(
    command: Sequence[str], cwd: Path, says: str = "", *, project: Path | None = None
) -> Cost:
    """What a command costs from its start to its end; it must do what it is measured for."""
    start = perf_counter()
    with TemporaryFile() as output:
        env = environment(project or cwd)
        process = subprocess.Popen(command, cwd=cwd, env=env, stdout=output)
        _, status, used = os.wait4(process.pid, 0)
        output.seek(0)
        said = output.read().decode()
    wall = perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode or says not in said:
        raise RuntimeError(f"{' '.join(command)}: exit code {process.returncode}, said: {said}")
    return Cost(used.ru_utime + used.ru_stime, wall)


def child(module: str, *words: object, project: Path) -> dict[str, float]:
    """What `python -m module words` prints: one JSON object."""
    command = [sys.executable, "-m", module, *map(str, words)]
    done = subprocess.run(
        command, cwd=PROJECT, env=environment(project), check=True, stdout=subprocess.PIPE
    )
    found: dict[str, float] = json.loads(done.stdout)
    return found


def environment(project: Path) -> dict[str, str]:
    """Without settings of the user, and with compiled modules, which a user has."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    own = {"HOME": project, "XDG_CACHE_HOME": cache(project), "XDG_STATE_HOME": project / "state"}
    return {**kept, **{name: str(folder) for name, folder in own.items()}}


def cache(project: Path) -> Path:
    """Where indexes are kept, among others. The project is a home folder, which is no tree."""
    return project / "cache"
