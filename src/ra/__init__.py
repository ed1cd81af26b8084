"""ra finds the right section in folders of Markdown.

import ra

kb = ra.open("notes")
for result in kb.search("green tea", limit=5):
    print(result.id, result.score, result.text)
"""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers read these; at run time a name is loaded on first use
if TYPE_CHECKING:
    from ra.answer.records import Answer as Answer
    from ra.answer.records import Cited as Cited
    from ra.answer.records import EvidencePiece as EvidencePiece
    from ra.answer.records import QuotedSection as QuotedSection
    from ra.chunking.spec_v1.checklist import Checked as Checked
    from ra.config.schema import Search as Search
    from ra.config.schema import Settings as Settings
    from ra.config.schema import Tree as Tree
    from ra.context.pieces import GivenFile as GivenFile
    from ra.document import Block as Block
    from ra.document import Document as Document
    from ra.document import Heading as Heading
    from ra.document import Section as Section
    from ra.engine.records import DocumentRecord as DocumentRecord
    from ra.engine.records import Problem as Problem
    from ra.engine.records import Usage as Usage
    from ra.engine.user_indexes import Forgotten as Forgotten
    from ra.engine.user_indexes import KnownIndex as KnownIndex
    from ra.errors import ChunkingFailed as ChunkingFailed
    from ra.errors import ConfigError as ConfigError
    from ra.errors import FileRefused as FileRefused
    from ra.errors import IndexDamaged as IndexDamaged
    from ra.errors import IndexMissing as IndexMissing
    from ra.errors import IndexNewer as IndexNewer
    from ra.errors import IndexUnrepaired as IndexUnrepaired
    from ra.errors import IndexUnwritable as IndexUnwritable
    from ra.errors import ModelUnavailable as ModelUnavailable
    from ra.errors import NotFound as NotFound
    from ra.errors import OutputUnwritable as OutputUnwritable
    from ra.errors import QueryError as QueryError
    from ra.errors import RaError as RaError
    from ra.errors import SourceError as SourceError
    from ra.errors import TreeMissing as TreeMissing
    from ra.errors import UnknownTenant as UnknownTenant
    from ra.errors import UnknownTree as UnknownTree
    from ra.errors import UsageError as UsageError
    from ra.ingest.embedding import EmbedReport as EmbedReport
    from ra.ingest.planning import TreeReport as TreeReport
    from ra.ingest.planning import UpdateReport as UpdateReport
    from ra.library import Library as Library
    from ra.library import forget as forget
    from ra.library import indexes as indexes
    from ra.library import open as open
    from ra.library.ask import AskOptions as AskOptions
    from ra.library.ask import Gathered as Gathered
    from ra.library.ask import LibraryAnswers as LibraryAnswers
    from ra.library.chunk_text import chunk as chunk
    from ra.library.embed import ModelFacts as ModelFacts
    from ra.library.files import LibraryFiles as LibraryFiles
    from ra.library.filters import Filter as Filter
    from ra.library.get import Got as Got
    from ra.library.index import LibraryIndex as LibraryIndex
    from ra.library.likethis import LikeWords as LikeWords
    from ra.library.links import LibraryLinks as LibraryLinks
    from ra.library.records import Checkup as Checkup
    from ra.library.records import DocLinks as DocLinks
    from ra.library.records import FileStatus as FileStatus
    from ra.library.records import Freshness as Freshness
    from ra.library.records import Inspection as Inspection
    from ra.library.records import LinkEdge as LinkEdge
    from ra.library.records import LinkFound as LinkFound
    from ra.library.records import LinkGraph as LinkGraph
    from ra.library.records import Neighbor as Neighbor
    from ra.library.records import Status as Status
    from ra.library.records import TreeListed as TreeListed
    from ra.library.records import TreeStatus as TreeStatus
    from ra.library.trees import LibraryTrees as LibraryTrees
    from ra.library.watching import WatchReports as WatchReports
    from ra.model import Chunk as Chunk
    from ra.model import Link as Link
    from ra.model import Span as Span
    from ra.query.parser import plain as plain
    from ra.search.citations import Citation as Citation
    from ra.search.citations import CitedText as CitedText
    from ra.search.origin import AppliedRule as AppliedRule
    from ra.search.origin import Origin as Origin
    from ra.search.origin import OriginTerm as OriginTerm
    from ra.search.origin import TermSource as TermSource
    from ra.search.results import Lines as Lines
    from ra.search.results import Match as Match
    from ra.search.results import Report as Report
    from ra.search.results import Result as Result
    from ra.search.topics import Topic as Topic
    from ra.search.topics import Topics as Topics
    from ra.search.verdict import Verdict as Verdict

__version__ = "0.1.0"

# Where each public name is defined.
_HOMES = {
    "ra.answer.records": "Answer Cited EvidencePiece QuotedSection",
    "ra.chunking.spec_v1.checklist": "Checked",
    "ra.config.schema": "Search Settings Tree",
    "ra.context.pieces": "GivenFile",
    "ra.document": "Block Document Heading Section",
    "ra.engine.records": "DocumentRecord Problem Usage",
    "ra.engine.user_indexes": "Forgotten KnownIndex",
    "ra.errors": (
        "ChunkingFailed ConfigError FileRefused IndexDamaged IndexMissing IndexNewer "
        "IndexUnrepaired IndexUnwritable ModelUnavailable NotFound OutputUnwritable "
        "QueryError RaError SourceError TreeMissing UnknownTenant UnknownTree UsageError"
    ),
    "ra.ingest.embedding": "EmbedReport",
    "ra.ingest.planning": "TreeReport UpdateReport",
    "ra.library": "Library forget indexes open",
    "ra.library.ask": "AskOptions Gathered LibraryAnswers",
    "ra.library.chunk_text": "chunk",
    "ra.library.embed": "ModelFacts",
    "ra.library.files": "LibraryFiles",
    "ra.library.filters": "Filter",
    "ra.library.get": "Got",
    "ra.library.index": "LibraryIndex",
    "ra.library.likethis": "LikeWords",
    "ra.library.links": "LibraryLinks",
    "ra.library.records": (
        "Checkup DocLinks FileStatus Freshness Inspection LinkEdge LinkFound LinkGraph Neighbor "
        "Status TreeListed TreeStatus"
    ),
    "ra.library.trees": "LibraryTrees",
    "ra.library.watching": "WatchReports",
    "ra.model": "Chunk Link Span",
    "ra.query.parser": "plain",
    "ra.search.citations": "Citation CitedText",
    "ra.search.origin": "AppliedRule Origin OriginTerm TermSource",
    "ra.search.results": "Lines Match Report Result",
    "ra.search.topics": "Topic Topics",
    "ra.search.verdict": "Verdict",
}
_MODULES = {name: module for module, names in _HOMES.items() for name in names.split()}

__all__ = sorted(_MODULES)


def __dir__() -> list[str]:
    """The public names, loaded or not."""
    return list(__all__)


def __getattr__(name: str) -> object:
    """Load a public name on first use, so that `ra --version` loads no parser."""
    if name not in _MODULES:
        raise AttributeError(f"module 'ra' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_MODULES[name]), name)
