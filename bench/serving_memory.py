"""Measures the memory of `ra serve` over 100,000 requests, on three documents so that it ends soon.

`python -m bench.serving_memory FOLDER` asks a folder: with MDN it takes 20 minutes, and its caches
fill for a while.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.project import project
from bench.questions import questions
from bench.serving import load, resident, served

REQUESTS, QUICK_REQUESTS, LINES = 100_000, 10_000, 10
SECONDS = 10
DOCUMENTS = {
    "install.md": "# Install\n\nInstall the package with pip.\n\n## Upgrade\n\nUse `pip -U`.\n",
    "search.md": "# Search\n\nType words. [Install](install.md).\n\n## Phrases\n\nQuote them.\n",
    "serve.md": "# Serve\n\nStart the server.\n\n## Tokens\n\nMake a token for each client.\n",
}
QUERIES = ("install package", "upgrade", "phrases", "server token", "quote words", "missing word")


def main(*, quick: bool = False) -> None:
    """Print the memory of the process by the number of requests."""
    with TemporaryDirectory() as source:
        for name, text in DOCUMENTS.items():
            Path(source, name).write_text(text, encoding="utf-8")
        measured(Path(source), QUERIES, QUICK_REQUESTS if quick else REQUESTS)


def measured(source: Path, queries: Sequence[str], requests: int) -> None:
    """Ask a server of this folder so often; print its memory now and then."""
    if shutil.which("wrk") is None:
        sys.exit("bench: wrk is not installed; `apt install wrk`")
    with project(source) as folder, served(folder) as (url, pid):
        print("requests  memory of the server (MB)  requests/s  errors")
        sent, line = 0, 0
        while sent < requests:
            one = load(url, queries, 16, SECONDS)
            sent += round(one.a_second * SECONDS)
            if sent >= line or sent >= requests:
                line = sent + requests // LINES
                row = f"{sent:8}  {resident(pid):25.1f}  {one.a_second:10.0f}  {one.errors}"
                print(row, flush=True)


if __name__ == "__main__":
    asked = questions(Path(sys.argv[1]), 100)
    measured(Path(sys.argv[1]), [*asked["one"], *asked["three"]], REQUESTS)
