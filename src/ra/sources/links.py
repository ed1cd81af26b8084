"""Where does a symbolic link lead, and may it be followed?"""

# ruff: noqa: PTH116, PTH206
# Plain strings: a Path for each entry would double the cost of a walk.

import os
import stat
import sys
from typing import NamedTuple

from ra.sources.paths import inside, problem

PRIVATE = frozenset((".git", ".ra"))


class Target(NamedTuple):
    """The real place a link leads to."""

    real: str
    is_folder: bool
    stat: os.stat_result


class Dead(NamedTuple):
    """Why a link is not followed."""

    reason: str
    code: str


if sys.platform == "win32":

    def is_link(entry: os.DirEntry[str]) -> bool:
        """Whether an entry leads elsewhere: a symbolic link, or a junction."""
        tag = entry.stat(follow_symlinks=False).st_reparse_tag
        return entry.is_symlink() or tag == stat.IO_REPARSE_TAG_MOUNT_POINT

else:
    is_link = os.DirEntry.is_symlink


def follow(path: str, real_root: str) -> Target | Dead:
    """Resolve a link; one that is broken or leaves the tree is refused (SPEC 1.7)."""
    try:
        real = os.path.realpath(path, strict=True)
        if not inside(real, real_root):
            return Dead("a link that leaves the tree is not followed", "OUTSIDE_TREE")
        if not PRIVATE.isdisjoint(real[len(real_root) :].split(os.sep)):
            return Dead("a link into .git or .ra is not followed", "OUTSIDE_TREE")
        found = os.stat(real)
    except (FileNotFoundError, NotADirectoryError):
        return Dead("a broken link: its target does not exist", "BROKEN_LINK")
    except OSError as error:
        return Dead(f"a link that cannot be followed: {problem(error)}", "BROKEN_LINK")
    return Target(real, stat.S_ISDIR(found.st_mode), found)
