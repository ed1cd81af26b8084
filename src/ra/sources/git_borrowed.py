"""Refuses a repository with links or alternates: they lead git to the objects of another one.

A downloaded `.git` may contain both, and so name a private repository of the user (SPEC 1.9).
"""

from __future__ import annotations

# ruff: noqa: PTH114, PTH118
# Plain strings, as in the modules that use it.
import os
import stat

from ra.errors import UsageError

_READ_BY_GIT = ("HEAD", "config", "index", "info", "packed-refs", "refs")


def check_objects(objects: str) -> None:
    """Raise `UsageError` if objects of another repository would be read."""
    _check_link(objects)
    todo = [objects]
    while todo:
        try:
            with os.scandir(todo.pop()) as entries:
                for entry in entries:
                    if entry.is_symlink():
                        raise _link(entry.path)
                    if entry.is_dir(follow_symlinks=False):
                        todo.append(entry.path)
        except OSError:
            continue  # git cannot list it either
    alternates = os.path.join(objects, "info", "alternates")
    if _has_content(alternates):
        raise UsageError(
            f"{alternates} names objects outside the repository; "
            "copy them with `git repack -a -d`, then remove that file"
        )


def check_git_folder(folder: str) -> None:
    """Raise `UsageError` if a file that git reads in its folder is a link."""
    for name in _READ_BY_GIT:
        _check_link(os.path.join(folder, name))


def _check_link(path: str) -> None:
    if os.path.islink(path):
        raise _link(path)


def _link(path: str) -> UsageError:
    return UsageError(f"{path} is a link; a repository is read only without links in it")


def _has_content(path: str) -> bool:
    try:
        status = os.lstat(path)
    except OSError:
        return False
    return not stat.S_ISREG(status.st_mode) or status.st_size > 0
