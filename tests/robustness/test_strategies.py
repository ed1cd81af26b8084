"""Tests that chunking ends soon, whatever the file contains.

Files are cut in a process of their own with 2 GiB of address space. The time limit is a guard
against work that grows with the square of the input; it is no measure.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from typing import Any

import pytest

from tests.robustness.inputs import repeated
from tests.robustness.marks import torture

SECONDS = 120
CHILD = """
import json, sys
try:
    import resource
    resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
except ImportError:
    pass
from ra.chunking import divide
from ra.config.schema import DEFAULT_CHUNKING
from ra.document import Source
from ra.parse import parse
settings = DEFAULT_CHUNKING._replace(strategy=sys.argv[1], **json.loads(sys.argv[2]))
reports = []
for data in sys.stdin.buffer.read().split(b"\\xff"):
    chunks = divide(parse(Source("t", "a.md", data, 0, "markdown")), settings)
    reports.append({
        "bytes": sum(len(chunk.body.encode()) for chunk in chunks),
        "ids": len({chunk.id for chunk in chunks}) == len(chunks),
        "largest": max(len(chunk.body) for chunk in chunks),
    })
print(json.dumps(reports))
"""

MEGABYTE = 1_000_000
INPUTS: Mapping[str, bytes] = {
    "a megabyte without blank line": repeated("word ", MEGABYTE),
    "a megabyte without space": repeated("a", MEGABYTE),
    "a megabyte of dots": repeated(".", MEGABYTE),
    "100 thousand sentences": repeated("A b. ", 500_000),
    "100 thousand headings": repeated("# a\n", 400_000),
    "headings of several levels": repeated("# a\n\n### b\n\nc\n\n", 300_000),
    "100 thousand blank lines": b"a" + repeated("\n", 100_000) + b"b",
    "100 thousand lines of blanks": b"a\n" + repeated("   \n", 400_000) + b"b",
    "50 thousand paragraphs": repeated("é\n\n", 200_000),
    "fences": repeated("```\nx\n\n```\n\n", 300_000),
    "fences in one list": repeated("- a. B\n\n  ```\n  x. Y\n\n  ```\n\n", 300_000),
    "a table": b"a|b\n-|-\n" + repeated("x|y\n", 400_000),
}
LIMITS: Mapping[str, dict[str, int]] = {
    "as set": {},
    "all split": {
        "min_leaf_chars": 0,
        "max_leaf_chars": 1,
        "min_document_chars": 0,
        "min_chunk_chars": 0,
        "max_chunk_chars": 1,
    },
    "all joined": {"min_leaf_chars": 10**9, "min_chunk_chars": 10**9},
}


def _cut(strategy: str, limits: dict[str, int], *files: bytes) -> list[dict[str, Any]]:
    command = [sys.executable, "-c", CHILD, strategy, json.dumps(limits)]
    done = subprocess.run(
        command, input=b"\xff".join(files), capture_output=True, timeout=SECONDS, check=False
    )
    assert done.returncode == 0, done.stderr.decode(errors="replace")[-500:]
    reports: list[dict[str, Any]] = json.loads(done.stdout)
    return reports


@torture
@pytest.mark.parametrize("limits", LIMITS)
@pytest.mark.parametrize("strategy", ["leaves", "header_based"])
def test_cutting_ends_soon(strategy: str, limits: str) -> None:
    """Hostile input takes time and memory in proportion to its size; nothing is doubled."""
    reports = _cut(strategy, LIMITS[limits], *INPUTS.values())
    for (name, data), report in zip(INPUTS.items(), reports, strict=True):
        assert report["ids"], name
        assert 0 < report["bytes"] <= len(data), name


def test_sentences_keep_leaves_small() -> None:
    """SPEC 4.2: half a megabyte in one paragraph still becomes leaves within the maximum."""
    (report,) = _cut("leaves", {}, INPUTS["100 thousand sentences"])
    assert report["largest"] <= 1000
