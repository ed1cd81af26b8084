"""A project with one tree for measurements, whose files can be changed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import time_ns

from bench.corpora import UNPACKED
from bench.measure import cache, environment

TREE = "bench"
_SECOND = 1_000_000_000


@contextmanager
def project(root: Path) -> Iterator[Path]:
    """A home folder whose settings declare the tree, the only one; all goes with it.

    Meanwhile this process lives in that home, too.
    """
    UNPACKED.mkdir(exist_ok=True)
    with TemporaryDirectory(dir=UNPACKED, prefix="project-") as name:
        folder, before = Path(name), dict(os.environ)
        settings = f"[tree.{TREE}]\npath = '{root}'\n"
        settings_file(folder).write_text(settings, encoding="utf-8")
        os.environ.update(environment(folder))
        try:
            yield folder
        finally:
            os.environ.clear()
            os.environ.update(before)


def settings_file(folder: Path) -> Path:
    """The settings of a project: those of its user, who may name a tree anywhere."""
    return folder / ".ra.toml"


def index_folder(folder: Path) -> Path:
    """Where the one index of a project is, once it is built."""
    (found,) = indexes(folder).iterdir()
    return found


def generation(folder: Path) -> Path:
    """The current files of that index."""
    current = index_folder(folder) / "current"
    return current.parent / current.read_text(encoding="utf-8").split()[0]


def indexes(folder: Path) -> Path:
    """The folder of all its indexes."""
    return cache(folder) / "ra" / "indexes"


def index_bytes(folder: Path) -> int:
    """The size of the index on disk."""
    return sum(path.stat().st_size for path in index_folder(folder).rglob("*") if path.is_file())


def evenly(root: Path, count: int) -> list[Path]:
    """So many of the files of a tree, from all over it."""
    files = sorted(path for path in root.rglob("*.md") if path.is_file())
    return [files[n * len(files) // count] for n in range(count)]


@contextmanager
def kept(path: Path) -> Iterator[None]:
    """Afterwards the file is as it was."""
    data, status = path.read_bytes(), path.stat()
    try:
        yield
    finally:
        path.write_bytes(data)
        os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))


def change(path: Path, number: int) -> None:
    """Add a line to a file, as if some seconds ago: so young that it is read twice, it is not."""
    with path.open("a", encoding="utf-8") as file:
        file.write(f"\nChange {number}.\n")
    then = time_ns() - 10 * _SECOND
    os.utime(path, ns=(then, then))
