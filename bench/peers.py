"""Measures `ra` beside other search programs: `python -m bench.peers SET [STEP]`.

SET is a folder as `ra eval` reads it; every STEP-th question is asked. Each program that is
installed indexes the documents into an empty home folder. The table has CPU seconds of the index,
of an update without a change and of a query, the size of the index, and the share of questions of
which a right document is the first result, or among the first ten. ripgrep has no index and no
order: its files are sorted by the number of matches of any word.
"""

from __future__ import annotations

import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote

Line = Sequence[str]


class Question(NamedTuple):
    """A question, and the files that answer it."""

    text: str
    targets: frozenset[str]


class Peer(NamedTuple):
    """How a program indexes a folder and is asked, and how the files are read from its output."""

    program: str
    build: Callable[[Path], Line]
    query: Callable[[Path, str], Line]
    files: Callable[[Path, str], list[str]]


def _ra_files(folder: Path, out: str) -> list[str]:
    return [each["path"] for each in json.loads(out)["results"]] if out else []


def _recoll_files(folder: Path, out: str) -> list[str]:
    paths = re.findall(r"^file://(\S.*)$", out, re.MULTILINE)
    return [Path(unquote(path)).relative_to(folder).as_posix() for path in paths]


def _rg_files(folder: Path, out: str) -> list[str]:
    counts = [line.rpartition(":") for line in out.splitlines()]
    by_count = sorted(counts, key=lambda one: (-int(one[2]), one[0]))
    return [Path(path).relative_to(folder).as_posix() for path, _, _ in by_count]


def _rg_query(folder: Path, text: str) -> Line:
    words = [part for word in re.findall(r"\w+", text) for part in ("-e", word)]
    return ("rg", "--count-matches", "--ignore-case", "--word-regexp", *words, str(folder))


PEERS = (
    Peer(
        "ra",
        lambda folder: ("ra", "-C", str(folder), "update"),
        lambda folder, text: ("ra", "-C", str(folder), "search", "--json", "--words", "--", text),
        _ra_files,
    ),
    Peer(
        "recollindex",
        lambda folder: ("recollindex",),
        lambda folder, text: ("recollq", "-o", "-b", "-n", "10", *re.findall(r"\w+", text)),
        _recoll_files,
    ),
    Peer("rg", lambda folder: ("true",), _rg_query, _rg_files),
)


def questions(folder: Path, step: int) -> list[Question]:
    """Every `step`-th question of a set."""
    targets: dict[str, set[str]] = {}
    for row in _rows(folder / "qrels.jsonl"):
        targets.setdefault(row["query_id"], set()).add(row["target"].partition("#")[0])
    rows = list(_rows(folder / "queries.jsonl"))[::step]
    return [Question(row["text"], frozenset(targets[row["id"]])) for row in rows]


def _rows(file: Path) -> Iterator[dict[str, str]]:
    with file.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


class Run(NamedTuple):
    """What a command printed, and its CPU seconds."""

    out: str
    cpu: float


def run(line: Line, home: Path) -> Run:
    """Run a command with this home folder."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    env = {"PATH": os.environ["PATH"], "HOME": str(home), "LANG": "C.UTF-8"}
    done = subprocess.run(line, env=env, capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return Run(done.stdout, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def row(peer: Peer, folder: Path, asked: Sequence[Question]) -> list[str]:
    """One row of the table."""
    with tempfile.TemporaryDirectory() as place:
        home = Path(place)
        (home / ".recoll").mkdir()
        (home / ".recoll" / "recoll.conf").write_text(f"topdirs = {folder}\n", encoding="utf-8")
        full, again = (run(peer.build(folder), home).cpu for _ in range(2))
        runs = [run(peer.query(folder, each.text), home) for each in asked]
        size = sum(each.stat().st_size for each in home.rglob("*") if each.is_file())
    found = [list(dict.fromkeys(peer.files(folder, each.out)))[:10] for each in runs]
    pairs = list(zip(found, asked, strict=True))
    first = sum(bool(each.targets.intersection(files[:1])) for files, each in pairs)
    ten = sum(bool(each.targets.intersection(files)) for files, each in pairs)
    cpu = sorted(each.cpu for each in runs)[len(runs) // 2]
    shares = [f"{count / len(asked):.0%}" for count in (first, ten)]
    return [peer.program, f"{full:.2f}", f"{again:.2f}", f"{cpu:.2f}", f"{size / 1e6:.1f}", *shares]


def main() -> None:
    """Print the table as Markdown."""
    place, step = Path(sys.argv[1]).resolve(), int((*sys.argv[2:], "10")[0])
    asked, folder = questions(place, step), place / "docs"
    count = sum(1 for each in folder.rglob("*") if each.is_file())
    print(f"{place.name}: {count:,} files, {len(asked)} questions\n")
    print("| program | index, s | no change, s | query, s | index, MB | first | in ten |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    for peer in PEERS:
        if shutil.which(peer.program):
            print(f"| {' | '.join(row(peer, folder, asked))} |", flush=True)


if __name__ == "__main__":
    main()
