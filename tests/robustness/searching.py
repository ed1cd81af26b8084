"""Searches all the time with one open library, and tells of every answer that is not right.

Run as `python -m tests.robustness.searching STOP FIRST LAST`: documents from FIRST on must be found
whole, or the report says that the index is being built. It prints a line when it has begun, and
a JSON list of what was wrong when STOP exists.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import ra
from ra.search.results import Report
from tests.robustness.notes import report_of, shown, version_of


def _says_so(report: Report) -> bool:
    """Whether an answer that is not whole tells that the index is being built."""
    return any("being built" in note for note in report.notes)


def main(stop: Path, first: int, last: int) -> list[str]:
    """What was wrong."""
    wrong: list[str] = []
    with ra.open(update="missing", say=lambda _: None) as kb:
        report_of(kb, first)
        print("begun", flush=True)
        while not stop.exists():
            for number in range(first, last):
                report = report_of(kb, number)
                if not (version_of(number, shown(report)) or _says_so(report)):
                    wrong.append(f"{number}: {sorted(shown(report))}")
    return wrong


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]), *map(int, sys.argv[2:]))[:10]))
