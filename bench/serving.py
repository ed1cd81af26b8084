"""Measures `ra serve` on MDN: requests a second, latency against the library, memory; and `ra mcp`.

The load comes from `wrk` (Debian's package); each request is one of 200 lookups.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, sleep
from typing import NamedTuple
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import urlopen

import ra
from bench.corpora import folder as corpus
from bench.project import project
from bench.questions import questions

CLIENTS = (1, 16, 64)
INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "bench", "version": "1"},
    },
}
_SCRIPT = """
local at, queries = 0, {%s}
request = function()
  at = at %% #queries + 1
  return wrk.format("GET", "/api/v1/search?limit=10&q=" .. queries[at])
end
done = function(summary, latency, requests)
  io.write(string.format("RESULT %%d %%d %%d %%d %%d %%d\\n", summary.requests, summary.duration,
    latency:percentile(50), latency:percentile(95), latency:percentile(99),
    summary.errors.status + summary.errors.timeout + summary.errors.read + summary.errors.connect))
end
"""


class Load(NamedTuple):
    """What `wrk` measured; times in milliseconds."""

    clients: int
    a_second: float
    p50: float
    p95: float
    p99: float
    errors: int


def main(*, quick: bool = False) -> None:
    """Print the tables."""
    if shutil.which("wrk") is None:
        sys.exit("bench: wrk is not installed; `apt install wrk`")
    seconds, requests = (5, 2_000) if quick else (20, 100_000)
    root = corpus("mdn")
    asked = questions(root, 100)
    queries = [*asked["one"], *asked["three"]]
    with project(root) as folder:
        with ra.open(folder, update="missing") as kb:
            kb.index.update()
            library = _library(kb, queries)
        with served(folder) as (url, pid):
            load(url, queries, 1, 2)
            loads = [load(url, queries, clients, seconds) for clients in CLIENTS]
            before = resident(pid)
            sent = 0
            while sent < requests:
                sent += round(load(url, queries, 16, seconds).a_second * seconds)
            after = resident(pid)
        ready = _ready(folder)
    print(f"library: p50 {library:.1f} ms")
    print("| clients | requests/s | p50 ms | p95 ms | p99 ms | errors |")
    for one in loads:
        times = f"{one.p50:.1f} | {one.p95:.1f} | {one.p99:.1f}"
        print(f"| {one.clients} | {one.a_second:.0f} | {times} | {one.errors} |")
    print(f"server / library at one client: {loads[0].p50 / library:.2f} (goal 1.5)")
    print(f"memory: {before:.0f} MB, after {sent:,} more requests {after:.0f} MB")
    print(f"ra mcp, CPU until initialize is answered: {ready:.0f} ms (goal 400)")


def _library(kb: ra.Library, queries: Sequence[str]) -> float:
    """The median milliseconds of a search in this process, with its record."""
    times = []
    for query in (*queries, *queries):
        start = perf_counter()
        json.dumps(kb.search(query, limit=10).to_dict())
        times.append(1000 * (perf_counter() - start))
    return median(times[len(queries) :])


@contextmanager
def served(folder: Path) -> Iterator[tuple[str, int]]:
    """A server of this project; yields its address and its process id."""
    command = [sys.executable, "-m", "ra", "serve", "--port", "0", "--rate", "0"]
    with subprocess.Popen(
        [*command, "--log", os.devnull], cwd=folder, stdout=subprocess.PIPE, encoding="utf-8"
    ) as server:
        assert server.stdout is not None
        try:
            url = server.stdout.readline().split()[2].rstrip("/")
            _wait(url)
            yield url, server.pid
        finally:
            server.terminate()


def _wait(url: str) -> None:
    """Wait until the index is up to date."""
    while True:
        with suppress(HTTPError), urlopen(f"{url}/ready", timeout=60):
            return
        sleep(0.2)


def load(url: str, queries: Sequence[str], clients: int, seconds: int) -> Load:
    """Ask these queries in turn for so many seconds."""
    with TemporaryDirectory() as folder:
        script = Path(folder) / "script.lua"
        texts = ", ".join(f'"{quote(query)}"' for query in queries)
        script.write_text(_SCRIPT % texts, encoding="utf-8")
        words = ["wrk", "-t1", f"-c{clients}", f"-d{seconds}s", "--timeout", "30s"]
        done = subprocess.run(
            [*words, "-s", str(script), url], capture_output=True, encoding="utf-8", check=True
        )
    found = re.search(r"RESULT (\d+) (\d+) (\d+) (\d+) (\d+) (\d+)", done.stdout)
    assert found is not None, done.stdout
    sent, micros, p50, p95, p99, errors = map(int, found.groups())
    return Load(clients, sent / (micros / 1e6), p50 / 1000, p95 / 1000, p99 / 1000, errors)


def resident(pid: int) -> float:
    """The resident memory of a process in megabytes, without mapped files of the index."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    return int(status.partition("RssAnon:")[2].split()[0]) / 1024


def _ready(folder: Path) -> float:
    """The CPU milliseconds of `ra mcp` when the answer to `initialize` has arrived."""
    times = []
    for _ in range(5):
        with subprocess.Popen(
            [sys.executable, "-m", "ra", "mcp"],
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        ) as server:
            assert server.stdin is not None
            assert server.stdout is not None
            server.stdin.write(json.dumps(INITIALIZE).encode() + b"\n")
            server.stdin.flush()
            server.stdout.readline()
            fields = Path(f"/proc/{server.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2]
            ticks = sum(map(int, fields.split()[11:13]))
            times.append(1000 * ticks / os.sysconf("SC_CLK_TCK"))
            server.kill()
    return median(times)
