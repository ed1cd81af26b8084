"""ra finds the right section in folders of Markdown.

import ra

with ra.open("notes") as library:
    for chunk in library.files.chunks():
        print(chunk.id, chunk.breadcrumb)
"""

from __future__ import annotations

TYPE_CHECKING = False  # read by type checkers only: this module itself imports nothing
if TYPE_CHECKING:
    from ra.document import Document, Section
    from ra.errors import (
        ChunkingFailed,
        ConfigError,
        FileRefused,
        IndexDamaged,
        IndexMissing,
        IndexNewer,
        IndexUnrepaired,
        IndexUnwritable,
        ModelUnavailable,
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
    from ra.library import Inspection, Library, Status, forget, indexes, open
    from ra.model import Chunk, Link, Span
    from ra.search.results import Match, Report, Result
    from ra.search.verdict import Verdict

__version__ = "0.1.0"

__all__ = [
    "Chunk",
    "ChunkingFailed",
    "ConfigError",
    "Document",
    "FileRefused",
    "IndexDamaged",
    "IndexMissing",
    "IndexNewer",
    "IndexUnrepaired",
    "IndexUnwritable",
    "Inspection",
    "Library",
    "Link",
    "Match",
    "ModelUnavailable",
    "NotFound",
    "OutputUnwritable",
    "QueryError",
    "RaError",
    "Report",
    "Result",
    "Section",
    "SourceError",
    "Span",
    "Status",
    "TreeMissing",
    "UnknownTenant",
    "UnknownTree",
    "UsageError",
    "Verdict",
    "forget",
    "indexes",
    "open",
]

_HOMES = {
    "Chunk": "ra.model",
    "ChunkingFailed": "ra.errors",
    "ConfigError": "ra.errors",
    "Document": "ra.document",
    "FileRefused": "ra.errors",
    "IndexDamaged": "ra.errors",
    "IndexMissing": "ra.errors",
    "IndexNewer": "ra.errors",
    "IndexUnrepaired": "ra.errors",
    "IndexUnwritable": "ra.errors",
    "Inspection": "ra.library",
    "Library": "ra.library",
    "Link": "ra.model",
    "Match": "ra.search.results",
    "ModelUnavailable": "ra.errors",
    "NotFound": "ra.errors",
    "OutputUnwritable": "ra.errors",
    "QueryError": "ra.errors",
    "RaError": "ra.errors",
    "Report": "ra.search.results",
    "Result": "ra.search.results",
    "Section": "ra.document",
    "SourceError": "ra.errors",
    "Span": "ra.model",
    "Status": "ra.library",
    "TreeMissing": "ra.errors",
    "UnknownTenant": "ra.errors",
    "UnknownTree": "ra.errors",
    "UsageError": "ra.errors",
    "Verdict": "ra.search.verdict",
    "forget": "ra.library",
    "indexes": "ra.library",
    "open": "ra.library",
}


def __dir__() -> list[str]:
    """The public names, also those that are not loaded yet."""
    return sorted(__all__)


def __getattr__(name: str) -> object:
    """Load a public name on first use, so that `ra --version` imports no parser."""
    if name not in _HOMES:
        raise AttributeError(f"module 'ra' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)
