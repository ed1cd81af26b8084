"""`compare_warm.py FOLDER QUERIES COUNT`: ask queries in one process and print their CPU seconds.

It runs in the environment of each version that is compared, so it uses the public API alone.
QUERIES is a JSON list. The last COUNT queries are measured, those before warm the process up.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from time import process_time

import ra


def _opened(folder: str) -> ra.Library:
    """A library that compares no files: older versions never do so in a search."""
    try:
        return ra.open(folder, update="missing")
    except TypeError:
        return ra.open(folder)


def main(folder: str, queries: str, count: str) -> None:
    """Ask all queries in order; the time of the last ones is printed."""
    asked = json.loads(Path(queries).read_text(encoding="utf-8"))
    first = len(asked) - int(count)
    with _opened(folder) as kb:
        for query in asked[:first]:
            kb.search(query)
        start = process_time()
        for query in asked[first:]:
            kb.search(query)
        print(process_time() - start)


main(*sys.argv[1:])
