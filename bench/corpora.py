"""The measured documents: MDN, unpacked once beside the project, and trees cut from it."""

from __future__ import annotations

import re
import shutil
import sys
import tarfile
from collections.abc import Callable
from pathlib import Path
from zlib import crc32

PROJECT = Path(__file__).parents[1]
ARCHIVES = PROJECT.parent / "shared" / "corpora"
UNPACKED = PROJECT / ".bench"
_LONG_WORD = re.compile(rb"[a-z]{6,}")


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


def shown_files(name: str) -> list[Path]:
    """Its Markdown files without those in dot folders, which ra leaves out."""
    root = folder(name)
    files = markdown_files(name)
    return [path for path in files if "/." not in f"/{path.relative_to(root).as_posix()}"]


def resized(name: str, count: int) -> Path:
    """A tree of `count` files made from a corpus once: some of them, or all and altered copies."""
    target = UNPACKED / f"{name}-{count}"
    if not target.is_dir():
        unfinished = UNPACKED / f"{name}-{count}.part"
        shutil.rmtree(unfinished, ignore_errors=True)
        _fill(unfinished, folder(name), shown_files(name), count)
        unfinished.rename(target)
    return target


def _fill(target: Path, root: Path, files: list[Path], count: int) -> None:
    chosen = [files[n * len(files) // count] for n in range(count)] if count < len(files) else files
    for copy in range(-(-count // len(chosen))):
        for path in chosen[: count - copy * len(chosen)]:
            place = target / f"copy-{copy}" / path.relative_to(root)
            place.parent.mkdir(parents=True, exist_ok=True)
            data = path.read_bytes()
            place.write_bytes(_LONG_WORD.sub(_altered(copy), data) if copy else data)


def _altered(copy: int) -> Callable[[re.Match[bytes]], bytes]:
    """Turns one long word in eight around, other ones for each copy: it makes new words."""

    def word(match: re.Match[bytes]) -> bytes:
        return match[0][::-1] if crc32(match[0]) % 8 == copy else match[0]

    return word
