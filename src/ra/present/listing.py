"""Formats trees, documents and chunks, each as a line or a record."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from ra.model import timestamp
from ra.present import clean, text
from ra.present.json import Record
from ra.present.style import Style
from ra.typed import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from ra.engine.records import DocumentRecord
    from ra.library import TreeListed
    from ra.model import Chunk


class Form(NamedTuple):
    """The formats of one kind of object: a line for people, a record for programs."""

    line: Callable[[Any, Style], str]
    record: Callable[[Any], Record]


def tree_line(tree: TreeListed, style: Style) -> str:
    """Name, size and folder."""
    facts = [
        text.count(tree.documents, "document"),
        text.count(tree.chunks, "chunk"),
        text.size(tree.size),
    ]
    where = clean.name(str(tree.root))
    return f"{style.name(tree.name)}  {style.symbols.dot.join(facts)}  {style.dim(where)}"


def tree_record(tree: TreeListed) -> Record:
    """A tree and how much of it is in the index."""
    return {
        "name": tree.name,
        "path": str(tree.root),
        "local": tree.local,
        "tenant": tree.tenant,
        "language": tree.language,
        "documents": tree.documents,
        "chunks": tree.chunks,
        "bytes": tree.size,
    }


def document_line(document: DocumentRecord, style: Style) -> str:
    """Id and title."""
    return f"{style.name(clean.name(document.id))}  {clean.line(document.title)}"


def document_record(document: DocumentRecord) -> Record:
    """A document with its front matter."""
    return {
        "id": document.id,
        "tree": document.tree,
        "path": document.path,
        "title": document.title,
        "tags": list(document.tags),
        "aliases": list(document.aliases),
        "updated": document.updated,
        "fields": dict(document.fields),
        "chunks": document.chunks,
        "bytes": document.size,
        "mtime": timestamp(document.mtime),
        "version": document.version,
        "warnings": list(document.warnings),
    }


def chunk_line(chunk: Chunk, style: Style) -> str:
    """Id and breadcrumb."""
    crumbs = text.breadcrumb(chunk.breadcrumb, style)
    return f"{style.name(clean.name(chunk.id))}  {style.dim(crumbs)}"


class Counted(NamedTuple):
    """A tag or property, and the number of documents that have it."""

    name: str
    documents: int


def counted(documents: Iterable[DocumentRecord], subject: str) -> list[Counted]:
    """The tags or properties of documents, without case, the most frequent first.

    A nested tag also counts for each of its parents.
    """
    counts: dict[str, int] = {}
    spelled: dict[str, str] = {}
    for document in documents:
        names = _tags(document.tags) if subject == "tags" else list(document.fields)
        for key in {name.casefold(): name for name in names}.items():
            spelled.setdefault(*key)
            counts[key[0]] = counts.get(key[0], 0) + 1
    found = [Counted(spelled[key], count) for key, count in counts.items()]
    return sorted(found, key=lambda one: (-one.documents, one.name.casefold()))


def _tags(tags: Iterable[str]) -> list[str]:
    parts = [tag.split("/") for tag in tags]
    return ["/".join(part[:end]) for part in parts for end in range(1, len(part) + 1)]


def counted_line(one: Counted, style: Style) -> str:
    """Name and number of documents."""
    return f"{style.name(clean.name(one.name))}  {text.count(one.documents, 'document')}"


def counted_record(one: Counted) -> Record:
    """The same as a record."""
    return {"name": one.name, "documents": one.documents}


FORMS: Mapping[str, Form] = {
    "trees": Form(tree_line, tree_record),
    "docs": Form(document_line, document_record),
    "chunks": Form(chunk_line, lambda chunk: chunk.to_dict()),
    "tags": Form(counted_line, counted_record),
    "properties": Form(counted_line, counted_record),
}
