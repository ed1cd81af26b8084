"""Begins a view: one state of the catalog with the matching commit of the postings of each tree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ra.engine.embedded import schema
from ra.engine.embedded.generation import Generation
from ra.engine.embedded.lexical import Pinned, is_readable
from ra.engine.embedded.rows import TreeRow, has_bodies
from ra.engine.embedded.trees import seal_of
from ra.engine.query import Scope
from ra.errors import IndexDamaged
from ra.typed import NamedTuple

_ATTEMPTS = 20  # to find catalog and postings in one state, while neither changes


class Snapshot(NamedTuple):
    """What one thread reads: a generation, its trees in the scope, postings if requested."""

    generation: Generation
    scope: Scope
    trees: Sequence[TreeRow]
    pins: Mapping[int, Pinned]
    has_postings: bool
    is_nested: bool

    def end(self) -> None:
        """End the view; a forked child does nothing."""
        if not self.generation.is_inherited:
            self.generation.catalog.end(nested=self.is_nested)

    def within(self, scope: Scope) -> list[TreeRow]:
        """The trees in a narrower scope."""
        return list(self.trees) if scope == self.scope else visible(self.trees, scope)

    def covers(self, scope: Scope, *, postings: bool) -> bool:
        """Whether the view has all trees of this scope, with their postings if those are needed."""
        if postings and not self.has_postings:
            return False
        mine = self.scope
        return scope == mine or (
            scope.tenant == mine.tenant and set(scope.trees) <= set(mine.trees)
        )


class SameSnapshot:
    """A `with` block inside that of a snapshot; a search opens a dozen of them."""

    __slots__ = ("_snapshot",)

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot

    def __enter__(self) -> Snapshot:
        return self._snapshot

    def __exit__(self, *_: object) -> None:
        pass


def begun(
    generation: Generation, scope: Scope, *, postings: bool, nested: bool = False
) -> Snapshot:
    """Begin a view in which catalog and postings match; if that fails, none is begun.

    If a writer has committed postings and not yet updated the catalog, the view shows that commit:
    the outbox of the catalog lists everything in it. Beside writers this may need several attempts.
    A mismatch is damage only if nothing changes meanwhile.
    """
    attempts = 0
    before: Mapping[int, Pinned] = {}
    met: object = None
    while attempts < _ATTEMPTS:
        try:
            generation.catalog.begin(nested=nested)
            trees = visible(generation.catalog.trees(), scope)
            pins, failed = _pins(generation, trees if postings else ())
            odd = [one for one in trees if one.id in pins and not _fits(one, pins[one.id])]
            if failed is None and all(_is_ahead(one, pins[one.id], before) for one in odd):
                if odd:
                    generation.catalog.flip([tree.id for tree in odd])
                return Snapshot(generation, scope, trees, pins, postings, nested)
        except BaseException:
            generation.catalog.end(nested=nested)
            raise
        generation.catalog.end(nested=nested)
        state = (
            failed and (failed[0], str(failed[1])),
            odd,
            [(pins[one.id].opstamp, pins[one.id].seal.value) for one in odd],
        )
        attempts, met, before = (attempts + 1 if state == met else 1), state, pins
    raise IndexDamaged(
        str(failed[1])
        if failed
        else f"{generation.store.folder}: catalog and postings do not match"
    )


def _pins(
    generation: Generation, trees: Sequence[TreeRow]
) -> tuple[dict[int, Pinned], tuple[TreeRow, IndexDamaged] | None]:
    """The postings of trees that this version of ra can search, and the one that failed to open.

    A writer may have removed those of a tree that the catalog of this view still has.
    """
    pins: dict[int, Pinned] = {}
    for tree in trees:
        try:
            if is_readable(tree):
                pinned = generation.store.postings(tree).pinned(tree.opstamp, seal_of(tree))
                pins[tree.id] = pinned._replace(has_bodies=True) if has_bodies(tree) else pinned
        except IndexDamaged as error:
            return pins, (tree, error)
    return pins, None


def _fits(tree: TreeRow, pinned: Pinned) -> bool:
    return pinned.opstamp == tree.opstamp and tree.seal in (None, pinned.seal.value)


def _is_ahead(tree: TreeRow, pinned: Pinned, before: Mapping[int, Pinned]) -> bool:
    """Whether a commit, made before the view began, waits for the catalog to follow."""
    earlier = before.get(tree.id)
    was_there = earlier is not None and earlier.opstamp == pinned.opstamp
    return was_there and tree.seal is None and pinned.opstamp > tree.opstamp


def visible(trees: Sequence[TreeRow], scope: Scope) -> list[TreeRow]:
    """The trees of a scope: the complete form of each, or else the one being built."""
    best: dict[str, TreeRow] = {}
    for tree in trees:
        if tree.tenant == scope.tenant and tree.name in scope.trees:
            other = best.get(tree.name)
            if other is None or _rank(tree) > _rank(other):
                best[tree.name] = tree
    return sorted(best.values(), key=lambda tree: tree.id)


def targets(trees: Sequence[TreeRow], scope: Scope | None) -> list[TreeRow]:
    """The form of each tree to write: the one being built, else the complete one."""
    found: dict[str, TreeRow] = {}
    for tree in trees:
        is_asked = scope is None or (tree.tenant == scope.tenant and tree.name in scope.trees)
        if is_asked and (tree.name not in found or tree.state == schema.BUILDING):
            found[tree.name] = tree
    return list(found.values())


def _rank(tree: TreeRow) -> int:
    return 2 * is_readable(tree) + (tree.state == schema.WHOLE)
