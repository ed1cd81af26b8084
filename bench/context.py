"""Measures `ra context`: how often a document that names a source file is among its first contexts.

Pairs are found automatically: a Markdown document names a source file of the same project, by its
path or by a file name that only one file has. A file that more documents name than there are first
contexts, and hidden files, are left out.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections import Counter, defaultdict
from pathlib import Path
from typing import NamedTuple

import ra
from bench.corpora import PROJECT

FIRST = 5
MOST_PAIRS = 400  # of one project
SUFFIXES = ("py", "rs", "js", "ts", "go", "c", "h", "java", "rb", "sh", "toml", "html", "css")
_NAME = re.compile(rf"[\w./-]*\w\.(?:{'|'.join(SUFFIXES)})\b")
_SKIPPED = (".venv", ".git", ".bench", "node_modules", "__pycache__", ".mypy_cache", ".ruff_cache")


class Pair(NamedTuple):
    """A source file, and a document that names it."""

    source: Path
    document: str


def pairs(root: Path) -> list[Pair]:
    """Every source file with each document of the project that names it."""
    files = [path for path in sorted(root.rglob("*")) if path.is_file() and not _is_skipped(path)]
    sources = [path for path in files if path.suffix[1:] in SUFFIXES and path.name[0] != "."]
    ends: dict[str, list[Path]] = defaultdict(list)
    for source in sources:
        parts = source.relative_to(root).parts
        for at in range(len(parts)):
            ends["/".join(parts[at:])].append(source)
    found: dict[Pair, None] = {}
    for document in (path for path in files if path.suffix == ".md"):
        name = document.relative_to(root).as_posix()
        text = document.read_text(encoding="utf-8", errors="replace")
        for word in _NAME.findall(text):
            meant = ends.get(word.removeprefix("./").strip("/"), [])
            if len(meant) == 1:
                found[Pair(meant[0], name)] = None
    named = Counter(pair.source for pair in found)
    every = [pair for pair in found if named[pair.source] <= FIRST]
    step = max(1, len(every) // MOST_PAIRS)
    return every[::step][:MOST_PAIRS]


def _is_skipped(path: Path) -> bool:
    return any(part in _SKIPPED for part in path.parts)


def main(*, quick: bool, projects: tuple[Path, ...] = (PROJECT,), mode: str = "keyword") -> None:
    """Print one line for each project."""
    print(f"{'project':<24} pairs  first {FIRST}  share")
    for root in projects:
        with tempfile.TemporaryDirectory() as home, ra.open(root) as kb:
            del home
            some = pairs(root)[:: 5 if quick else 1]
            hits = sum(_is_first(kb, pair, mode) for pair in some)
            share = hits / len(some) if some else 0.0
            print(f"{root.name:<24} {len(some):5}  {hits:7}  {share:.2f}", flush=True)


def _is_first(kb: ra.Library, pair: Pair, mode: str) -> bool:
    report = kb.context(pair.source, limit=FIRST, mode=mode)
    return any(result.path == pair.document for result in report)


if __name__ == "__main__":
    words = [word for word in sys.argv[1:] if word not in ("keyword", "hybrid")]
    chosen = tuple(Path(word).resolve() for word in words) or (PROJECT,)
    main(quick=False, projects=chosen, mode="hybrid" if "hybrid" in sys.argv else "keyword")
