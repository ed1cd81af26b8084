"""Lists what a working copy changes, compared with its last commit, without running filters."""

from __future__ import annotations

import os
import re
import stat
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from ra.sources.git import Repository, blobs, run
from ra.typed import NamedTuple

_ENTRY = re.compile(
    rb"(\d+) ([0-9a-f]+) \d\t([^\0]*)\0  ctime: \d+:\d+\n  mtime: (\d+):(\d+)\n"
    rb"[^\n]*\n[^\n]*\n  size: (\d+)\tflags: [^\n]*\n"
)
_MOST_FILES = 1000
_MOST_BYTES = 1_000_000  # of one file; what is larger is no text that a person changed
_OPEN = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
_FILE_MODES = (b"100644", b"100755")


class ChangedFile(NamedTuple):
    """A file of the working copy: the lines that were added or removed."""

    path: str
    place: Path
    lines: bytes


def changed_files(repo: Repository) -> Iterator[ChangedFile]:
    """The files that differ from the last commit, new ones included, by path."""
    committed = _committed(repo)
    pairs = [
        (path, committed.get(path, ""))
        for path in sorted({*_may_differ(repo, committed), *_untracked(repo)})
    ]
    pairs = pairs[:_MOST_FILES]
    before = blobs(repo, [name for _, name in pairs if name])
    texts = iter(before)
    for path, name in pairs:
        old = next(texts) if name else b""
        place = repo.top / os.fsdecode(path)
        lines = _difference(old, _read(place))
        if lines.strip():
            yield ChangedFile(os.fsdecode(path), place, lines)


def _committed(repo: Repository) -> dict[bytes, str]:
    """The regular files of the last commit; none before the first one."""
    if run(repo, ["cat-file", "--batch-check"], b"HEAD\n").endswith(b" missing\n"):
        return {}
    found = {}
    for entry in run(repo, ["ls-tree", "-r", "-z", "HEAD"]).split(b"\0"):
        about, _, path = entry.partition(b"\t")
        if about[:6] in _FILE_MODES:
            found[path] = about.split(b" ")[2].decode()
    return found


def _may_differ(repo: Repository, committed: Mapping[bytes, str]) -> Iterator[bytes]:
    """Files whose entry in the index, or whose time or size, is not that of the last commit."""
    staged = set()
    for mode, name, path, seconds, nanos, size in _ENTRY.findall(
        run(repo, ["ls-files", "--stage", "--debug", "-z"])
    ):
        staged.add(path)
        if mode not in _FILE_MODES:
            continue
        known = (int(seconds), int(nanos), int(size))
        if committed.get(path) != name.decode() or _stamp(repo.top, path) != known:
            yield path
    yield from (path for path in committed if path not in staged)


def _untracked(repo: Repository) -> list[bytes]:
    words = ["ls-files", "--others", "--exclude-standard", "-z"]
    return [path for path in run(repo, words).split(b"\0") if path]


def _stamp(top: Path, path: bytes) -> tuple[int, int, int] | None:
    try:
        status = os.lstat(top / os.fsdecode(path))
    except OSError:
        return None
    seconds, nanos = divmod(status.st_mtime_ns, 1_000_000_000)
    return seconds, nanos, status.st_size & 0xFFFFFFFF


def _read(place: Path) -> bytes:
    """The bytes of a regular file; none of a link, a folder, or a large file."""
    try:
        handle = os.open(place, _OPEN)
    except OSError:
        return b""
    with os.fdopen(handle, "rb") as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode) or status.st_size > _MOST_BYTES:
            return b""
        return file.read(_MOST_BYTES)


def _difference(old: bytes, new: bytes) -> bytes:
    """The lines that only one of two texts has; line ends do not count."""
    before, after = Counter(old.splitlines()), Counter(new.splitlines())
    return b"\n".join([*(after - before).elements(), *(before - after).elements()])
