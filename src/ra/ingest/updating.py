"""Updates an index; usually nothing has changed, and no file is read."""

from __future__ import annotations

from collections.abc import Sequence

from ra.config.schema import Tree
from ra.engine.query import Scope
from ra.ingest.fingerprint import tree_spec
from ra.ingest.planning import LASTING, Look, TreeReport, UpdateJob, look, plan
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from ra.engine.protocol import Reader, ReadWriter


def update(
    engine: ReadWriter, declared: Sequence[Tree], wanted: Sequence[Tree], job: UpdateJob
) -> tuple[TreeReport, ...] | None:
    """Update the wanted trees; None if another process is updating and the caller does not wait."""
    revision = engine.revision()
    looks = [look(tree, job) for tree in wanted]
    plans = None
    readable = [each.tree.name for each in looks if each.listing is not None]
    if not job.full and engine.is_declared([tree_spec(tree) for tree in declared], readable):
        if not job.verify and all(_is_settled(engine, each) for each in looks):
            return tuple(map(_idle, looks))
        plans = [plan(engine, each, verify=job.verify) for each in looks]
        if all(each.is_empty for each in plans):
            return tuple(map(_idle, looks))
    from ra.ingest.build import build  # only an update with changes needs to read files

    return build(engine, declared, job, looks, plans, revision)


def _is_settled(engine: Reader, seen: Look) -> bool:
    """Whether the manifest has exactly the listed files, so that no plan is needed."""
    if seen.listing is None:
        return True
    scope = Scope(seen.tree.tenant, (seen.tree.name,))
    return engine.settled(scope, LASTING) == list(seen.listing.files)


def _idle(seen: Look) -> TreeReport:
    unchanged = len(seen.listing.files) if seen.listing else 0
    return TreeReport(seen.tree.name, unchanged=unchanged, problem=seen.problem)
