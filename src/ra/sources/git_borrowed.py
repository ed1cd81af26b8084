"""Refuses a repository whose files lead git elsewhere: to another repository, or to a pipe.

A downloaded `.git` may contain links, alternates, includes and pipes. The first three can name
private files of the user, and git waits at a pipe (SPEC 1.9).
"""

from __future__ import annotations

# ruff: noqa: PTH118
# Plain strings, as in the modules that use it.
import os
import re
import stat

from ra.errors import UsageError

_FILES = ("HEAD", "config", "config.worktree", "index", "packed-refs")
_FOLDERS = ("info", "refs")
_MOST_BYTES = 1024 * 1024
_INCLUDE = re.compile(rb"^[^#;\n]*\[\s*include", re.IGNORECASE | re.MULTILINE)


def check_objects(objects: str) -> None:
    """Raise `UsageError` if objects of another repository would be read."""
    _check_all(objects)
    alternates = os.path.join(objects, "info", "alternates")
    if os.path.lexists(alternates) and os.lstat(alternates).st_size:
        raise UsageError(
            f"{alternates} names objects outside the repository; "
            "copy them with `git repack -a -d`, then remove that file"
        )


def check_git_folder(folder: str) -> None:
    """Raise `UsageError` if git would read something elsewhere that its folder names."""
    for name in _FILES:
        _check(os.path.join(folder, name))
    for name in _FOLDERS:
        _check_all(os.path.join(folder, name))
    for name in ("config", "config.worktree"):
        _check_includes(os.path.join(folder, name))


def _check_all(folder: str) -> None:
    """Check a folder and all that is in it."""
    todo = [folder]
    while todo:
        place = todo.pop()
        _check(place)
        try:
            with os.scandir(place) as entries:
                for entry in entries:
                    if entry.is_dir(follow_symlinks=False):
                        todo.append(entry.path)
                    elif not entry.is_file(follow_symlinks=False):
                        _check(entry.path)
        except OSError:
            continue  # git cannot list it either


def _check(path: str) -> None:
    try:
        mode = os.lstat(path).st_mode
    except OSError:
        return  # nothing is there
    if stat.S_ISLNK(mode):
        raise UsageError(f"{path} is a link; a repository is read only without links in it")
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        raise UsageError(f"{path} is a pipe, socket or device; remove it")


def _check_includes(config: str) -> None:
    try:
        with open(config, "rb") as file:  # noqa: PTH123 - a plain string, checked before
            data = file.read(_MOST_BYTES + 1)
    except OSError:
        return
    if len(data) > _MOST_BYTES or _INCLUDE.search(data):
        raise UsageError(f"{config} includes other files or is over 1 MiB; remove what it includes")
