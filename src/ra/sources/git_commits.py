"""Lists the commits of a repository as documents: message, author, date and changed paths.

A commit never changes, so its name is its path and says all about it. The listing of the last
update is kept, and only commits after it are read.
"""

from __future__ import annotations

import json
import marshal
import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from time import gmtime, strftime
from zlib import crc32

from ra.config.choices import COMMIT_PATHS
from ra.config.private import is_private_folder, private_folder, read_private, write_private
from ra.config.schema import Tree
from ra.document import Source
from ra.errors import ConfigError, TreeMissing, UsageError
from ra.sources.discover import FoundFile, Listing, in_range
from ra.sources.git_history import History, OutOfTime, fields, is_ancestor, opened
from ra.sources.git_state import GitState, git_state, pathspec
from ra.typed import NamedTuple

_VERSION = 1
_MOST_BYTES = 1 << 30
_MOST_PATHS = 1000  # of one commit; an import changes every file
_MOST_MESSAGE = 100_000  # characters
_SECOND = 1_000_000_000
_SHORT = 12  # digits of a name
_QUIET = ("--no-mailmap", "--no-notes", "--no-decorate", "--no-color")
_LIST = ("log", "-z", *_QUIET, "--format=%H %ct")
_SHOW = (
    "log", "-z", "--stdin", "--no-walk=unsorted", "-c", "--raw", "--root", "--no-abbrev",
    "--no-renames", "--no-textconv", "--no-ext-diff", *_QUIET,
    "--format=%x01%H%x00%an%x00%ae%x00%ct%x00%B",
)  # fmt: skip
_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ufffe\uffff]")


class Commit(NamedTuple):
    """A commit, read."""

    name: str
    author: str
    email: str
    seconds: int
    message: str
    paths: tuple[str, ...]


def list_commits(tree: Tree, place: Path | None) -> Listing:
    """The commits that changed the folder of a tree; `TreeMissing` if they cannot be read."""
    if not tree.root.is_dir():
        raise TreeMissing(f"tree '{tree.name}': {tree.root} is not a folder")
    state = git_state(os.fspath(tree.root))
    if state is None:
        raise TreeMissing(f"tree '{tree.name}': {tree.root} is not in a git repository")
    if state.problem:
        raise TreeMissing(f"tree '{tree.name}': {state.problem}")
    known = _recall(tree, place)
    if known is None or known[0] != state.key:
        known = state.key, state.head, _names(tree, state, known)
        _remember(tree, place, known)
    files = [FoundFile(name, 0, in_range(time * _SECOND), "markdown") for name, time in known[2]]
    return Listing(tuple(files), ())


def read_commits(tree: Tree, found: Iterable[FoundFile]) -> Mapping[str, Source]:
    """The texts of these commits; one that cannot be read is missing."""
    names = [each.path for each in found]
    state = git_state(os.fspath(tree.root))
    if not names or state is None or state.problem:
        return {}
    sources: dict[str, Source] = {}
    with suppress(UsageError, OutOfTime), opened(state) as history:
        for each in _commits(history, names):
            time = in_range(each.seconds * _SECOND)
            data = text_of(each).encode("utf-8", "replace")
            sources[each.name] = Source(tree.name, each.name, data, time, "markdown")
    return sources


def text_of(commit: Commit) -> str:
    """A commit as a Markdown document: the subject is its title, changed paths are a list."""
    subject, _, rest = _clean(commit.message)[:_MOST_MESSAGE].strip().partition("\n")
    paths = [_clean(path) for path in commit.paths[:_MOST_PATHS]]
    left = len(commit.paths) - len(paths)
    day = strftime("%Y-%m-%dT%H:%M:%SZ", gmtime(_in_years(commit.seconds)))
    front = {
        "title": subject.strip() or commit.name,
        "commit": commit.name,
        "author": _clean(commit.author),
        "email": _clean(commit.email),
        "date": day,
        COMMIT_PATHS: paths,
    }
    lines = [f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in front.items()]
    # With its name, so that two commits of an author on one day have different texts.
    who = f"{front['author']}, {day[:10]}, {commit.name[:_SHORT]}"
    parts = ["---\n" + "\n".join(lines) + "\n---", who]
    if rest.strip():
        parts.append(rest.strip())
    if paths:
        more = [f"- and {left:,} more"] if left else []
        parts.append("Changed files:")
        parts.append("\n".join([*(f"- `{path}`" for path in paths), *more]))
    return "\n\n".join(parts) + "\n"


def _clean(text: str) -> str:
    return _UNPRINTABLE.sub(" ", text.replace("\r\n", "\n"))


def _in_years(seconds: int) -> int:
    return min(max(seconds, 0), 253_402_300_799)  # the years 1970 to 9999


_Known = tuple[str, str, list[tuple[str, int]]]
"""The state of the repository, its last commit, and all commits with their times, by name."""


def _names(tree: Tree, state: GitState, known: _Known | None) -> list[tuple[str, int]]:
    if not state.head:
        return []
    try:
        with opened(state) as history:
            since, found = "", {}
            if known and known[0] == state._replace(head=known[1]).key:
                since = known[1] if known[1] and is_ancestor(history, known[1]) else ""
            if known and since:
                found = dict(known[2])
            reach = [state.head, *([f"^{since}"] if since else [])]
            for line in fields(history, [*_LIST, *reach, "--", *pathspec(tree, state)]):
                name, _, time = line.decode("ascii", "replace").strip().partition(" ")
                if time:
                    found[name] = int(time)
    except (UsageError, OutOfTime) as error:
        reason = str(error) or "git takes too long"
        raise TreeMissing(f"tree '{tree.name}': {reason}") from error
    return sorted(found.items())


def _commits(history: History, names: Iterable[str]) -> Iterator[Commit]:
    given = "".join(f"{name}\n" for name in names).encode("ascii")
    head: list[bytes] = []
    paths: list[str] = []
    is_path = False
    for field in fields(history, _SHOW, given):
        if 0 < len(head) < 5:
            head.append(field)
        elif is_path:
            paths.append(field.decode("utf-8", "replace"))
            is_path = False
        elif field.startswith(b"\x01"):
            if head:
                yield _commit(head, paths)
            head, paths = [field[1:]], []
        elif field.lstrip(b"\n").startswith(b":"):
            is_path = True
    if len(head) == 5:
        yield _commit(head, paths)


def _commit(head: list[bytes], paths: list[str]) -> Commit:
    name, author, email, time, message = (each.decode("utf-8", "replace") for each in head)
    return Commit(name, author, email, int(time), message, tuple(paths))


def _sealed(tree: Tree, data: bytes) -> bytes:
    head = f"ra commits {_VERSION} {sys.implementation.cache_tag} {tree.root}\n"
    return os.fsencode(head) + crc32(data).to_bytes(4, "big") + data


def _remember(tree: Tree, place: Path | None, known: _Known) -> None:
    if place is None:
        return
    try:
        private_folder(place.parent.parent)
        private_folder(place.parent)
        write_private(place, _sealed(tree, marshal.dumps(known)))
    except (OSError, ConfigError):
        return  # the next update lists the history again


def _recall(tree: Tree, place: Path | None) -> _Known | None:
    if place is None or not is_private_folder(place.parent):
        return None
    data = read_private(place, _MOST_BYTES) or b""
    start = data.find(b"\n") + 5
    if data != _sealed(tree, data[start:]):
        return None
    key, head, commits = marshal.loads(data[start:])
    return key, head, commits
