"""How are changes brought in? File by file, in batches that the engine keeps."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from ra.config.schema import Tree
from ra.engine.manifest import FileRecord
from ra.engine.protocol import Engine
from ra.engine.records import Batch, Entry
from ra.errors import IndexDamaged
from ra.ingest.bring import bring
from ra.ingest.diff import Plan
from ra.ingest.fingerprint import tree_spec
from ra.ingest.job import Job, Look, TreeReport, look, plan
from ra.ingest.rescue import Rescued, batches, rescue
from ra.sources import Found

# A batch is one transaction: large enough to be cheap, small enough to be held in memory.
_BATCH_BYTES = 4_000_000
_BATCH_FILES = 500


def build(
    engine: Engine,
    declared: Sequence[Tree],
    job: Job,
    looks: Sequence[Look],
    plans: Sequence[Plan] | None,
    revision: int,
) -> tuple[TreeReport, ...] | None:
    """Do what was planned at this revision of the index, if anything was; see `update`."""
    specs = [tree_spec(tree) for tree in declared]
    wanted = [seen.tree for seen in looks]
    with engine.writing(job.waiting) as alone:
        if not alone:
            return None
        if engine.revision() != revision:  # another process may know files that came since
            looks = [look(tree) for tree in wanted]
            plans = None
        again = {tree.name for tree in wanted} if job.full else set()
        names = again.union(engine.outdated(specs))
        emptied = [tree for tree in declared if tree.name in names]
        keep = _worth_keeping(engine, emptied, looks, job)
        rebuilt = set(engine.declare(specs, again, batches(keep)))
        if plans is None:
            plans = [plan(engine, each, verify=job.verify or job.full) for each in looks]
        with collecting_seldom():
            return tuple(
                _update_tree(engine, each, todo, job)._replace(rebuilt=each.tree.name in rebuilt)
                for each, todo in zip(looks, plans, strict=True)
            )


def _worth_keeping(
    engine: Engine, emptied: Sequence[Tree], looks: Sequence[Look], job: Job
) -> list[Rescued]:
    """What must survive when these trees are built again, also of those that nobody asked for."""
    known = {seen.tree.name: seen for seen in looks}
    rescued: list[Rescued] = []
    for tree in emptied:
        seen = known.get(tree.name) or look(tree)
        try:
            todo = plan(engine, seen, verify=job.verify or job.full)
        except IndexDamaged:  # a rebuild repairs the index: it must not fail because of it
            continue
        rescued += rescue(engine, tree, seen.listing, todo, job.now())
    return rescued


def _update_tree(engine: Engine, seen: Look, todo: Plan, job: Job) -> TreeReport:
    tree = seen.tree
    engine.apply(Batch(tree.name, note=todo.stale, drop=todo.gone))
    kinds: Counter[str] = Counter()
    done = 0
    for group in _groups(_spread_first(todo.look)):
        brought = [
            bring(tree, found, todo.known.get(found.path), job.now(), full=job.full)
            for found in group
        ]
        kinds.update(kind for _, kind in brought)
        entries = [each for each, _ in brought if isinstance(each, Entry)]
        notes = [each for each, _ in brought if isinstance(each, FileRecord)]
        engine.apply(Batch(tree.name, put=entries, note=notes))
        done += len(group)
        if job.progress is not None:
            job.progress(tree.name, done, len(todo.look))
    return TreeReport(
        tree.name,
        added=kinds["added"],
        modified=kinds["modified"],
        removed=len(todo.gone),
        touched=kinds["touched"],
        failed=kinds["failed"],
        unchanged=todo.unchanged,
        problem=seen.problem,
    )


def _spread_first(files: Sequence[Found]) -> Sequence[Found]:
    """The files with some from everywhere first: the engine learns from those to compress all."""
    step = len(files) // _BATCH_FILES
    if step < 2:
        return files
    first = files[::step][:_BATCH_FILES]
    chosen = {found.path for found in first}
    return [*first, *(found for found in files if found.path not in chosen)]


def _groups(files: Sequence[Found]) -> Iterator[list[Found]]:
    group: list[Found] = []
    size = 0
    for found in files:
        group.append(found)
        size += found.size
        if size >= _BATCH_BYTES or len(group) >= _BATCH_FILES:
            yield group
            group, size = [], 0
    if group:
        yield group


@contextmanager
def collecting_seldom() -> Iterator[None]:
    """Millions of small values come and go without cycles: looking for those costs a tenth."""
    before = gc.get_threshold()
    gc.set_threshold(100_000, 50, 100)
    try:
        yield
    finally:
        gc.set_threshold(*before)
