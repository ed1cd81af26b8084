"""Turns one file into an index entry: a document with its chunks, or a note with the reason."""

from __future__ import annotations

import sys
from collections.abc import Mapping

from ra.chunking import divide
from ra.config.schema import Tree
from ra.document import Source
from ra.engine.manifest import FileRecord
from ra.engine.records import Entry
from ra.errors import FileRefused, SourceError, failure_of
from ra.links.keys import mentions_of, names_of
from ra.model import digest
from ra.parse import parse, readable
from ra.sources import FoundFile
from ra.sources.read import read
from ra.text.detect import own_language
from ra.typed import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from ra.sources.git_dates import Dates

Kind = Literal["added", "modified", "touched", "failed"]

# A file changed this shortly before it was read may change again with the same mtime.
_RACY_NS = 50_000_000
_COARSE_RACY_NS = 2_000_000_000
# Unexpected errors that the machine may have caused: the same bytes are tried again.
_PASSING = (MemoryError, OSError, ImportError)


class FileRead(NamedTuple):
    """What a file became: an entry, or a note if it is unchanged or cannot be read.

    `mtime` is when the document last changed, by its file or by git.
    """

    made: Entry | FileRecord
    kind: Kind
    mtime: int


class ReadRules(NamedTuple):
    """How files are read: `full` takes unchanged ones too, `dates` are those of a repository.

    `commits` are the documents of a tree whose source is git.
    """

    full: bool = False
    dates: Dates | None = None
    commits: Mapping[str, Source] | None = None


def read_file(
    tree: Tree, found: FoundFile, known: FileRecord | None, now: int, rules: ReadRules | None = None
) -> FileRead:
    """Read one file."""
    full, dates, commits = rules or ReadRules()
    mtime = found.mtime
    try:
        if commits is not None:
            return _read_commit(tree, found, known, commits)
        raw = read(tree, found)
        mtime = (dates and dates.of(raw.path, raw.data)) or raw.mtime
        source = readable(raw)
        record = file_record(raw, found.mark, now)
        if source is not raw:  # the hash is that of the stored text
            record = record._replace(hash=content_hash(source.data))
        if known is not None and not full and _is_same(record, known):
            return FileRead(record, "touched", mtime)
        if mtime != source.mtime:
            source = source._replace(mtime=mtime)
        made = entry(tree, source, record)
    except BaseException as error:  # noqa: BLE001 - a panic too; others are raised again
        note = failed(tree.name, found, known, failure_of(found.path, error))
        return FileRead(note, "failed", mtime)
    return FileRead(made, "modified" if known else "added", mtime)


def _read_commit(
    tree: Tree, found: FoundFile, known: FileRecord | None, commits: Mapping[str, Source]
) -> FileRead:
    """A commit as an entry; it has no size on disk and never changes."""
    if found.path not in commits:
        reason = "git cannot read the commit"
        raise FileRefused(found.path, reason, state="failed", code="UNREADABLE")
    source = commits[found.path]
    record = file_record(source, found.mark, sys.maxsize)._replace(size=found.size)
    return FileRead(entry(tree, source, record), "modified" if known else "added", source.mtime)


def entry(tree: Tree, source: Source, record: FileRecord) -> Entry:
    """A document chunked by the settings of its tree; raises `SourceError` if the bytes are not
    text.
    """
    document = parse(source, tree.chunking.title)
    content = source.data[document.content_start :]
    if language := own_language(document.fields, source.path, content, tree.language):
        document = document._replace(language=language)
    chunks = divide(document, tree.chunking)
    return Entry(record, document, chunks, names_of(document), mentions_of(document, chunks))


def file_record(source: Source, mark: int, now: int) -> FileRecord:
    """The manifest entry of a file that was read at this time.

    `mark` was taken before the file was read: a change in between shows as another mark.
    """
    window = _RACY_NS if source.mtime % 1_000_000 else _COARSE_RACY_NS
    return FileRecord(
        source.tree,
        source.path,
        source.mtime,
        len(source.data),
        content_hash(source.data),
        source.parser,
        racy=source.mtime > now - window,
        state="indexed",
        mark=mark,
    )


def content_hash(data: bytes) -> str:
    """A short hash of the content of a file."""
    return digest(data, 16)


def _is_same(record: FileRecord, known: FileRecord) -> bool:
    """Whether the index has the same bytes, read with the same parser."""
    return (record.hash, record.parser, "indexed") == (known.hash, known.parser, known.state)


def failed(tree: str, found: FoundFile, known: FileRecord | None, error: SourceError) -> FileRecord:
    """The note of a file that cannot be indexed; its last good version stays, as stale
    (SPEC 1.8).
    """
    version = known.version if known else 0
    return FileRecord(
        tree,
        found.path,
        found.mtime,
        found.size,
        known.hash if known else "",
        found.parser,
        racy=isinstance(error.__cause__, _PASSING),
        state="stale" if version else error.state,
        reason=error.reason,
        code=error.code,
        mark=found.mark,
    )
