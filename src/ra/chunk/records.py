"""Which record does an export hold for a chunk? The forms of SPEC 3.6, one function each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from ra.chunk import divide
from ra.chunk.header_piece import paths_of
from ra.config.schema import Tree
from ra.document import Document
from ra.model import Chunk, Link, timestamp
from ra.typed import TYPE_CHECKING, Literal, names_of

if TYPE_CHECKING:
    from ra.chunk.spec_record import Record as SpecRecord

Form = Literal["ra", "spec-v1", "ragdocs"]
FORM_NAMES: tuple[Form, ...] = names_of(Form)

Record = dict[str, object]


def records(form: Form, document: Document, tree: Tree) -> Iterable[Record]:
    """The records of a document, cut as its tree says; only `ra` has structure without text."""
    return _FORMS[form](document, tree)


def ra_record(chunk: Chunk) -> Record:
    """One chunk as ra itself knows it (SPEC 3.1)."""
    return {
        "id": chunk.id,
        "doc_id": chunk.doc_id,
        "parent_id": chunk.parent_id,
        "tree": chunk.tree,
        "path": chunk.path,
        "depth": chunk.depth,
        "position": chunk.position,
        "title": chunk.title,
        "slug": chunk.slug,
        "breadcrumb": list(chunk.breadcrumb),
        "byte_start": chunk.byte_start,
        "byte_end": chunk.byte_end,
        "sibling_count": chunk.sibling_count,
        "body": chunk.body,
        "kind": chunk.kind,
        "part": chunk.part,
        "prefix": chunk.prefix,
        "text": chunk.text,
        "tags": list(chunk.tags),
        "links": [link_record(link) for link in chunk.links],
        "token_count": chunk.token_count,
        "mtime": timestamp(chunk.mtime),
        "digest": chunk.digest,
    }


def link_record(link: Link) -> Record:
    """One link as it is written in the file."""
    return {
        "url": link.url,
        "fragment": link.fragment,
        "syntax": link.syntax,
        "embed": link.embed,
        "byte_start": link.start,
        "byte_end": link.end,
    }


def counted(chunk: Chunk) -> Chunk:
    """The chunk with the number of its tokens."""
    if chunk.token_count is not None:
        return chunk
    from ra.text.counter import count  # only an export counts what a strategy did not

    return chunk._replace(token_count=count(chunk.text))


def with_text(chunks: Sequence[Chunk]) -> list[Chunk]:
    """Those that say something; the others are structure, which other programs do not know."""
    return [chunk for chunk in chunks if chunk.body.strip()]


def heading_paths(document: Document, chunks: Sequence[Chunk]) -> list[tuple[str, ...]]:
    """For each chunk the headings down to its own; a title that is no heading's comes last."""
    paths = paths_of(document.sections)
    numbers = {section.slug: number for number, section in enumerate(document.sections)}
    found = []
    for chunk in chunks:
        number = numbers.get(chunk.slug, 0)
        own = (chunk.title,) if chunk.title != document.sections[number].title else ()
        found.append((*paths[number], *own))
    return found


def _ra(document: Document, tree: Tree) -> Iterator[Record]:
    for chunk in divide(document, tree.chunking):
        yield ra_record(counted(chunk))


def _spec_v1(document: Document, tree: Tree) -> Iterator[Record]:
    # Each form loads what it alone needs: normalizing, hashing, counting tokens.
    from ra.chunk.spec_record import EXPORTED

    if tree.chunking.strategy == "spec_v1":
        from ra.chunk.spec_v1 import records as own

        found: Iterable[SpecRecord] = own(document, tree.tenant)
    else:
        from ra.chunk.spec_form import spec_records

        found = spec_records(document, divide(document, tree.chunking), tree.tenant)
    for record in found:
        fields = zip(EXPORTED, record, strict=False)
        yield {**dict(fields), "headings_path": list(record.headings_path)}


def _ragdocs(document: Document, tree: Tree) -> Iterable[Record]:
    from ra.chunk.ragdocs import ragdocs_records

    return ragdocs_records(document, divide(document, tree.chunking), tree)


_FORMS: Mapping[Form, Callable[[Document, Tree], Iterable[Record]]] = {
    "ra": _ra,
    "spec-v1": _spec_v1,
    "ragdocs": _ragdocs,
}
