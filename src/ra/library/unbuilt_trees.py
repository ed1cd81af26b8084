"""Messages about trees that are not fully searchable yet."""

from __future__ import annotations

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
