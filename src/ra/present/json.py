"""Which record does a program get? Every value as JSON, with the names of SPEC 3.1."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # every command can encode, few have chunks
    from ra.model import Chunk, Link

# Valid in JSON, yet some readers end a line at them, and terminals obey others.
_HARMFUL = re.compile("[\x7f-\x9f\u2028\u2029]")

Record = dict[str, object]


def encode(value: object, *, ascii_only: bool = False, indent: int | None = None) -> str:
    """JSON text; one line unless `indent` is given."""
    import json  # 8 ms that only a request for JSON pays

    text = json.dumps(value, ensure_ascii=ascii_only, indent=indent)
    return _HARMFUL.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def chunk_record(chunk: Chunk) -> Record:
    """One chunk (SPEC 3.1)."""
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


def timestamp(nanoseconds: int) -> str:
    """A moment in UTC to the microsecond, ISO 8601."""
    seconds, rest = divmod(nanoseconds, 1_000_000_000)
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds)) + f".{rest // 1000:06d}Z"
