"""Tests that every hostile input ends soon and in bounded memory.

Each file is parsed and chunked in a process of its own, with 2 GiB of address space. The
time limit is a guard against work that grows with the square of the input; it is no measure.
"""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import ra
from tests.robustness.inputs import FRONT_MATTER, REPEATED, STRUCTURES, front_matter, repeated
from tests.robustness.marks import sampled

SECONDS = 60
CHILD = """
import json, sys
try:
    import resource
    resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
except ImportError:
    pass
from ra.chunking import outline
from ra.config.schema import DEFAULT_CHUNKING
from ra.document import Source
from ra.parse import parse
reports = []
for data in sys.stdin.buffer.read().split(b"\\xff"):
    document = parse(Source("t", "a.md", data, 0, "markdown"))
    chunks = outline.chunk(document, DEFAULT_CHUNKING)
    json.dumps(document.fields, allow_nan=False)
    reports.append({
        "chunks": len(chunks),
        "bytes": sum(len(chunk.body.encode()) for chunk in chunks),
        "ids": len({chunk.id for chunk in chunks}),
        "titles": [chunk.title[:20] for chunk in chunks[:3]],
        "warnings": document.warnings,
    })
print(json.dumps(reports))
"""


def _parse(*files: bytes) -> list[dict[str, Any]]:
    command = [sys.executable, "-c", CHILD]
    done = subprocess.run(
        command, input=b"\xff".join(files), capture_output=True, timeout=SECONDS, check=False
    )
    assert done.returncode == 0, done.stderr.decode(errors="replace")[-500:]
    reports: list[dict[str, Any]] = json.loads(done.stdout)
    return reports


@pytest.mark.parametrize("start", sampled(range(0, len(REPEATED), 8)))
def test_one_megabyte_of_one_mark(start: int) -> None:
    """1 MB of one mark, eight in a row; unique ids, bodies no longer than the file."""
    units = REPEATED[start : start + 8]
    for unit, report in zip(units, _parse(*map(repeated, units)), strict=True):
        assert report["ids"] == report["chunks"], unit
        assert report["bytes"] <= len(repeated(unit)), unit


@pytest.mark.parametrize("name", sampled(STRUCTURES, "quotes", "links", "headings", "wide table"))
def test_deep_and_many(name: str) -> None:
    """Nesting 10 000 deep, 100 000 headings, one line of 19 MB."""
    data = STRUCTURES[name]()
    (report,) = _parse(data)
    assert report["ids"] == report["chunks"] > 0
    assert report["bytes"] <= len(data)


@cache
def _of_front_matter() -> dict[str, dict[str, Any]]:
    """What became of each front matter; one process reads them all."""
    reports = _parse(*(build() for build in FRONT_MATTER.values()))
    return dict(zip(FRONT_MATTER, reports, strict=True))


@pytest.mark.parametrize("name", FRONT_MATTER)
def test_front_matter_never_ends_the_process(name: str) -> None:
    """SPEC 2.1: malformed front matter is a warning at most, and the body is still indexed."""
    report = _of_front_matter()[name]
    assert report["chunks"] == 2
    assert report["titles"][1] == "After"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("aliases", "aliases"),
        ("few aliases of a long list", "aliases"),
        ("list in list", "nested"),
        ("TOML brackets", "nested"),
        ("TOML dotted key", "dots"),
        ("300 KB", "longer"),
    ],
)
def test_refused_front_matter_says_why(name: str, reason: str) -> None:
    """STYLE 7: a refusal names its reason."""
    (warning,) = _of_front_matter()[name]["warnings"]
    assert reason in warning


@pytest.mark.parametrize(
    "content",
    [
        "base: &base [x, y]\nuse: *base\nagain: [*base, *base]",
        "title: R&D\ndescription: '" + "*one* and **two** " * 6 + "'",
        "a:\n" + "".join(f"{' ' * n}- b:\n" for n in range(2, 60, 2)),
        "description: '" + "A sentence. " * 500 + "'",
    ],
)
def test_ordinary_front_matter_is_not_refused(content: str) -> None:
    """The bounds are far from what people write: aliases, emphasis, some depth, long texts."""
    (report,) = _parse(front_matter(content))
    assert report["warnings"] == []


@pytest.mark.parametrize("unit", sampled(["#\n", "# h\nx\n", "[a](b) ", "x\n\n"], "x\n\n"))
def test_millions_of_marks_are_refused(unit: str) -> None:
    """What would take gigabytes is refused with a reason, and only that file (SPEC 1.6)."""
    command = [sys.executable, "-c", CHILD]
    data = repeated(unit, 20 * 1024 * 1024)
    done = subprocess.run(command, input=data, capture_output=True, timeout=SECONDS, check=False)
    assert done.returncode == 1
    last = done.stderr.decode().splitlines()[-1]
    assert last.startswith("ra.errors.FileRefused: a.md: more than 2000000 ")
    assert "split the file" in last


def test_line_of_50_megabytes_is_refused_by_its_size(tmp_path: Path) -> None:
    """SPEC 1.6: a file over `max_file_bytes` is skipped with a reason; the others are read."""
    (tmp_path / "huge.md").write_bytes(b"a" * 50_000_000)
    (tmp_path / "good.md").write_bytes(b"# Good\nx\n")
    (tmp_path / ".ra.toml").write_text('root = true\n[tree.t]\npath = "."\n', encoding="utf-8")
    with ra.open(tmp_path, update="missing") as library:
        library.index.update()
        (status,) = library.index.status().trees
        failures: list[str] = []
        found = list(
            library.files.chunks(on_failure=lambda path, error: failures.append(str(error)))
        )
    states = {one.path: (one.state, one.reason) for one in status.files}
    assert states["good.md"][0] == "indexed"
    assert states["huge.md"][0] == "skipped"
    assert "max_file_bytes" in states["huge.md"][1]
    assert {chunk.path for chunk in found} == {"good.md"}
