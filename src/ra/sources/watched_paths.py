"""Chooses what a watcher watches of a tree, and which events can change its listing."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from ra.config.schema import Tree
from ra.sources.discover import Visited, discover
from ra.sources.ignore import GIT_FILE, GIT_FOLDER, RA_FILE, git_folder
from ra.sources.inotify import (
    DELETE_SELF,
    IGNORED,
    IS_FOLDER,
    MOVE_SELF,
    OVERFLOW,
    UNMOUNT,
    Event,
    Inotify,
    WatchLimit,
)
from ra.sources.select import selection
from ra.typed import Literal, NamedTuple

Effect = Literal["none", "files", "folders"]
"""What an event can change: nothing, known files and names in known folders, or the folders."""

_RULE_FILES = frozenset((GIT_FILE, RA_FILE, GIT_FOLDER, "info", "exclude"))
_GIT_FILES = frozenset(("HEAD", "index", "packed-refs"))  # one of them is written with a commit
_ROUNDS = 10
_WILD = frozenset("?[]\\{}!")
# File systems on which every change goes through this kernel.
_LOCAL = frozenset({
    "bcachefs", "btrfs", "exfat", "ext2", "ext3", "ext4", "f2fs", "jfs", "overlay", "ramfs",
    "reiserfs", "tmpfs", "vfat", "xfs", "zfs",
})  # fmt: skip


class WatchedLink(NamedTuple):
    """A symbolic link with its target: a link on the way there may change unnoticed."""

    path: str
    real: str
    is_folder: bool


class _Entered(Visited):
    """Watches each folder before the walk lists it, so that no later name is missed."""

    def __init__(self, inotify: Inotify, root: str) -> None:
        super().__init__()
        self._inotify, self._base = inotify, root.rstrip("/") + "/"

    def enter(self, folder: str) -> None:
        self._inotify.add(self._base + folder)
        super().enter(folder)


def watch_tree(inotify: Inotify, tree: Tree) -> list[WatchedLink]:
    """Watch what decides the listing of a tree; returns its links. A missing folder raises.

    Those are its folders, targets of links, files with several names, and ignore files elsewhere.
    What lies outside the folders is watched after a walk, which is repeated then.
    """
    root = os.fspath(tree.root)
    if not is_local(root, _mounts()):
        raise WatchLimit(f"{root}: this file system does not report all changes")
    for path in _above(os.path.realpath(root)):
        inotify.add(path, beside=True)
    if tree.source == "git":
        return []
    outside: dict[str, bool] = {}
    for _ in range(_ROUNDS):
        visited = _Entered(inotify, root)
        discover(tree, visited)
        links = [resolved(path) for path in visited.links]
        found = dict(_outside(visited, links))
        for path, beside in found.items():
            inotify.add(path, beside=beside)
        if found.keys() <= outside.keys():
            break
        outside |= found
    _watch_shared_files(inotify, root, visited)
    return links


def resolved(path: str) -> WatchedLink:
    """A link with its target now."""
    return WatchedLink(path, os.path.realpath(path), Path(path).is_dir())


def _outside(visited: Visited, links: Sequence[WatchedLink]) -> Iterator[tuple[str, bool]]:
    """Targets of links, and git folders, of which only some names count (True)."""
    for link in links:
        yield os.fspath(Path(link.real).parent), False
        yield link.real, False
    for rule in visited.rules:
        if Path(rule).name == GIT_FOLDER:
            yield from ((path, True) for path in _git(rule))


def _git(path: str) -> Iterator[str]:
    """The folders that hold the exclude file of a repository, which may be elsewhere."""
    if common := git_folder(path):
        yield common
        yield f"{common}/info"


def _watch_shared_files(inotify: Inotify, root: str, visited: Visited) -> None:
    """Watch files with several names: one outside the tree may be used to change them."""
    for path, _ in visited.names:
        with suppress(OSError):
            if Path(root, path).stat().st_nlink > 1:
                inotify.add(f"{root}/{path}")


def _above(real: str) -> Iterator[str]:
    """The folders from a tree up to its repository, or to the top if there is none."""
    for folder in (Path(real), *Path(real).parents):
        yield os.fspath(folder)
        git = os.fspath(folder / GIT_FOLDER)
        if os.path.lexists(git):
            yield from _git(git)
            return


def effect_of(trees: Sequence[Tree]) -> Callable[[Event], Effect]:
    """A function that tells what an event can change in these trees."""
    shown = [selection(tree.include, tree.parsers).shown for tree in trees]
    ends = tuple({_end(pattern) for tree in trees for pattern in tree.include})

    def is_hidden(name: str, is_folder: bool) -> bool:
        return name[0] == "." and all(rules.last("", name, is_folder) is None for rules in shown)

    def effect(event: Event) -> Effect:
        mask, name, is_beside = event
        if mask & (OVERFLOW | UNMOUNT) or name in _RULE_FILES:
            return "folders"
        if is_beside or mask & IGNORED:
            return "files" if name in _GIT_FILES else "none"
        if not name:
            return "folders" if mask & (IS_FOLDER | DELETE_SELF | MOVE_SELF) else "files"
        if is_hidden(name, bool(mask & IS_FOLDER)):
            return "none"
        if mask & IS_FOLDER:
            return "folders"
        return "files" if name.casefold().endswith(ends) else "none"

    return effect


def _end(pattern: str) -> str:
    """How every name ends that a pattern of `include` matches; "" if that is not plain."""
    if pattern.startswith("!"):
        return _NEVER
    last = pattern.rpartition("/")[2]
    end = last.rpartition("*")[2]
    if "*" not in last or not last.isascii() or _WILD.intersection(last):
        return ""
    return end.casefold()


_NEVER = "\0"  # no file name has it


def is_local(folder: str, mounts: Sequence[tuple[str, str]]) -> bool:
    """Whether this kernel sees every change in a folder: it, and what is mounted below it."""
    real = os.path.realpath(folder)
    around = [mount for mount in mounts if _is_inside(real, mount[0])]
    below = [mount for mount in mounts if mount[0] != real and _is_inside(mount[0], real)]
    nearest = max(reversed(around), key=lambda mount: len(mount[0]), default=("", ""))
    return all(kind in _LOCAL for _, kind in (nearest, *below))


def _is_inside(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip("/") + "/")


def _mounts() -> list[tuple[str, str]]:
    """The mount points of this process with the kind of their file system, later ones on top."""
    try:
        text = Path("/proc/self/mountinfo").read_bytes()
    except OSError:
        return []
    found = []
    for line in text.splitlines():
        before, _, after = line.partition(b" - ")
        point = before.split(b" ")[4]
        for code in (b"040", b"011", b"012", b"134"):  # how the kernel writes blanks
            point = point.replace(b"\\" + code, bytes([int(code, 8)]))
        found.append((os.fsdecode(point), os.fsdecode(after.split(b" ")[0])))
    return found
