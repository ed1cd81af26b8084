"""`kb.trees`: the trees of a library, as set and as indexed."""

from __future__ import annotations

from collections.abc import Iterator

from ra.config.schema import Tree
from ra.library.access import Access, TreeNames
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from ra.library.records import TreeListed


class LibraryTrees:
    """The trees of one tenant. Iterating yields their settings."""

    def __init__(self, access: Access) -> None:
        self._access = access

    def __repr__(self) -> str:
        return f"<ra trees: {', '.join(tree.name for tree in self)}>"

    def __iter__(self) -> Iterator[Tree]:
        return iter(self.select())

    def select(self, names: TreeNames = ()) -> tuple[Tree, ...]:
        """The settings of the trees of these names, or of all; `UnknownTree` for another name."""
        return self._access.select(names)

    def list(self, names: TreeNames = ()) -> list[TreeListed]:
        """The trees of these names, or all, with the size of each in the index."""
        from ra.library.status import listed

        scope, chosen = self._access.scope(names), self.select(names)
        return self._access.read(scope, lambda engine: listed(chosen, engine.usage(scope)))
