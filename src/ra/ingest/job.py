"""What is an update to do? Nothing, most of the time: then it ends here, and reads no file."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ra.config.schema import Tree
from ra.engine.query import Scope
from ra.errors import TreeMissing
from ra.ingest.diff import LASTING, Plan, diff
from ra.ingest.fingerprint import tree_spec
from ra.sources import Listing, discover
from ra.typed import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ra.engine.protocol import Engine

Progress = Callable[[str, int, int], None]


class TreeReport(NamedTuple):
    """What an update did to one tree."""

    name: str
    added: int = 0
    modified: int = 0
    removed: int = 0
    touched: int = 0
    failed: int = 0
    unchanged: int = 0
    rebuilt: bool = False
    problem: str | None = None


class UpdateReport(NamedTuple):
    """What an update did; `recovered` counts what a killed process had left to do."""

    trees: tuple[TreeReport, ...]
    recovered: int
    notes: tuple[str, ...]


class Job(NamedTuple):
    """How an update is to be done, and who wants to hear of it."""

    full: bool
    verify: bool
    now: Callable[[], int]
    waiting: Callable[[str], None] | None
    progress: Progress | None


class Look(NamedTuple):
    """A tree, what a walk found in it, or why there was none."""

    tree: Tree
    listing: Listing | None
    problem: str | None


def update(
    engine: Engine, declared: Sequence[Tree], wanted: Sequence[Tree], job: Job
) -> tuple[TreeReport, ...] | None:
    """Bring the wanted trees up to date; None if another process is at it and nobody waits."""
    revision = engine.revision()
    looks = [look(tree) for tree in wanted]
    plans = None
    if not job.full and engine.is_declared([tree_spec(tree) for tree in declared]):
        if not job.verify and all(_is_settled(engine, each) for each in looks):
            return tuple(map(_idle, looks))
        plans = [plan(engine, each, verify=job.verify) for each in looks]
        if all(each.is_empty for each in plans):
            return tuple(map(_idle, looks))
    from ra.ingest.build import build  # only who has something to do pays for reading files

    return build(engine, declared, job, looks, plans, revision)


def look(tree: Tree) -> Look:
    """Walk a tree; a missing folder is a problem of that tree alone (SPEC 1.6)."""
    try:
        return Look(tree, discover(tree), None)
    except TreeMissing as error:
        return Look(tree, None, str(error))


def plan(engine: Engine, seen: Look, *, verify: bool) -> Plan:
    """What is to be done for a tree; nothing if its folder is missing."""
    scope = Scope(seen.tree.tenant, (seen.tree.name,))
    manifest = {record.path: record for record in engine.manifest(scope).values()}
    if seen.listing is None:
        return Plan((), (), (), 0, manifest)
    return diff(seen.listing, manifest, look_at_all=verify)


def _is_settled(engine: Engine, seen: Look) -> bool:
    """Whether the manifest has just the files that are there: then no plan is needed to see it."""
    if seen.listing is None:
        return True
    scope = Scope(seen.tree.tenant, (seen.tree.name,))
    return engine.settled(scope, LASTING) == list(seen.listing.files)


def _idle(seen: Look) -> TreeReport:
    unchanged = len(seen.listing.files) if seen.listing else 0
    return TreeReport(seen.tree.name, unchanged=unchanged, problem=seen.problem)
