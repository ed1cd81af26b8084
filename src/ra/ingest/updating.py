"""Updates an index; usually nothing has changed, and no file is read."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ra.config.schema import Tree
from ra.engine.query import Scope
from ra.ingest.fingerprint import tree_spec
from ra.ingest.planning import LASTING, Look, TreeReport, UpdateJob, has_dates, is_dated, look, plan
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
    # Asked again after the manifest: files that another process is indexing are in that before
    # a search finds them.
    is_current = partial(engine.is_declared, [tree_spec(tree) for tree in declared], readable)
    if not job.full and is_current():
        is_settled = not job.verify and all(_is_settled(engine, each, job) for each in looks)
        if is_settled and is_current():
            return tuple(map(_idle, looks))
        looks = [_with_dates(each, job) for each in looks]
        plans = [plan(engine, each, verify=job.verify) for each in looks]
        if all(each.is_empty for each in plans) and is_current():
            return _dated(tuple(map(_idle, looks)), looks, job)
    else:
        looks = [_with_dates(each, job) for each in looks]
    from ra.ingest.build import build  # only an update with changes needs to read files

    return _dated(build(engine, declared, job, looks, plans, revision), looks, job)


def _is_settled(engine: Reader, seen: Look, job: UpdateJob) -> bool:
    """Whether the manifest has exactly the listed files, so that no plan is needed."""
    if seen.listing is None:
        return True
    if not is_dated(seen.tree, job):
        return False
    scope = Scope(seen.tree.tenant, (seen.tree.name,))
    return engine.settled(scope, LASTING) == list(seen.listing.files)


def _idle(seen: Look) -> TreeReport:
    unchanged = len(seen.listing.files) if seen.listing else 0
    return TreeReport(seen.tree.name, unchanged=unchanged, problem=seen.problem)


def _with_dates(seen: Look, job: UpdateJob) -> Look:
    """A tree with the dates of its repository, if it has one or had one."""
    if seen.listing is None or not has_dates(seen.tree, job):
        return seen
    from ra.sources.git_dates import read_dates  # only where there is a repository

    memory = None if job.full or job.verify else job.memory
    return seen._replace(dates=read_dates(seen.tree, memory))


def _dated(
    reports: tuple[TreeReport, ...] | None, looks: Sequence[Look], job: UpdateJob
) -> tuple[TreeReport, ...] | None:
    """The reports with notes about dates; what was read is kept, as the index has it now."""
    if reports is None or not any(seen.dates for seen in looks):
        return reports
    from ra.sources.git_dates import remember

    found = []
    for report, seen in zip(reports, looks, strict=True):
        if seen.dates is not None:
            remember(seen.tree, job.memory, seen.dates)
        found.append(report._replace(note=seen.dates.note if seen.dates else ""))
    return tuple(found)
