"""Exports chunks in ra's own form, `ra` (SPEC 3.1, 3.6)."""

from __future__ import annotations

from ra.chunk.export.texts import Record
from ra.model import Chunk, Link, timestamp


def ra_record(chunk: Chunk) -> Record:
    """One chunk in ra's own form (SPEC 3.1)."""
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
        "heading_start": chunk.heading_start,
        "hit": chunk.hit,
    }


def link_record(link: Link) -> Record:
    """One link as written in the file."""
    return {
        "url": link.url,
        "fragment": link.fragment,
        "syntax": link.syntax,
        "embed": link.embed,
        "byte_start": link.start,
        "byte_end": link.end,
    }


def counted(chunk: Chunk) -> Chunk:
    """The chunk with its token count."""
    if chunk.token_count is not None:
        return chunk
    from ra.text.counter import count  # only an export counts tokens for every strategy

    return chunk._replace(token_count=count(chunk.text))
