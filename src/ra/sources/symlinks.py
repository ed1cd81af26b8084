"""Follows symbolic links that stay inside the tree, and gives the reason for the others."""

from __future__ import annotations

# ruff: noqa: PTH116, PTH206
# Plain strings: a Path for each entry would double the cost of a walk.
import os
import stat
from collections.abc import Container, Iterable

from ra.sources.paths import PRIVATE, inside, problem
from ra.typed import NamedTuple


class SymlinkTarget(NamedTuple):
    """The real path of a link's target."""

    real: str
    is_folder: bool
    stat: os.stat_result


class Dead(NamedTuple):
    """Why a link is not followed."""

    reason: str
    code: str


def follow(path: str, real_root: str) -> SymlinkTarget | Dead:
    """Resolve a link; one that is broken or leaves the tree is not followed (SPEC 1.7)."""
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
    return SymlinkTarget(real, stat.S_ISDIR(found.st_mode), found)


def once(
    target: SymlinkTarget, around: Iterable[str], entered: Container[str]
) -> SymlinkTarget | Dead:
    """Stop loops, and enter no real folder by two links, so that the walk is bounded.

    `around` are the real folders on the way to the link.
    """
    if any(inside(place, target.real) for place in around):
        return Dead("a link to a folder that contains it; the loop ends here", "LINK_LOOP")
    if target.real in entered:
        return Dead("a link to a folder that another link already leads to", "LINK_REPEATED")
    return target
