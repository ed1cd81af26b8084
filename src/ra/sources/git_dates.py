"""Tells when the files of a tree last changed, by the history of its repository.

A file has the time of the newest commit that gave it its present content. One with other content,
or of which the history does not tell, has its mtime. What was read is kept, so only new commits are
read again.
"""

from __future__ import annotations

import marshal
import os
import sys
import unicodedata
from collections.abc import Iterator, Mapping
from hashlib import new
from pathlib import Path
from zlib import crc32

from ra.config.private import is_private_folder, private_folder, read_private, write_private
from ra.config.schema import Tree
from ra.errors import ConfigError, UsageError
from ra.sources.discover import in_range
from ra.sources.git_history import History, OutOfTime, fields, is_ancestor, opened
from ra.sources.git_state import GitState, git_state, key_place, pathspec
from ra.typed import NamedTuple

_VERSION = 1
_MOST_BYTES = 1 << 30
_FILES = (b"100644", b"100755")
_LOG = (
    "log", "-z", "-c", "--raw", "--root", "--no-abbrev", "--no-renames", "--no-textconv",
    "--no-ext-diff", "--no-mailmap", "--no-notes", "--no-decorate", "--no-color",
    "--format=%x01%H %ct",
)  # fmt: skip

Times = Mapping[str, tuple[int, str]]
"""The seconds and the blob of each file, by its path in the tree."""


class Dates(NamedTuple):
    """The times of files by one state of the repository; `note` says what it does not tell.

    `changed` are files whose times differ from those of the last update; `is_kept` if that had
    the same state.
    """

    key: str
    head: str
    times: Times
    note: str = ""
    changed: frozenset[str] = frozenset()
    is_kept: bool = False

    def of(self, path: str, data: bytes) -> int | None:
        """When a file got these bytes, in ns; None if the history does not tell."""
        found = self.times.get(path) or self.times.get(unicodedata.normalize("NFC", path))
        if found is None:
            return None
        seconds, blob = found
        same = _blob(data, blob) or (b"\r\n" in data and _blob(data.replace(b"\r\n", b"\n"), blob))
        return in_range(seconds * 1_000_000_000) if same else None


def read_dates(tree: Tree, memory: Path | None) -> Dates:
    """The dates of a tree now; only commits after those of the last update are read."""
    state = git_state(os.fspath(tree.root)) if tree.dates == "git" else None
    known = _recall(tree, memory) or Dates("", "", {})
    if known.key == (state.key if state else ""):
        return known._replace(is_kept=True)
    if state is None:
        return Dates("", "", {}, changed=frozenset(known.times))
    times, note = _times(tree, state, known)
    changed = {path for path, each in times.items() if known.times.get(path) != each}
    changed.update(path for path in known.times if path not in times)
    return Dates(state.key, state.head, times, note, frozenset(changed))


def remember(tree: Tree, memory: Path | None, dates: Dates) -> None:
    """Keep what was read, once the index has it."""
    if memory is None or dates.is_kept:
        return
    data = marshal.dumps((dates.key, dates.head, dict(dates.times)))
    try:
        private_folder(memory.parent)
        private_folder(memory)
        write_private(_place(memory, tree), _sealed(tree, data))
        write_private(key_place(memory, tree), os.fsencode(dates.key))
    except (OSError, ConfigError):
        return  # the next update reads the history again


def _times(tree: Tree, state: GitState, known: Dates) -> tuple[Times, str]:
    """The times of the files of the last commit; a note if some or all are unknown."""
    if state.problem:
        return {}, _note(tree, state.problem)
    if not state.head:
        return {}, ""
    folder = "".join(pathspec(tree, state))
    try:
        with opened(state) as history:
            return _read_times(tree, history, folder, known)
    except UsageError as error:
        return {}, _note(tree, str(error))
    except OutOfTime:
        return {}, _note(tree, "git takes too long")


def _read_times(tree: Tree, history: History, folder: str, known: Dates) -> tuple[Times, str]:
    state = history.state
    blobs = dict(_blobs(history, folder))
    is_same = bool(known.head) and known.key == state._replace(head=known.head).key
    since = known.head if is_same and is_ancestor(history, known.head) else ""
    times: dict[str, tuple[int, str]] = {}
    if since:
        times = {path: each for path, each in known.times.items() if blobs.get(path) == each[1]}
    missing, note = dict(blobs), ""
    try:
        for path, seconds, blob in _changes(history, folder, since):
            if missing.get(path) == blob:
                del missing[path]
                times[path] = seconds, blob
                if not missing:
                    break
    except OutOfTime:
        note = "its history is long, so older files have the times of the files"
    if state.shallow and len(times) < len(blobs):
        note = "the clone is shallow, so older files have the times of the files"
    return times, _note(tree, note) if note else ""


def _blobs(history: History, folder: str) -> Iterator[tuple[str, str]]:
    """The regular files of the last commit inside a folder, by their paths in it."""
    where = ["--", folder] if folder else []
    for entry in fields(history, ["ls-tree", "-r", "-z", history.state.head, *where]):
        about, _, path = entry.partition(b"\t")
        if about[:6] in _FILES:
            yield os.fsdecode(path)[len(folder) :], about.split(b" ")[2].decode()


def _changes(history: History, folder: str, since: str) -> Iterator[tuple[str, int, str]]:
    """Path, seconds and new blob of each change, newest first.

    The oldest commits of a shallow clone seem to add all files; what they changed is unknown.
    """
    reach = [history.state.head, *([f"^{since}"] if since else [])]
    where = ["--", folder] if folder else ["--"]
    unknown = frozenset(history.state.shallow)
    seconds, is_known, blob = 0, True, ""
    for field in fields(history, [*_LOG, *reach, *where]):
        if blob:
            if is_known:
                yield os.fsdecode(field)[len(folder) :], seconds, blob
            blob = ""
        elif field.startswith(b"\x01"):
            name, _, time = field[1:].decode("ascii").partition(" ")
            seconds, is_known = int(time), name not in unknown
        elif field.lstrip(b"\n").startswith(b":"):
            blob = field.split(b" ")[-2].decode()


def _blob(data: bytes, name: str) -> bool:
    """Whether a blob of this name has these bytes."""
    found = new("sha1" if len(name) == 40 else "sha256", usedforsecurity=False)
    found.update(b"blob %d\0" % len(data))
    found.update(data)
    return found.hexdigest() == name


def _note(tree: Tree, reason: str) -> str:
    return f"{tree.name}: dates come from the files, not from git: {reason}"


def _place(memory: Path, tree: Tree) -> Path:
    return memory / f"{tree.name}@git"


def _read(place: Path) -> bytes:
    return read_private(place, _MOST_BYTES) or b""


def _sealed(tree: Tree, data: bytes) -> bytes:
    head = f"ra dates {_VERSION} {sys.implementation.cache_tag} {tree.root}\n"
    return os.fsencode(head) + crc32(data).to_bytes(4, "big") + data


def _recall(tree: Tree, memory: Path | None) -> Dates | None:
    if memory is None or not is_private_folder(memory):
        return None
    data = _read(_place(memory, tree))
    start = data.find(b"\n") + 5
    if data != _sealed(tree, data[start:]):
        return None
    return Dates(*marshal.loads(data[start:]))
