"""Preserves last good versions of unreadable files when a tree is rebuilt.

They are read from the index before the tree is emptied, and are the first documents of the new one
(SPEC 1.8, 6.4).
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from ra.config.schema import Tree
from ra.document import Source, stored_as
from ra.engine.manifest import FileRecord
from ra.engine.query import Scope
from ra.engine.records import Batch
from ra.errors import IndexDamaged, failure_of
from ra.ingest.planning import Plan
from ra.ingest.read_file import content_hash, entry, file_record, read_file
from ra.sources import FoundFile, Listing
from ra.typed import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ra.engine.protocol import Reader


class Rescued(NamedTuple):
    """A last good version, and the manifest entry of its file."""

    tree: Tree
    source: Source
    note: FileRecord


def rescue(
    engine: Reader, tree: Tree, listing: Listing | None, todo: Plan, now: int
) -> Iterator[Rescued]:
    """The documents of a tree that its files no longer yield."""
    scope = Scope(tree.tenant, (tree.name,))
    for note in _lost(tree, listing, todo, now):
        try:
            source = _last_good(engine, scope, note)
        except IndexDamaged:  # a rebuild repairs the index and must not fail because of the damage
            continue
        if source is not None:
            yield Rescued(tree, source, note)


def batches(rescued: Iterable[Rescued]) -> Iterator[Batch]:
    """Chunk each of them with the present settings; a failure is noted like that of a file."""
    for tree, source, note in rescued:
        try:
            made = entry(tree, source, file_record(source, note.mark, source.mtime))
        except BaseException as error:  # noqa: BLE001 - a panic too; others are raised again
            failure_of(source.path, error)
            continue
        yield Batch(tree.name, [made], [note])


def _lost(tree: Tree, listing: Listing | None, todo: Plan, now: int) -> Iterator[FileRecord]:
    """The manifest entries of files whose documents only the index has.

    If the folder of a tree is missing, those are all its files (SPEC 1.6).
    """
    documents = [record for record in todo.known.values() if record.version]
    if listing is None:
        yield from documents
        return
    listed = {found.path: found for found in listing.files}
    refused = {record.path: record for record in todo.stale}
    gone = frozenset(todo.gone)
    looked_at = frozenset(found.path for found in todo.look)
    for known in documents:
        found = listed.get(known.path)
        if found is None:
            if known.path not in gone:
                yield refused.get(known.path, known)
        elif known.path in looked_at or known.state != "indexed" or not _opens(tree, found):
            note, kind, _ = read_file(tree, found, known, now)
            if isinstance(note, FileRecord) and kind == "failed":
                yield note._replace(racy=True)  # to be read and counted like the others


def _opens(tree: Tree, found: FoundFile) -> bool:
    """Whether an unchanged file is still readable: permissions do not change its mtime."""
    return tree.source == "git" or os.access(tree.root / found.path, os.R_OK)


def _last_good(engine: Reader, scope: Scope, note: FileRecord) -> Source | None:
    """The stored bytes of a file, if they match the hash in the manifest."""
    doc_id = f"{note.tree}:{note.path}"
    data = engine.texts([doc_id], scope).get(doc_id)
    if data is None or content_hash(data) != note.hash:
        return None
    (document,) = engine.documents(scope, [doc_id])
    return Source(note.tree, note.path, data, document.mtime, stored_as(note.parser))
