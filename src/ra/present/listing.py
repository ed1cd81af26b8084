"""Formats trees, documents and chunks, each as a line or a record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from ra.model import timestamp
from ra.present import clean, text
from ra.present.json import Record
from ra.present.style import Style
from ra.typed import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from ra.engine.records import DocumentRecord
    from ra.library import TreeListed
    from ra.model import Chunk


_VALUES = 5
_VALUE_COLUMNS = 40


class Form(NamedTuple):
    """The formats of one kind of object: a line for people, one with details, and a record for
    programs.
    """

    line: Callable[[Any, Style], str]
    long: Callable[[Any, Style], str]
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


def long_tree(tree: TreeListed, style: Style) -> str:
    """A tree with its patterns and its language."""
    facts = [f"include {', '.join(tree.include)}" if tree.include else "commits"]
    if tree.exclude:
        facts.append(f"exclude {', '.join(tree.exclude)}")
    facts.append(f"language {tree.language}")
    return _with_details(tree_line(tree, style), facts, style)


def tree_record(tree: TreeListed) -> Record:
    """A tree and how much of it is in the index."""
    return {
        "name": tree.name,
        "path": str(tree.root),
        "local": tree.local,
        "tenant": tree.tenant,
        "language": tree.language,
        "include": list(tree.include),
        "exclude": list(tree.exclude),
        "documents": tree.documents,
        "chunks": tree.chunks,
        "bytes": tree.size,
    }


def document_line(document: DocumentRecord, style: Style) -> str:
    """Id and title."""
    return f"{style.name(clean.name(document.id))}  {clean.line(document.title)}"


def long_document(document: DocumentRecord, style: Style) -> str:
    """A document with its date, size, language and tags."""
    facts = [
        (document.updated or timestamp(document.mtime))[:10],
        text.count(document.chunks, "chunk"),
        text.size(document.size),
        document.language,
        *(f"#{tag}" for tag in document.tags),
    ]
    return _with_details(document_line(document, style), facts, style)


def _with_details(line: str, facts: Sequence[str], style: Style) -> str:
    return f"{line}  {style.dim(clean.line(style.symbols.dot.join(facts)))}"


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
        "language": document.language,
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


def long_chunk(chunk: Chunk, style: Style) -> str:
    """A chunk with its kind and the size of its body."""
    facts = [chunk.kind, text.size(len(chunk.body.encode()))]
    return _with_details(chunk_line(chunk, style), facts, style)


class Counted(NamedTuple):
    """A tag or property, and the number of documents that have it.

    `values` are those of a property, the most frequent first.
    """

    name: str
    documents: int
    values: tuple[str, ...] = ()


def counted(documents: Iterable[DocumentRecord], subject: str) -> list[Counted]:
    """The tags or properties of documents, without case, the most frequent first.

    A nested tag also counts for each of its parents.
    """
    counts: dict[str, int] = {}
    spelled: dict[str, str] = {}
    values: dict[str, Counter[str]] = {}
    for document in documents:
        names = _tags(document.tags) if subject == "tags" else list(document.fields)
        for key in {name.casefold(): name for name in names}.items():
            spelled.setdefault(*key)
            counts[key[0]] = counts.get(key[0], 0) + 1
        if subject == "properties":
            for name, value in document.fields.items():
                values.setdefault(name.casefold(), Counter()).update(_texts(value))
    found = [
        Counted(spelled[key], count, tuple(value for value, _ in values[key].most_common()))
        if key in values
        else Counted(spelled[key], count)
        for key, count in counts.items()
    ]
    return sorted(found, key=lambda one: (-one.documents, one.name.casefold()))


def _texts(value: object) -> list[str]:
    """The values of a property as text; a list has several, a table is one."""
    parts = value if isinstance(value, list) else [value]
    return [str(part) for part in parts if part is not None]


def _tags(tags: Iterable[str]) -> list[str]:
    parts = [tag.split("/") for tag in tags]
    return ["/".join(part[:end]) for part in parts for end in range(1, len(part) + 1)]


def counted_line(one: Counted, style: Style) -> str:
    """Name and number of documents."""
    return f"{style.name(clean.name(one.name))}  {text.count(one.documents, 'document')}"


def long_counted(one: Counted, style: Style) -> str:
    """The same with the most frequent values of a property."""
    line = counted_line(one, style)
    if not one.values:
        return line
    shown = [text.fit(clean.line(value), _VALUE_COLUMNS) for value in one.values[:_VALUES]]
    more = len(one.values) - len(shown)
    return _with_details(line, [*shown, *([f"{more:,} more"] if more else [])], style)


def counted_record(one: Counted) -> Record:
    """The same as a record."""
    return {"name": one.name, "documents": one.documents}


FORMS: Mapping[str, Form] = {
    "trees": Form(tree_line, long_tree, tree_record),
    "docs": Form(document_line, long_document, document_record),
    "chunks": Form(chunk_line, long_chunk, lambda chunk: chunk.to_dict()),
    "tags": Form(counted_line, counted_line, counted_record),
    "properties": Form(counted_line, long_counted, counted_record),
}
