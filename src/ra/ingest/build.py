"""Applies planned changes to an engine, file by file in batches."""

from __future__ import annotations

import gc
import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from threading import Lock

from ra.config.schema import Tree
from ra.document import Source
from ra.engine.manifest import FileRecord
from ra.engine.records import Batch, Entry
from ra.errors import IndexDamaged, failure_of
from ra.ingest.fingerprint import tree_spec
from ra.ingest.keep_stale import Rescued, batches, rescue
from ra.ingest.planning import Look, Plan, TreeReport, UpdateJob, look, plan
from ra.ingest.read_file import FileRead, ReadRules, failed, read_file
from ra.sources import FoundFile
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from ra.engine.protocol import Reader, ReadWriter, Writer

# A batch is one transaction: large enough to be cheap, small enough for memory.
_BATCH_BYTES = 4_000_000
_BATCH_FILES = 500


def build(
    engine: ReadWriter,
    declared: Sequence[Tree],
    job: UpdateJob,
    looks: Sequence[Look],
    plans: Sequence[Plan] | None,
    revision: int,
) -> tuple[TreeReport, ...] | None:
    """Execute the plans made at this revision of the index, if any; see `update`."""
    specs = [tree_spec(tree) for tree in declared]
    wanted = [seen.tree for seen in looks]
    with engine.writing(job.waiting) as alone:
        if not alone:
            return None
        if engine.revision() != revision:  # another process may have changed the manifest since
            plans = None
            if any(plan(engine, each, verify=False).known for each in looks):
                looks = [look(each.tree)._replace(dates=each.dates) for each in looks]
        again = {tree.name for tree in wanted} if job.full else set()
        names = again.union(engine.outdated(specs))
        emptied = [tree for tree in declared if tree.name in names]
        keep = _worth_keeping(engine, emptied, looks, job)
        expected = {each.tree.name: len(each.listing.files) for each in looks if each.listing}
        rebuilt = set(engine.declare(specs, again, batches(keep), expected))
        if plans is None:
            plans = [plan(engine, each, verify=job.verify or job.full) for each in looks]
        with COLLECTING_SELDOM:
            return tuple(
                _update_tree(engine, each, todo, job)._replace(rebuilt=each.tree.name in rebuilt)
                for each, todo in zip(looks, plans, strict=True)
            )


def _worth_keeping(
    engine: Reader, emptied: Sequence[Tree], looks: Sequence[Look], job: UpdateJob
) -> list[Rescued]:
    """The versions to keep when these trees are rebuilt, also of trees that were not requested."""
    known = {seen.tree.name: seen for seen in looks}
    rescued: list[Rescued] = []
    for tree in emptied:
        seen = known.get(tree.name) or look(tree)
        try:
            todo = plan(engine, seen, verify=job.verify or job.full)
        except IndexDamaged:  # a rebuild repairs the index and must not fail because of the damage
            continue
        rescued += rescue(engine, tree, seen.listing, todo, job.now())
    return rescued


def _update_tree(engine: Writer, seen: Look, todo: Plan, job: UpdateJob) -> TreeReport:
    """Apply the plan of a tree; a tree that was never readable stays unpublished."""
    tree = seen.tree
    engine.apply(Batch(tree.name, note=todo.stale, drop=todo.gone))
    kinds: Counter[str] = Counter()
    done = 0
    for group in _groups(_spread_first(todo.look)):
        rules = ReadRules(job.full, seen.dates, _commits(tree, group))
        files = [
            read_file(tree, found, todo.known.get(found.path), job.now(), rules) for found in group
        ]
        kinds.update(each.kind for each in files)
        for bad in _apply(engine, _batch(tree.name, files), todo.known):
            kinds["modified" if bad in todo.known else "added"] -= 1
            kinds["failed"] += 1
        done += len(group)
        if job.progress is not None:
            job.progress(tree.name, done, len(todo.look))
    if seen.listing is not None or todo.known:
        engine.publish(tree.name)
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


def _commits(tree: Tree, group: Sequence[FoundFile]) -> Mapping[str, Source] | None:
    """The commits of a group, read by one run of git; None for files."""
    if tree.source == "files":
        return None
    from ra.sources.git_commits import read_commits  # few trees are histories

    return read_commits(tree, group)


def _batch(tree: str, files: Sequence[FileRead]) -> Batch:
    return Batch(
        tree,
        put=[each.made for each in files if isinstance(each.made, Entry)],
        note=[each.made for each in files if isinstance(each.made, FileRecord)],
        dates={each.made.path: each.mtime for each in files if isinstance(each.made, FileRecord)},
    )


def _apply(engine: Writer, batch: Batch, known: Mapping[str, FileRecord]) -> list[str]:
    """Apply a batch; if the engine fails unexpectedly, one by one. Return the paths that failed."""
    try:
        engine.apply(batch)
    except BaseException as error:  # noqa: BLE001 - a panic too; others are raised again
        failure_of("", error)
    else:
        return []
    bad: list[FileRecord] = []
    for entry in batch.put:
        try:
            engine.apply(Batch(batch.tree, put=[entry]))
        except BaseException as error:  # noqa: BLE001 - a panic too; others are raised again
            path, file = entry.file.path, entry.file
            found = FoundFile(path, file.size, file.mtime, file.parser, file.mark)
            bad.append(failed(batch.tree, found, known.get(path), failure_of(path, error)))
    engine.apply(Batch(batch.tree, note=[*batch.note, *bad], dates=batch.dates))
    return [record.path for record in bad]


def _spread_first(files: Sequence[FoundFile]) -> Sequence[FoundFile]:
    """Reorder the files with a sample of all folders first: it trains the compression."""
    step = len(files) // _BATCH_FILES
    if step < 2:
        return files
    first = files[::step][:_BATCH_FILES]
    chosen = {found.path for found in first}
    return [*first, *(found for found in files if found.path not in chosen)]


def _groups(files: Sequence[FoundFile]) -> Iterator[list[FoundFile]]:
    group: list[FoundFile] = []
    size = 0
    for found in files:
        group.append(found)
        size += found.size
        if size >= _BATCH_BYTES or len(group) >= _BATCH_FILES:
            yield group
            group, size = [], 0
    if group:
        yield group


class CollectingSeldom:
    """Collects garbage rarely: an update makes millions of values without cycles, and a tenth of
    its time would go into looking for cycles.

    The collector's thresholds belong to the process, so the first thread that enters sets them and
    the last one that leaves restores them.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._inside = 0
        self._before = gc.get_threshold()

    def __enter__(self) -> None:
        with self._lock:
            if not self._inside:
                self._before = gc.get_threshold()
                gc.set_threshold(1_000_000, 50, 100)  # more than a batch has
            self._inside += 1

    def __exit__(self, *_: object) -> None:
        with self._lock:
            if self._inside == 1:
                gc.set_threshold(*self._before)
            self._inside = max(0, self._inside - 1)

    def after_fork(self) -> None:
        """In a forked child: the threads that were inside do not exist."""
        self._lock = Lock()
        if self._inside:
            gc.set_threshold(*self._before)
        self._inside = 0


COLLECTING_SELDOM = CollectingSeldom()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=COLLECTING_SELDOM.after_fork)
