"""Fills and queries an engine for the tests, through the protocol only."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import pytest

from ra.chunking import divide
from ra.config.schema import DEFAULT_CHUNKING, Strategy
from ra.document import Source
from ra.engine.manifest import FileRecord, FileState, TreeSpec
from ra.engine.protocol import Engine
from ra.engine.query import Field, PhraseQuery, Query, Scope, TermQuery
from ra.engine.records import Batch, DocumentRecord, Entry, StoredLink
from ra.links.keys import document_keys, link_keys, mentions_of, named_document, names_of
from ra.model import Chunk, ParserName
from ra.parse import parse
from ra.text import words
from ra.typed import NamedTuple

DOCS = TreeSpec("docs", "default", "english", "first")
HERE = Scope("default", ("docs",))
FIELDS: tuple[Field, ...] = (
    "title",
    "hierarchy",
    "path",
    "tags",
    "aliases",
    "properties",
    "body",
    "text",
)
PLENTY = 10_000
MTIME = 1_700_000_000_123_456_789

Files = Mapping[str, str | bytes]


def entry(
    path: str,
    content: str | bytes,
    *,
    tree: str = "docs",
    mtime: int = MTIME,
    strategy: Strategy = "outline",
) -> Entry:
    """A file with this content, ready to apply."""
    data = content.encode() if isinstance(content, str) else content
    source = Source(tree, path, data, mtime, "text" if path.endswith(".txt") else "markdown")
    document = parse(source)
    chunks = divide(document, DEFAULT_CHUNKING._replace(strategy=strategy))
    file = record(path, data, tree=tree, mtime=mtime)
    return Entry(file, document, chunks, names_of(document), mentions_of(document, chunks))


def record(
    path: str,
    data: bytes,
    *,
    tree: str = "docs",
    mtime: int = MTIME,
    state: FileState = "indexed",
    reason: str = "",
) -> FileRecord:
    """The manifest entry of a file with these bytes."""
    code = reason.upper()
    parser: ParserName = "text" if path.endswith(".txt") else "markdown"
    digest = hashlib.blake2b(data, digest_size=16).hexdigest()
    return FileRecord(tree, path, mtime, len(data), digest, parser, False, state, reason, code)


def entries(files: Files, tree: str = "docs") -> list[Entry]:
    """All of these files, ready to apply."""
    return [entry(path, content, tree=tree) for path, content in files.items()]


def chunk_ids(*taken: Entry) -> list[str]:
    """The ids of all chunks of these documents, in order."""
    return [chunk.id for one in taken for chunk in one.chunks]


def word(text: str, language: str = "english") -> str:
    """The one term of a text."""
    (only,) = words(text, language)
    return only


def term(field: Field, text: str, language: str = "english") -> TermQuery:
    """A word of plain text as a query on a field."""
    return TermQuery(field, word(text, language))


def phrase(field: Field, text: str, language: str = "english") -> PhraseQuery:
    """Adjacent words of plain text."""
    return PhraseQuery(field, tuple(words(text, language)))


class Contents(NamedTuple):
    """Everything an engine returns for a scope, without version numbers."""

    documents: list[DocumentRecord]
    outlines: dict[str, list[Chunk]]
    chunks: dict[str, Chunk]
    texts: dict[str, bytes]
    links: list[StoredLink]
    names: dict[str, tuple[list[str], list[StoredLink]]]
    manifest: dict[tuple[str, str], FileRecord]
    sizes: dict[str, tuple[int, int, int]]


class EngineUnderTest:
    """An engine in a folder of its own."""

    def __init__(self, open_engine: Callable[[Path], Engine], folder: Path) -> None:
        self.open_engine = open_engine
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self.engine = open_engine(folder)

    def reopen(self) -> None:
        """Close the engine and open its data again."""
        self.engine.close()
        self.engine = self.open_engine(self.folder)

    def declare(
        self, trees: Sequence[TreeSpec], again: Iterable[str] = (), keep: Iterable[Batch] = ()
    ) -> list[str]:
        """Declare these trees, and publish the new ones as they are."""
        names = self.engine.declare(trees, frozenset(again), keep)
        for name in names:
            self.engine.publish(name)
        return names

    def apply(
        self,
        put: Sequence[Entry] = (),
        *,
        note: Sequence[FileRecord] = (),
        drop: Sequence[str] = (),
        tree: str = "docs",
    ) -> None:
        """Apply changes and make them visible."""
        self.engine.apply(Batch(tree, put, note, drop))
        self.engine.flush()

    def put(self, files: Files, tree: str = "docs") -> list[Entry]:
        """Store these files and make them visible."""
        taken = entries(files, tree)
        self.apply(taken, tree=tree)
        return taken

    def find(self, query: Query, scope: Scope = HERE) -> list[str]:
        """The ids of all chunks that match, best first."""
        return [hit.chunk_id for hit in self.engine.lexical(query, PLENTY, scope)]

    def scores(self, query: Query, scope: Scope = HERE) -> dict[str, float]:
        """The score of every chunk that matches."""
        return {hit.chunk_id: hit.score for hit in self.engine.lexical(query, PLENTY, scope)}

    def contents(self, scope: Scope = HERE) -> Contents:
        """Everything there is in the scope."""
        documents = self.engine.documents(scope)
        outlines = {one.id: self.engine.outline(one.id, scope) for one in documents}
        ids = [chunk.id for outline in outlines.values() for chunk in outline]
        usage = self.engine.usage(scope)
        return Contents(
            [one._replace(version=0) for one in documents],
            outlines,
            self.engine.chunks(ids, scope),
            self.engine.texts([one.id for one in documents], scope),
            self.engine.links(scope),
            self.names(scope),
            {at: file._replace(version=0) for at, file in self.engine.manifest(scope).items()},
            {tree: (one.documents, one.chunks, one.text_bytes) for tree, one in usage.items()},
        )

    def names(self, scope: Scope = HERE) -> dict[str, tuple[list[str], list[StoredLink]]]:
        """For a sample of keys, the documents and links that have them."""
        documents = self.engine.documents(scope)
        paths = {one.id: one.path for one in documents}
        keys: set[str] = set()
        for one in documents:
            named = named_document(one.tree, one.path, one.title, one.aliases, one.fields)
            keys |= document_keys(named)
        for link in self.engine.links(scope):
            keys |= link_keys(link.link, paths[link.doc_id])
        some = sorted(keys)[:: 1 + len(keys) // 30]
        return {
            key: (
                [one.id for one in self.engine.named([key], scope)],
                self.engine.linking([key], scope),
            )
            for key in some
        }

    def postings(
        self, vocabulary: Iterable[str], fields: Sequence[Field], scope: Scope = HERE
    ) -> dict[tuple[Field, str], tuple[list[str], int]]:
        """For each word in each field the chunks that contain it, and their number by `stats`."""
        asked = sorted(set(vocabulary))
        counts = self.engine.stats(fields, asked, scope)
        return {
            (field, one): (
                sorted(self.find(TermQuery(field, one), scope)),
                counts[field].get(one, 0),
            )
            for field in fields
            for one in asked
        }


class Case:
    """A part of the contract; an engine defines `open_engine`."""

    def open_engine(self, folder: Path) -> Engine:
        """The engine that stores its data in this folder, or under a name made from it.

        Called again after `close`, it opens the same data again.
        """
        raise NotImplementedError("override open_engine to return the engine under test")

    @pytest.fixture
    def bare(self, tmp_path: Path) -> Iterator[EngineUnderTest]:
        """An engine without any tree."""
        store = EngineUnderTest(self.open_engine, tmp_path / "bare")
        yield store
        store.engine.close()

    @pytest.fixture
    def store(self, tmp_path: Path) -> Iterator[EngineUnderTest]:
        """An engine with one empty tree, `docs`."""
        store = EngineUnderTest(self.open_engine, tmp_path / "store")
        store.declare([DOCS])
        yield store
        store.engine.close()

    @pytest.fixture
    def fresh(self, tmp_path: Path) -> Iterator[EngineUnderTest]:
        """A second engine with one empty tree, `docs`, as the reference for the first."""
        store = EngineUnderTest(self.open_engine, tmp_path / "fresh")
        store.declare([DOCS])
        yield store
        store.engine.close()
