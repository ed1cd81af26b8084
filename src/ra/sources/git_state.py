"""Finds the repository of a folder and its last commit by reading a few small files.

It runs before every search, so it starts no program. Everything it reads may come from someone
else: a repository elsewhere is used only if it belongs to this folder (SPEC 1.9).
"""

from __future__ import annotations

# ruff: noqa: PTH118, PTH120
# Plain strings: this runs before every search.
import os
import re
import stat
from collections.abc import Iterator
from pathlib import Path
from zlib import crc32

from ra.config.private import read_private
from ra.config.schema import Tree
from ra.typed import NamedTuple

_GIT = ".git"
_MOST_KEY = 100_000
_MOST_BYTES = 64 * 1024 * 1024
_READ = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
_NAME = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_BRANCH = re.compile(r"refs/(?!.*\.\.)[^\s\0\\]+")


class GitState(NamedTuple):
    """The repository of a folder at one moment.

    `top` is its work tree, `objects` the folder of its objects, `head` the last commit, empty
    before the first one. `shallow` are the commits whose parents are missing. `problem` says why
    the repository is not read.
    """

    top: str
    objects: str = ""
    head: str = ""
    shallow: tuple[str, ...] = ()
    problem: str = ""

    @property
    def key(self) -> str:
        """A line that changes whenever the history may have changed."""
        missing = crc32("\n".join(self.shallow).encode()) if self.shallow else 0
        return f"{self.top}\t{self.head}\t{missing}\t{self.problem}"


def pathspec(tree: Tree, state: GitState) -> list[str]:
    """The folder of a tree in its repository, with a slash at its end; empty if it is all of it."""
    inside = os.path.relpath(os.path.realpath(tree.root), state.top)
    return [] if inside == os.curdir else [inside.replace(os.sep, "/") + "/"]


def history_folders(tree: Tree) -> list[Path]:
    """Folders outside a tree in which something changes with every commit and checkout."""
    if tree.source == "files" and tree.dates == "file":
        return []
    state = git_state(os.fspath(tree.root))
    if state is None or state.problem or not pathspec(tree, state):
        return []
    common = Path(state.objects).parent
    return [common / name for name in ("refs", "logs", "worktrees")]


def key_place(memory: Path, tree: Tree) -> Path:
    """The file with the key of the dates that the index has."""
    return memory / f"{tree.name}@git-key"


def is_current(tree: Tree, memory: Path | None) -> bool:
    """Whether the dates of the last update are still those of the repository."""
    known = memory and read_private(key_place(memory, tree), _MOST_KEY)
    state = git_state(os.fspath(tree.root)) if tree.dates == "git" else None
    return os.fsdecode(known or b"") == (state.key if state else "")


class Unusable(Exception):
    """Why a repository is not read."""


def git_state(root: str) -> GitState | None:
    """The repository that contains a folder; None if there is none."""
    for folder in _upward(os.path.realpath(root)):
        try:
            if (where := _git_folder(os.path.join(folder, _GIT))) is not None:
                return _state(folder, where)
        except Unusable as error:
            return GitState(folder, problem=str(error))
    return None


def located(root: str) -> tuple[str, str] | None:
    """The work tree that contains a folder, and its git folder; `Unusable` if it is not read."""
    for folder in _upward(os.path.realpath(root)):
        if (where := _git_folder(os.path.join(folder, _GIT))) is not None:
            return folder, where
    return None


def _upward(folder: str) -> Iterator[str]:
    """A folder and those above it."""
    yield folder
    while (above := os.path.dirname(folder)) != folder:
        yield above
        folder = above


def _git_folder(place: str) -> str | None:
    """The folder that `.git` is or names; None if it is no repository."""
    try:
        status = os.lstat(place)
    except OSError:
        return None
    _check_owner(place, status)
    if stat.S_ISDIR(status.st_mode):
        return place if os.path.lexists(os.path.join(place, "HEAD")) else None
    where = os.path.realpath(place)
    if is_file := stat.S_ISREG(status.st_mode):
        line = _line(place)
        if not line.startswith("gitdir: "):
            return None
        where = os.path.realpath(os.path.join(os.path.dirname(place), line[8:]))
    if not Path(where).is_dir():
        return None
    _check_owner(where, os.lstat(where))
    if not (_is_inside(place, where) or (is_file and _is_known(place, where))):
        raise Unusable(f"{place} names a repository outside the folder, which does not name it")
    return where


def _check_owner(place: str, status: os.stat_result) -> None:
    if hasattr(os, "geteuid") and status.st_uid not in (os.geteuid(), 0):
        raise Unusable(f"{place} belongs to another user (uid {status.st_uid})")


def _is_inside(place: str, where: str) -> bool:
    """Whether a repository elsewhere is that of a submodule."""
    above = _upward(os.path.dirname(place))
    return any(where.startswith(os.path.join(folder, _GIT) + os.sep) for folder in above)


def _is_known(place: str, where: str) -> bool:
    """Whether a repository elsewhere knows this work tree; a link to one is never a work tree."""
    back = _line(os.path.join(where, "gitdir"))
    return bool(back) and os.path.realpath(os.path.join(where, back)) == place


def common_folder(where: str) -> str:
    """The folder with the objects of a git folder: in a linked work tree another one."""
    line = _line(os.path.join(where, "commondir"))
    if not line:
        return where
    common = os.path.realpath(os.path.join(where, line))
    if not where.startswith(common + os.sep):
        raise Unusable(f"{where} shares a repository that does not contain it")
    return common


def _state(top: str, where: str) -> GitState:
    common = common_folder(where)
    shallow = _read(os.path.join(common, "shallow")).decode("ascii", "replace").split()
    return GitState(
        top,
        os.path.join(common, "objects"),
        _head(where, common),
        tuple(sorted(name for name in shallow if _NAME.fullmatch(name))),
    )


def _head(where: str, common: str) -> str:
    """The last commit; empty before the first one."""
    line = _line(os.path.join(where, "HEAD"))
    for _ in range(5):  # a reference may name another one
        if _NAME.fullmatch(line):
            return line
        name = line.removeprefix("ref: ")
        if not _BRANCH.fullmatch(name) or name.endswith("/.invalid"):
            raise Unusable(f"{where}/HEAD has an unknown form")
        line = _line(os.path.join(common, name)) or _packed(common, name)
        if not line:
            return ""
    raise Unusable(f"{where}/HEAD leads in a circle")


def _packed(common: str, name: str) -> str:
    data = b"\n" + _read(os.path.join(common, "packed-refs"))
    end = data.find(f" {name}\n".encode())
    return data[data.rfind(b"\n", 0, end) + 1 : end].decode("ascii", "replace") if end > 0 else ""


def _line(path: str) -> str:
    """The first line of a small file; empty if there is none."""
    return os.fsdecode(_read(path).partition(b"\n")[0]).rstrip()


def _read(path: str) -> bytes:
    """The bytes of a regular file; none if it is missing, a link, or too large."""
    try:
        if not stat.S_ISREG(os.lstat(path).st_mode):  # what is not there is not opened either
            return b""
        handle = os.open(path, _READ)
    except OSError:
        return b""
    with os.fdopen(handle, "rb", buffering=0) as file:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode) or status.st_size > _MOST_BYTES:
            return b""
        return file.read()
