"""Which documents are measured? MDN, unpacked once beside the project."""

from __future__ import annotations

import sys
import tarfile
from pathlib import Path

PROJECT = Path(__file__).parents[1]
ARCHIVES = PROJECT.parent / "shared" / "corpora"
UNPACKED = PROJECT / ".bench"


def folder(name: str) -> Path:
    """The folder of a corpus; its archive is unpacked the first time."""
    target = UNPACKED / name
    if not target.is_dir():
        archive = ARCHIVES / f"{name}.tar.xz"
        if not archive.is_file():
            sys.exit(f"bench: {archive} is missing; put the archive of the corpus there")
        with tarfile.open(archive) as tar:
            tar.extractall(UNPACKED, filter="data")
    return target


def markdown_files(name: str) -> list[Path]:
    """Its Markdown files, in order."""
    return sorted(path for path in folder(name).rglob("*.md") if path.is_file())
