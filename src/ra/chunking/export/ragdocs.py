"""Exports chunks with the values of their document, as S3 does: the form `ragdocs` (SPEC 3.6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ra.chunking.export.texts import Record, heading_paths
from ra.chunking.offsets import in_characters
from ra.config.schema import Tree
from ra.document import Document
from ra.model import Chunk, Span, timestamp
from ra.typed import NamedTuple


class _Name(NamedTuple):
    """The S3 id of a chunk, the headings above it, and its characters in the file."""

    chunk_id: str
    header_path: str
    start: int
    end: int


def ragdocs_records(document: Document, chunks: Sequence[Chunk], tree: Tree) -> Iterator[Record]:
    """One record for each chunk with text."""
    bodies = [chunk for chunk in chunks if chunk.body.strip()]
    named = [
        (chunk, name)
        for chunk, name in zip(bodies, _names(document, bodies, tree), strict=True)
        if chunk.visible.strip()
    ]
    for index, (chunk, name) in enumerate(named):
        own: Record = {
            "chunk_id": name.chunk_id,
            "doc_id": document.id,
            "chunk_index": index,
            "header_path": name.header_path,
        }
        yield {
            "chunk_id": name.chunk_id,
            "doc_id": document.id,
            "content": chunk.text,
            "metadata": _inherited(document) | {"links": _links(chunk)} | own,
            "chunk_index": index,
            "header_path": name.header_path,
            "start_pos": name.start,
            "end_pos": name.end,
            "file_path": str(tree.root.absolute() / document.source.path),
            "modified_time": timestamp(document.source.mtime),
        }


def _names(document: Document, bodies: Sequence[Chunk], tree: Tree) -> list[_Name]:
    """A name for each chunk with a body, hidden or not: those of S3 for `header_based`; chunks of
    other strategies are numbered.
    """
    if tree.chunking.strategy == "header_based":
        from ra.chunking.header_based import pieces  # no strategy is loaded for another

        return [
            _Name(piece.chunk_id(document.id), piece.header_path, piece.start, piece.end)
            for piece in pieces(document, tree.chunking)
        ]
    paths = heading_paths(document, bodies)
    places = _in_characters(document, bodies, tree)
    return [
        _Name(f"{document.id}_chunk_{index}", " > ".join(path), *place)
        for index, (path, place) in enumerate(zip(paths, places, strict=True))
    ]


def _in_characters(document: Document, bodies: Sequence[Chunk], tree: Tree) -> list[Span]:
    """The start and end of each body in the file, in characters."""
    if tree.chunking.strategy == "spec_v1":  # its bodies are slices of the normalized text
        from ra.chunking.spec_v1 import records

        own = records(document, tree.tenant)
        spans = [Span(record.byte_start, record.byte_end) for record in own]
    else:
        spans = [Span(chunk.spans[0].start, chunk.spans[-1].end) for chunk in bodies]
    places = sorted({place for span in spans for place in span})
    characters = dict(zip(places, in_characters(document, places), strict=True))
    return [Span(characters[start], characters[end]) for start, end in spans]


def _inherited(document: Document) -> Record:
    """The values that every chunk gets from its document: tags, aliases and its own fields."""
    said = {name: value for name, value in document.fields.items() if name not in _READ}
    return {**said, "tags": list(document.tags), "aliases": list(document.aliases)}


_READ = ("tag", "tags", "alias", "aliases")


def _links(chunk: Chunk) -> list[str]:
    """The link targets of a chunk, each once, as written."""
    return list(dict.fromkeys(link.url for link in chunk.links))
