"""What to say of trees that cannot be searched whole yet."""

from __future__ import annotations

from collections.abc import Sequence

from ra.errors import IndexMissing, TreeMissing
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from ra.config.schema import Tree
    from ra.engine.place import Building


def unfinished(building: Sequence[Building], trees: Sequence[Tree], *, builds: bool) -> list[str]:
    """What to say of trees that cannot be searched whole; `IndexMissing` if one can be built.

    A tree that no build has begun is missing like a whole index: it is never taken for empty.
    Nor is one whose folder is missing; `TreeMissing` if that is all there is. Where nothing may
    be built, `IndexMissing` means that there is nothing else.
    """
    if not building:
        return []
    roots = {tree.name: tree.root for tree in trees}
    absent = {one.tree for one in building if not (one.done or one.expected)}
    gone = {name for name in absent if not roots[name].is_dir()}
    if gone == roots.keys():
        name = next(iter(roots))
        raise TreeMissing(
            f"tree '{name}' is not in the index, and its folder is missing: {roots[name]}"
        )
    if absent - gone and (builds or absent == roots.keys()):
        name = min(absent - gone)
        raise IndexMissing(f"tree '{name}' is not in the index yet; build it with `ra update`")
    return [_note(one, absent, gone) for one in building]


def _note(one: Building, absent: set[str], gone: set[str]) -> str:
    if one.tree in gone:
        return f"tree '{one.tree}' is not in the index, and its folder is missing"
    if one.tree in absent:
        return f"tree '{one.tree}' is not in the index yet; build it with `ra update`"
    return f"tree '{one.tree}' is being built: {one.done} of {one.expected} documents so far"
