"""Messages about trees that are not fully searchable yet."""

from __future__ import annotations

import os
from collections.abc import Sequence

from ra.errors import IndexMissing, TreeMissing
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from ra.config.schema import Tree
    from ra.engine.place import Building


def unfinished(building: Sequence[Building], trees: Sequence[Tree], *, builds: bool) -> list[str]:
    """Messages about trees that are not fully searchable; `IndexMissing` if one can be built.

    A tree without a build counts as missing, like a missing index, and never as empty. So does one
    whose folder is missing; `TreeMissing` if there is no other. Where building is not allowed,
    `IndexMissing` means that there is nothing else to search.
    """
    if not building:
        return []
    known = {tree.name: tree for tree in trees}
    absent = {one.tree for one in building if not (one.done or one.expected)}
    gone = {name for name in absent if _is_gone(known[name])}
    if gone == known.keys():
        name = next(iter(known))
        raise TreeMissing(f"{_gone(known[name])}: {known[name].root}")
    if absent - gone and (builds or absent == known.keys()):
        name = min(absent - gone)
        raise IndexMissing(f"tree '{name}' is not in the index yet; build it with `ra update`")
    return [_gone(known[one.tree]) if one.tree in gone else _note(one, absent) for one in building]


def _is_gone(tree: Tree) -> bool:
    """Whether there is nothing that a tree could be built from."""
    if tree.source == "files":
        return not os.path.isdir(tree.root)  # noqa: PTH112 - a Path raises for some names
    from ra.sources.git_commits import list_commits  # few trees are histories

    try:
        list_commits(tree, None)
    except TreeMissing:
        return True
    return False


def _gone(tree: Tree) -> str:
    why = "folder is missing" if tree.source == "files" else "repository cannot be read"
    return f"tree '{tree.name}' is not in the index, and its {why}"


def _note(one: Building, absent: set[str]) -> str:
    if one.tree in absent:
        return f"tree '{one.tree}' is not in the index yet; build it with `ra update`"
    return f"tree '{one.tree}' is being built: {one.done} of {one.expected} documents so far"
