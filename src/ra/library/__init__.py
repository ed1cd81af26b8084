"""Where is all wired together? Settings to trees, files to documents, trees to an index."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from time import time_ns
from types import TracebackType

from ra import config
from ra.config.schema import Search, Settings, Strategy, Tree
from ra.errors import NotFound, UnknownTenant
from ra.library.choosing import DEFAULT_TENANT, chosen, tenant_of
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Self, TypeVar

    from ra.chunk.records import Form
    from ra.engine.protocol import Engine
    from ra.engine.query import Scope
    from ra.engine.records import DocumentRecord, Usage
    from ra.ingest import Progress, TreeReport, UpdateReport
    from ra.library.checking import Checked
    from ra.library.files import OnFailure
    from ra.library.graph import Graph
    from ra.library.index import Index, Say
    from ra.library.passages import Got
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
    from ra.library.topics import Topics
    from ra.model import Chunk
    from ra.search.report import Report

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
    "open",
]


def open(
    folder: str | Path | None = None, *, tenant: str | None = None, say: Say | None = None
) -> Library:
    """The library for work in `folder`, by default the current one.

    It sees the trees of one tenant. `say` is told what the user should know meanwhile.
    """
    cwd = Path.cwd() if folder is None else Path(folder)
    if not cwd.is_dir():
        raise NotFound(f"{cwd}: no such folder")
    home, cache = config.here()
    settings = config.load(cwd, home=home, cache=cache, tree_name=_slug)
    return Library(settings, tenant=tenant, say=say)


class Library:
    """Folders of documents, ready to be asked."""

    def __init__(
        self, settings: Settings, *, tenant: str | None = None, say: Say | None = None
    ) -> None:
        self.settings = settings
        self.tenant = tenant_of(settings.trees, tenant)
        self._one_tenant = tenant is not None
        self._say = say or _log
        self._index: Index | None = None

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
        """Let go of what is held open."""
        if self._index is not None:
            self._index.close()

    def trees(self, names: Sequence[str] = ()) -> tuple[Tree, ...]:
        """The trees of these names, or all, of this tenant."""
        own = [tree for tree in self.settings.trees if tree.tenant == self.tenant]
        if not own:  # none was named, and there are several, but no default
            known = dict.fromkeys(tree.tenant for tree in self.settings.trees)
            raise UnknownTenant(f"whose documents? name a tenant (there are: {', '.join(known)})")
        return chosen(own, names)

    # Files

    def inspect(self, file: str | Path, strategy: Strategy | None = None) -> Inspection:
        """One file as a document with its chunks and all that is odd about it."""
        from ra.library import files

        return files.inspect(self.settings, file, strategy)

    def chunks(
        self,
        files: Sequence[str | Path] = (),
        trees: Sequence[str] = (),
        on_failure: OnFailure | None = None,
        *,
        strategy: Strategy | None = None,
    ) -> Iterator[Chunk]:
        """The chunks of these files, of these trees, or of all; one document at a time.

        They are read from the files. A file that cannot be read raises its error, or is handed
        to `on_failure` and passed over.
        """
        from ra.library import files as reading

        found = reading.walk(self.settings, self.trees(trees), files, on_failure)
        return reading.each_document(found, reading.chunks_of, on_failure, strategy)

    def records(
        self,
        form: Form = "ra",
        files: Sequence[str | Path] = (),
        trees: Sequence[str] = (),
        on_failure: OnFailure | None = None,
        *,
        strategy: Strategy | None = None,
    ) -> Iterator[dict[str, object]]:
        """The same chunks as records for other programs, in one of the forms of SPEC 3.6."""
        from ra.chunk import records
        from ra.library import files as reading

        found = reading.walk(self.settings, self.trees(trees), files, on_failure)
        return reading.each_document(found, partial(records.records, form), on_failure, strategy)

    def validate(
        self,
        files: Sequence[str | Path] = (),
        trees: Sequence[str] = (),
        on_failure: OnFailure | None = None,
    ) -> Iterator[Checked]:
        """Each document cut by `spec_v1`, whatever its tree says, and what S1 §11 finds wrong."""
        from ra.library import files as reading
        from ra.library.checking import checked

        found = reading.walk(self.settings, self.trees(trees), files, on_failure)
        return reading.each_document(found, checked, on_failure)

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
        """Bring the index up to date with the files, for `everyone` or for this tenant.

        With `wait=False` it gives way to another process that is at it already.
        """
        from ra.ingest import Job, UpdateReport, update

        wanted = chosen(self.settings.trees, trees) if everyone else self.trees(trees)
        job = Job(full, verify, time_ns, self._say if wait else None, progress)
        if full:
            self._opened().retire_if_damaged()
        done = self._work(lambda engine: update(engine, self.settings.trees, wanted, job))
        recovered = self._opened().engine.recovered
        if done is None:
            note = "another ra process is updating the index; this is what it holds so far"
            return UpdateReport((), recovered, (note,))
        return UpdateReport(done, recovered, ())

    def search(
        self,
        query: str | Sequence[str],
        trees: Sequence[str] = (),
        params: Search | None = None,
        *,
        aggregates: bool = True,
        max_tokens: int = 0,
    ) -> Report:
        """The best chunks for a query, or for any of several (`A`, `B` means `(A) OR (B)`).

        `params` are the settings of `[search]`, changed with `_replace` where wanted.
        """
        from ra.library.searching import report

        texts = [query] if isinstance(query, str) else list(query)
        chosen = self.trees(trees)
        wanted = params or self.settings.search
        return self._work(
            lambda engine: report(engine, texts, chosen, wanted, aggregates, max_tokens)
        )

    def search_topics(self, topics: Sequence[str], trees: Sequence[str] = ()) -> Topics:
        """Each topic searched alone, then together: every chunk once, with its best score."""
        from ra.library.topics import united

        asked = [topics] if isinstance(topics, str) else topics
        return united([self.search(topic, trees) for topic in asked])

    def documents(self, trees: Sequence[str] = ()) -> list[DocumentRecord]:
        """Every document of the index."""
        scope = self._scope(trees)
        return self._work(lambda engine: engine.documents(scope))

    def chunk_list(self, trees: Sequence[str] = ()) -> Iterator[Chunk]:
        """Every chunk of the index, document by document."""
        scope = self._scope(trees)
        for document in self.documents(trees):
            yield from self._work(partial(_outline, document.id, scope))

    def tree_list(self, trees: Sequence[str] = ()) -> list[TreeListed]:
        """The trees of the index and how much they hold."""
        from ra.engine.records import Usage
        from ra.library.records import TreeListed

        scope = self._scope(trees)
        usage = self._work(lambda engine: engine.usage(scope))
        return [
            TreeListed(
                tree.name,
                tree.root,
                tree.local,
                tree.tenant,
                tree.language,
                *usage.get(tree.name, Usage(0, 0, 0, 0))[:3],
            )
            for tree in self.trees(trees)
        ]

    def get(self, wanted: str) -> Got:
        """The document or section of this id, as the index has it."""
        from ra.library import passages

        scope = self._scope(())
        return self._work(lambda engine: passages.get(engine, self.settings, wanted, scope))

    def text(self, doc_id: str) -> str:
        """The text of a document, as the index has it; nothing if there is none of this id."""
        found = self._work(lambda engine: engine.texts((doc_id,), self._scope(())))
        return found.get(doc_id, b"").decode()

    def links(self, wanted: str) -> DocLinks:
        """The links of the document of this id, and those of others that lead to it."""
        from ra.library.graph import links_of

        document = self.get(wanted).document
        return self._work(lambda engine: links_of(self._graph(engine), document))

    def document_links(self, trees: Sequence[str] = ()) -> list[LinkFound]:
        """Every link of these trees, or of all, and where it leads (S1 §9)."""
        from ra.library.graph import document_links

        names = [tree.name for tree in self.trees(trees)]
        return self._work(lambda engine: document_links(self._graph(engine), names))

    def cross_links(self, trees: Sequence[str] = ()) -> list[LinkFound]:
        """The links that lead from one document to another (S1 §9)."""
        return [link for link in self.document_links(trees) if link.is_cross_link]

    def broken_links(self, trees: Sequence[str] = ()) -> list[LinkFound]:
        """The links that should lead to a document or section and do not."""
        return [link for link in self.document_links(trees) if link.is_broken]

    def orphans(self, trees: Sequence[str] = ()) -> list[DocumentRecord]:
        """The documents to which no other document links."""
        from ra.library.graph import orphans

        names = [tree.name for tree in self.trees(trees)]
        return self._work(lambda engine: orphans(self._graph(engine), names))

    def status(self, trees: Sequence[str] = ()) -> Status:
        """What each tree holds, what was left out, and how files and index differ now."""
        from ra.library.records import Status
        from ra.library.states import tree_status, unbuilt

        wanted, index = self.trees(trees), self._opened()
        if not index.exists:  # and it is not made by looking
            found = tuple(unbuilt(tree) for tree in wanted)
            return Status(self.settings.files, self.settings.index_dir, 0, None, found)
        found = self._work(lambda engine: tuple(tree_status(engine, tree) for tree in wanted))
        size, updated = index.size_and_time()
        return Status(self.settings.files, self.settings.index_dir, size, updated, found)

    def doctor(self) -> Checkup:
        """Read the whole index and tell what is damaged; nothing is repaired."""
        from ra.library.records import Checkup

        index = self._opened()
        if not index.exists:
            return Checkup(index.folder, False, (), 0, 0, 0, 0)
        problems = index.problems()
        usage = [] if problems else self._everyones_usage(index.engine)
        return Checkup(
            index.folder,
            True,
            problems,
            len(usage),
            sum(tree.documents for tree in usage),
            sum(tree.chunks for tree in usage),
            index.size_and_time()[0],
        )

    def _everyones_usage(self, engine: Engine) -> list[Usage]:
        from ra.engine.query import Scope

        trees = self.settings.trees
        scopes = [
            Scope(tenant, tuple(tree.name for tree in trees if tree.tenant == tenant))
            for tenant in dict.fromkeys(tree.tenant for tree in trees)
        ]
        return [usage for scope in scopes for usage in engine.usage(scope).values()]

    def _scope(self, trees: Sequence[str]) -> Scope:
        from ra.engine.query import Scope

        return Scope(self.tenant, tuple(tree.name for tree in self.trees(trees)))

    def _graph(self, engine: Engine) -> Graph:
        from ra.library.graph import Graph

        bases = {tree.name: tree.confluence_base for tree in self.trees()}
        return Graph(engine, self._scope(()), bases)

    def _opened(self) -> Index:
        from ra.library.index import Index

        if self._index is None:
            self._index = Index(self.settings.index_dir, self._say)
        return self._index

    def _work(self, work: Callable[[Engine], T]) -> T:
        return self._opened().sound(work, rebuild=partial(self.update, everyone=True))


def _outline(doc_id: str, scope: Scope, engine: Engine) -> list[Chunk]:
    return engine.outline(doc_id, scope)


def _slug(folder: str) -> str:
    """A name for the tree of a folder whose own name cannot be one."""
    from ra.parse.slugs import slugify

    return slugify(folder)


def _log(message: str) -> None:
    """Where nobody listens, a message goes to the log."""
    import logging

    logging.getLogger("ra").warning(message)


_HOMES = {
    "ra.ingest": ("Progress", "TreeReport", "UpdateReport"),
    "ra.library.passages": ("Got",),
    "ra.library.records": ("Checkup", "DocLinks", "FileStatus", "Freshness", "Inspection",
                           "LinkFound", "Status", "TreeListed", "TreeStatus"),
}  # fmt: skip


def __getattr__(name: str) -> object:
    """The records, loaded when they are first asked for."""
    from importlib import import_module

    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(home), name)
    raise AttributeError(f"module 'ra.library' has no attribute {name!r}")
