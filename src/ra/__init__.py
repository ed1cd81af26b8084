"""ra finds the right section in folders of Markdown.

import ra

with ra.open("notes") as library:
    for chunk in library.chunks():
        print(chunk.id, chunk.breadcrumb)
"""

from __future__ import annotations

from ra.errors import (
    ChunkingFailed,
    ConfigError,
    FileRefused,
    IndexDamaged,
    IndexNewer,
    IndexUnwritable,
    NotFound,
    OutputUnwritable,
    QueryError,
    RaError,
    SourceError,
    TreeMissing,
    UnknownTenant,
    UnknownTree,
    UsageError,
)
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from ra.document import Document, Section
    from ra.library import Inspection, Library, Status, open
    from ra.model import Chunk, Link, Span

__version__ = "0.1.0"

__all__ = [
    "Chunk",
    "ChunkingFailed",
    "ConfigError",
    "Document",
    "FileRefused",
    "IndexDamaged",
    "IndexNewer",
    "IndexUnwritable",
    "Inspection",
    "Library",
    "Link",
    "NotFound",
    "OutputUnwritable",
    "QueryError",
    "RaError",
    "Section",
    "SourceError",
    "Span",
    "Status",
    "TreeMissing",
    "UnknownTenant",
    "UnknownTree",
    "UsageError",
    "open",
]

_HOMES = {
    "Chunk": "ra.model",
    "Document": "ra.document",
    "Inspection": "ra.library",
    "Library": "ra.library",
    "Link": "ra.model",
    "Section": "ra.document",
    "Span": "ra.model",
    "Status": "ra.library",
    "open": "ra.library",
}


def __getattr__(name: str) -> object:
    """Load a public name when it is first used: `ra --version` must not pay for a parser."""
    if name not in _HOMES:
        raise AttributeError(f"module 'ra' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)
