"""The Python API: connects settings, files and the index behind one class, `Library`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from time import time_ns
from types import TracebackType

from ra import config
from ra.config.schema import Search, Settings
from ra.errors import NotFound, UsageError
from ra.library.select_trees import DEFAULT_TENANT, select_trees
from ra.library.unindexed import Unindexed
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Self, TypeVar

    from ra.engine.protocol import Reader, ReadWriter
    from ra.engine.query import Scope
    from ra.engine.records import DocumentRecord
    from ra.graph import Graph
    from ra.ingest import Progress, TreeReport, UpdateReport
    from ra.library.get import Got
    from ra.library.index import Index, Say
    from ra.library.records import (
        Checkup,
        DocLinks,
        FileStatus,
        Freshness,
        Inspection,
        LinkFound,
        Status,
        TreeListed,
        TreeStatus,
    )
    from ra.library.remove_indexes import forget, indexes
    from ra.library.topics import Topics
    from ra.model import Chunk
    from ra.query import Query
    from ra.search.results import Report

    T = TypeVar("T")

__all__ = [
    "DEFAULT_TENANT",
    "Checkup",
    "DocLinks",
    "FileStatus",
    "Freshness",
    "Got",
    "Inspection",
    "Library",
    "LinkFound",
    "Progress",
    "Status",
    "TreeListed",
    "TreeReport",
    "TreeStatus",
    "UpdateReport",
    "forget",
    "indexes",
    "open",
]


def open(
    folder: str | Path | None = None,
    *,
    tenant: str | None = None,
    say: Say | None = None,
    build: bool = True,
) -> Library:
    """The library for work in `folder`, by default the current one.

    It shows the trees of one tenant. `say` receives messages for the user. Without `build`, a
    missing index raises `IndexMissing` instead of being built.
    """
    if folder == "":
        raise UsageError("folder is empty; give a folder, or omit it for the current one")
    cwd = Path.cwd() if folder is None else Path(folder)
    if not cwd.is_dir():
        raise NotFound(f"{cwd}: no such folder")
    settings = config.load(cwd, **config.here()._asdict(), tree_name=_slug)
    for note in settings.notes:
        (say or _log)(note)
    return Library(settings, tenant=tenant, say=say, build=build)


class Library(Unindexed):
    """Folders of documents, ready to search."""

    def __init__(
        self,
        settings: Settings,
        *,
        tenant: str | None = None,
        say: Say | None = None,
        build: bool = True,
    ) -> None:
        super().__init__(settings, tenant)
        self._say = say or _log
        self._builds = build
        self._indexes: dict[str, Index] = {}
        self._shares = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Release open files, when the other threads that use them are done.

        A later call opens them again.
        """
        if not self._shares:
            for index in self._indexes.values():
                index.close()

    def for_tenant(self, name: str) -> Library:
        """The same library for another tenant; both use one engine, which this one closes."""
        other = Library(self.settings, tenant=name, say=self._say, build=self._builds)
        other._indexes, other._shares = self._indexes, True
        return other

    def reading(self, work: Callable[[], T]) -> T:
        """Run `work` with several calls on one consistent state of the index.

        If the index is damaged or missing, it is built and the work is run again.
        """
        return self._read(self._scope(()), lambda engine: work())

    # The index

    def update(
        self,
        trees: Sequence[str] = (),
        *,
        full: bool = False,
        verify: bool = False,
        wait: bool = True,
        everyone: bool = False,
        progress: Progress | None = None,
    ) -> UpdateReport:
        """Update the index from the files, for `everyone` or for this tenant.

        With `wait=False` it returns at once if another process is updating.
        """
        from ra.ingest import UpdateJob, UpdateReport, update

        wanted = select_trees(self.settings.trees, trees) if everyone else self.trees(trees)
        job = UpdateJob(full, verify, time_ns, self._say if wait else None, progress)
        if full:
            self._opened().retire_if_damaged()
        done = self._work(lambda engine: update(engine, self.settings.trees, wanted, job))
        recovered = self._opened().engine.recovered()
        if done is None:
            note = "another ra process is updating the index; its present state is read"
            return UpdateReport((), recovered, (note,))
        return UpdateReport(done, recovered, ())

    def search(
        self,
        query: str | Sequence[str] | Query | None,
        trees: Sequence[str] = (),
        params: Search | None = None,
        *,
        aggregates: bool = True,
        max_tokens: int = 0,
    ) -> Report:
        """The best chunks for a query, or for any of several (`A`, `B` means `(A) OR (B)`).

        `query` may also be a parsed query. `params` are the settings of `[search]`; change them
        with `_replace`.
        """
        from ra.library.run_search import How, parsed, report

        asked = parsed(query)
        how = How(self.trees(trees), params or self.settings.search, aggregates, max_tokens)
        return self._read(self._scope(trees), lambda engine: report(engine, asked, how))

    def search_topics(
        self,
        topics: str | Sequence[str],
        trees: Sequence[str] = (),
        params: Search | None = None,
        *,
        aggregates: bool = True,
    ) -> Topics:
        """Search each topic alone in one snapshot, then unite the results: every chunk once.

        The limit of `params` applies to each topic, not to all together.
        """
        from ra.library.run_search import How, parsed, report
        from ra.library.topics import united

        asked = [topics] if isinstance(topics, str) else topics
        how = How(self.trees(trees), params or self.settings.search, aggregates, 0)

        def look(engine: Reader) -> Topics:
            queries = [parsed(topic) for topic in asked]
            return united([report(engine, query, how) for query in queries])

        return self._read(self._scope(trees), look)

    def documents(self, trees: Sequence[str] = ()) -> list[DocumentRecord]:
        """Every document of the index."""
        scope = self._scope(trees)
        return self._read(scope, lambda engine: engine.documents(scope))

    def chunk_list(self, trees: Sequence[str] = ()) -> Iterator[Chunk]:
        """Every chunk of the index, document by document."""
        scope = self._scope(trees)
        for document in self.documents(trees):
            yield from self._work(partial(_outline, document.id, scope))

    def tree_list(self, trees: Sequence[str] = ()) -> list[TreeListed]:
        """The trees of the index and their sizes."""
        from ra.library.status import listed

        scope, wanted = self._scope(trees), self.trees(trees)
        return self._read(scope, lambda engine: listed(wanted, engine.usage(scope)))

    def get(self, wanted: str) -> Got:
        """The document or section with this id, from the index."""
        from ra.library import get

        scope = self._scope(())
        return self._read(scope, lambda engine: get.get(engine, self.settings, wanted, scope))

    def text(self, doc_id: str) -> str:
        """The text of a document, from the index; empty if there is no such id."""
        scope = self._scope(())
        found = self._read(scope, lambda engine: engine.texts((doc_id,), scope))
        return found.get(doc_id, b"").decode()

    def links(self, wanted: str) -> DocLinks:
        """The links of the document with this id, and those of others that lead to it."""
        from ra.library.links import links_of

        return self._read(
            self._scope(()),
            lambda engine: links_of(self._graph(engine), self.get(wanted).document),
        )

    def document_links(self, trees: Sequence[str] = ()) -> list[LinkFound]:
        """Every link of these trees, or of all, with its target (S1 §9)."""
        from ra.library.links import document_links

        names = [tree.name for tree in self.trees(trees)]
        return self._read(
            self._scope(()), lambda engine: document_links(self._graph(engine), names)
        )

    def cross_links(self, trees: Sequence[str] = ()) -> list[LinkFound]:
        """The links that lead from one document to another (S1 §9)."""
        return [link for link in self.document_links(trees) if link.is_cross_link]

    def broken_links(self, trees: Sequence[str] = ()) -> list[LinkFound]:
        """The links whose document or section is missing."""
        return [link for link in self.document_links(trees) if link.is_broken]

    def orphans(self, trees: Sequence[str] = ()) -> list[DocumentRecord]:
        """The documents to which no other document links."""
        from ra.graph import orphans

        names = [tree.name for tree in self.trees(trees)]
        return self._read(self._scope(()), lambda engine: orphans(self._graph(engine), names))

    def has_index(self) -> bool:
        """Whether there is an index."""
        return self._opened().engine.about().exists

    def status(self, trees: Sequence[str] = ()) -> Status:
        """The contents of each tree, the files left out, and the differences between files and
        index.

        It builds and repairs nothing: a damaged index raises `IndexDamaged`.
        """
        from ra.library import status

        wanted = self.trees(trees)
        return status.status(self.settings, *status.seen(self._opened().engine, wanted))

    def doctor(self) -> Checkup:
        """Check the whole index and return what is damaged; it repairs nothing."""
        from ra.library.doctor import checkup

        select_trees(self.settings.trees, ())  # without a tree, raise that error
        return checkup(self.settings, self._opened())

    def _scope(self, trees: Sequence[str]) -> Scope:
        from ra.engine.query import Scope

        return Scope(self.tenant, tuple(tree.name for tree in self.trees(trees)))

    def _graph(self, engine: Reader) -> Graph:
        from ra.graph import Graph

        bases = {tree.name: tree.confluence_base for tree in self.trees()}
        return Graph(engine, self._scope(()), bases)

    def _opened(self) -> Index:
        from ra.library.index import Index

        # Atomic without a lock, which another thread could hold during a fork.
        known = self._indexes.get("")
        return known or self._indexes.setdefault("", Index(self.settings, self._say))

    def _work(self, work: Callable[[ReadWriter], T]) -> T:
        return self._opened().sound(work, self._build, builds=self._builds)

    def _read(self, scope: Scope, work: Callable[[Reader], T]) -> T:
        """Read one state of these trees; build incomplete ones, or report them."""
        from ra.library.unbuilt_trees import unfinished

        notes: list[str] = []

        def look(engine: Reader) -> T:
            is_outermost = not engine.is_held()
            with engine.reading(scope):
                if is_outermost:
                    trees = [tree for tree in self.settings.trees if tree.name in scope.trees]
                    notes[:] = unfinished(engine.building(scope), trees, builds=self._builds)
                return work(engine)

        try:
            return self._work(look)
        finally:  # also when nothing matches yet; the receiver may call the library
            for note in notes:
                self._say(note)

    def _build(self, engine: ReadWriter) -> None:
        from ra.ingest import UpdateJob, update

        job = UpdateJob(False, False, time_ns, self._say, None)
        for tree in update(engine, self.settings.trees, self.settings.trees, job) or ():
            if tree.problem:
                self._say(tree.problem)


def _outline(doc_id: str, scope: Scope, engine: Reader) -> list[Chunk]:
    return engine.outline(doc_id, scope)


def _slug(folder: str) -> str:
    """A tree name for a folder whose own name is not a valid one."""
    from ra.parse.slugs import slugify

    return slugify(folder)


def _log(message: str) -> None:
    """Log a message where no receiver is set."""
    import logging

    logging.getLogger("ra").warning(message)


_HOMES = {
    "ra.ingest": ("Progress", "TreeReport", "UpdateReport"),
    "ra.library.remove_indexes": ("forget", "indexes"),
    "ra.library.get": ("Got",),
    "ra.library.records": ("Checkup", "DocLinks", "FileStatus", "Freshness", "Inspection",
                           "LinkFound", "Status", "TreeListed", "TreeStatus"),
}  # fmt: skip


def __getattr__(name: str) -> object:
    """Load the records on first use."""
    from importlib import import_module

    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(home), name)
    raise AttributeError(f"module 'ra.library' has no attribute {name!r}")
