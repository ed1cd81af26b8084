"""Tests that `spec_v1` chunks every hostile text soon, in bounded memory, within its limits.

Each group is cut in a process of its own, with 2 GiB of address space. The time limit is a guard
against work that grows with the square of the input; it is no measure.
"""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.robustness.marks import sampled

SECONDS = 60
CHILD = """
import json, sys
try:
    import resource
    resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
except ImportError:
    pass
from ra.chunking import spec_v1
from ra.config.schema import DEFAULT_CHUNKING
from ra.document import Source
from ra.parse import parse
reports = []
for data in sys.stdin.buffer.read().split(b"\\xff"):
    document = parse(Source("t", "a.md", data, 0, "markdown"))
    chunks = spec_v1.chunk(document, DEFAULT_CHUNKING)
    reports.append([
        len(chunks),
        max((chunk.token_count or 0 for chunk in chunks), default=0),
        sum(len(chunk.text.encode()) for chunk in chunks),
    ])
print(json.dumps(reports))
"""
GROUPS = {
    "one line": ["x" * 1_000_000, "漢" * 300_000, "w " * 500_000, "." * 1_000_000],
    "white space": [f"a{' ' * 1_000_000}b", f"```\n{' ' * 1_000_000}\n```", "a\t\tb " * 150_000],
    "characters": ["👩\u200d💻" * 50_000, "e" + "\u0301" * 300_000, "\u00a0" * 300_000 + "x"],
    "sentences": ["Ab c. " * 50_000, "p.\n\n" * 50_000, "a b\r\n\r\n" * 50_000],
    "tables": [
        "| a | b |\n|---|---|\n" + "| r | v |\n" * 100_000,
        f"| {'h ' * 250}|\n|---|\n" + "| r |\n" * 20_000,
        f"| {'h' * 300_000} |\n|---|\n| r |\n",
    ],
    "lists": [
        "".join(f"{'  ' * depth}- a\n" for depth in range(700)),
        "- item of a list\n" * 60_000,
        ">" * 5_000 + " a",
        "> a  b\n" * 60_000,
    ],
    "code and others": [
        "```\n" + "x = 1\n" * 150_000,
        "[a]: b\n" * 60_000,
        "<div>\n" + "<p>a</p>\n" * 60_000,
    ],
}


@pytest.mark.parametrize("name", sampled(GROUPS, "white space"))
def test_hostile_texts_end_within_the_limits(name: str) -> None:
    """Seconds and bounded memory; the hard maximum holds, text is not multiplied."""
    files = [text.encode() for text in GROUPS[name]]
    done = subprocess.run(
        [sys.executable, "-c", CHILD],
        input=b"\xff".join(files),
        capture_output=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode(errors="replace")[-500:]
    for data, (chunks, largest, size) in zip(files, json.loads(done.stdout), strict=True):
        assert chunks > 0
        assert 0 < largest <= 520
        assert size <= 2.5 * len(data)
