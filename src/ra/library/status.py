"""Compares the files of the trees with the index, with a reason for each file not in it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ra.config.schema import Settings, Tree
from ra.engine.manifest import FileRecord
from ra.engine.place import About
from ra.engine.protocol import Engine, Reader
from ra.engine.query import Scope
from ra.engine.records import DocumentRecord, Usage
from ra.errors import IndexDamaged, IndexMissing
from ra.ingest import Look, Plan, look, plan
from ra.ingest.planning import differs
from ra.library.files import large_chunks
from ra.library.pattern_check import unused_patterns, with_overlaps
from ra.library.records import (
    FileState,
    FileStatus,
    Freshness,
    Status,
    TreeListed,
    TreeStatus,
)
from ra.sources import FoundFile
from ra.text.languages import setting_of

_NOTHING = Usage(0, 0, 0, 0)


def tree_status(engine: Reader, tree: Tree) -> TreeStatus:
    """The indexed contents of a tree, and the differences from its folder now."""
    scope = Scope(tree.tenant, (tree.name,))
    seen = look(tree)
    todo = plan(engine, seen, verify=False, unfinished=False)
    usage = engine.usage(scope).get(tree.name, _NOTHING)
    unknown = engine.vectors().without_model(scope)[tree.name] if usage.embedded else 0
    usage = usage._replace(embedded=usage.embedded - unknown)
    files = _files(engine, tree, scope, seen, todo)
    found = _status(seen, usage, files, _freshness(files, todo))
    return found._replace(without_model=unknown)


def seen(engine: Engine, trees: Sequence[Tree]) -> tuple[About, list[TreeStatus]]:
    """The index and every tree in their present state; a damaged index raises and stays
    unchanged.
    """
    if not engine.about().exists:  # reading does not create it
        return engine.about(), [unbuilt(tree) for tree in trees]
    try:
        found = [tree_status(engine, tree) for tree in trees]
    except IndexMissing:  # made by an earlier version, or removed meanwhile
        found = [unbuilt(tree) for tree in trees]
    except IndexDamaged as error:
        raise IndexDamaged(
            f"the index is damaged ({error}); nothing was changed; "
            "`ra doctor` checks all of it, `ra update` rebuilds it"
        ) from error
    return engine.about(), found


def unbuilt(tree: Tree) -> TreeStatus:
    """A tree without an index: every document in it is new."""
    seen = look(tree)
    new = [_new(found) for found in seen.listing.files] if seen.listing else []
    files = _with_refused({file.path: file for file in new}, seen)
    return _status(seen, _NOTHING, files, Freshness(len(new), 0, 0))


def status(settings: Settings, about: About, trees: Iterable[TreeStatus]) -> Status:
    """All trees, and their index."""
    return Status(
        settings.files,
        about.folder,
        about.size,
        about.written,
        tuple(with_overlaps(list(trees))),
        about.damaged,
        about.damaged_size,
    )


def listed(trees: Sequence[Tree], usage: Mapping[str, Usage]) -> list[TreeListed]:
    """Trees and their sizes in the index."""
    return [
        TreeListed(
            tree.name,
            tree.root,
            tree.local,
            tree.tenant,
            setting_of(tree.language),
            *usage.get(tree.name, _NOTHING)[:3],
            *_patterns(tree),
        )
        for tree in trees
    ]


def _patterns(tree: Tree) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The patterns of files; commits have none."""
    return (tree.include, tree.exclude) if tree.source == "files" else ((), ())


def _status(
    seen: Look, usage: Usage, files: tuple[FileStatus, ...], freshness: Freshness
) -> TreeStatus:
    tree = seen.tree
    return TreeStatus(
        tree.name,
        tree.root,
        tree.local,
        tree.tenant,
        setting_of(tree.language),
        usage.documents,
        usage.chunks,
        usage.text_bytes,
        files,
        usage,
        freshness,
        seen.problem,
        *_patterns(tree),
        tuple(unused_patterns(tree, seen.listing)),
    )


def _freshness(files: Sequence[FileStatus], todo: Plan) -> Freshness:
    added = sum(file.state == "new" for file in files)
    changed = sum(file.state == "changed" for file in files)
    return Freshness(added, changed, len(todo.gone))


def _files(
    engine: Reader, tree: Tree, scope: Scope, seen: Look, todo: Plan
) -> tuple[FileStatus, ...]:
    records = {path: record for (_, path), record in engine.manifest(scope).items()}
    records |= {record.path: record for record in todo.stale}
    documents = {document.path: document for document in engine.documents(scope)}
    statuses = {
        path: _known(engine, tree, scope, record, documents.get(path))
        for path, record in records.items()
    }
    for found in todo.look:
        known = records.get(found.path)
        if known is None:
            statuses[found.path] = _new(found)
        elif differs(found, known):
            old = statuses[found.path]
            statuses[found.path] = old._replace(state="changed", reason="changed since it was read")
    return _with_refused(statuses, seen)


def _new(found: FoundFile) -> FileStatus:
    return FileStatus(found.path, "new", "not in the index yet", "", 0, found.size, ())


def _with_refused(statuses: dict[str, FileStatus], seen: Look) -> tuple[FileStatus, ...]:
    """All files by path, including those that the walk excluded."""
    for refused in seen.listing.refused if seen.listing else ():
        if refused.path not in statuses:
            statuses[refused.path] = FileStatus(
                refused.path, refused.state, refused.reason, refused.code, 0, 0, ()
            )
    return tuple(statuses[path] for path in sorted(statuses))


def _known(
    engine: Reader, tree: Tree, scope: Scope, record: FileRecord, document: DocumentRecord | None
) -> FileStatus:
    warnings: tuple[str, ...] = ()
    if document is not None:
        warnings = document.warnings
        if document.size > tree.chunking.max_chunk_size:
            warnings = (*warnings, *large_chunks(engine.outline(document.id, scope), tree))
    chunks = document.chunks if document else 0
    state: FileState = record.state
    return FileStatus(record.path, state, record.reason, record.code, chunks, record.size, warnings)
