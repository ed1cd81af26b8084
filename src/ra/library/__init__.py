"""The Python API: connects settings, files and the index behind one class, `Library`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType

from ra.config.schema import Search, Settings
from ra.errors import NotFound, UsageError
from ra.library.access import Access, Say, TreeNames, UpdateMode, Upkeep, log, settings_in
from ra.library.select_trees import DEFAULT_TENANT
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Self, TypeVar

    from ra.answer.records import Answer
    from ra.config.choices import Mode
    from ra.context.pieces import GivenFile
    from ra.ingest import Progress, TreeReport, UpdateReport
    from ra.library.ask import LibraryAnswers
    from ra.library.context import ContextFile
    from ra.library.files import LibraryFiles
    from ra.library.filters import Filter
    from ra.library.get import Got
    from ra.library.index import LibraryIndex
    from ra.library.likethis import LikeWords
    from ra.library.links import LibraryLinks
    from ra.library.records import (
        Checkup,
        DocLinks,
        FileStatus,
        Freshness,
        Inspection,
        LinkFound,
        Neighbor,
        Status,
        TreeListed,
        TreeStatus,
    )
    from ra.library.remove_indexes import forget, indexes
    from ra.library.trees import LibraryTrees
    from ra.query import Query
    from ra.search.results import Report
    from ra.search.topics import Topics

    T = TypeVar("T")

__all__ = [
    "DEFAULT_TENANT",
    "Checkup",
    "DocLinks",
    "FileStatus",
    "Freshness",
    "GivenFile",
    "Got",
    "Inspection",
    "Library",
    "LibraryFiles",
    "LibraryIndex",
    "LibraryLinks",
    "LibraryTrees",
    "LikeWords",
    "LinkFound",
    "Progress",
    "Status",
    "Topics",
    "TreeListed",
    "TreeReport",
    "TreeStatus",
    "UpdateReport",
    "Upkeep",
    "forget",
    "indexes",
    "open",
]


def open(
    folder: str | Path | None = None,
    *,
    tenant: str | None = None,
    update: UpdateMode = "auto",
    max_age: float = 0.0,
    say: Say | None = None,
) -> Library:
    """Open the library for work in `folder`, by default the current one.

    It reads the trees of one tenant. `update` says when the index follows the files:

    - `"auto"`: before each read, as the commands do. With `max_age`, an index that was updated
      less than so many seconds ago is read as it is.
    - `"missing"`: only when there is no index yet.
    - `"never"`: a missing index raises `IndexMissing`.

    `say` receives messages for the user; without it they are logged.
    """
    if folder == "":
        raise UsageError("folder is empty; give a folder, or omit it for the current one")
    cwd = Path.cwd() if folder is None else Path(folder).expanduser()
    if not cwd.is_dir():
        reason = "a file, not a folder; open its folder" if cwd.exists() else "no such folder"
        raise NotFound(f"{cwd}: {reason}")
    settings = settings_in(cwd)
    for note in settings.notes:
        (say or log)(note)
    return Library(settings, tenant=tenant, say=say, upkeep=Upkeep(update, max_age))


class Library:
    """Folders of documents to search and read.

    `files`, `index`, `links` and `trees` hold what concerns these.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        tenant: str | None = None,
        say: Say | None = None,
        upkeep: Upkeep | None = None,
    ) -> None:
        self._access = Access(settings, tenant, say, upkeep or Upkeep())

    def __repr__(self) -> str:
        return f"<ra library of {self.settings.cwd}>"

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
        """Release all files when the other threads that use them are done.

        A later call that needs the index raises `UsageError`.
        """
        self._access.close()

    def release(self) -> None:
        """Release all files, as `close` does; the next call opens them again."""
        self._access.release()

    @property
    def settings(self) -> Settings:
        """The settings in effect."""
        return self._access.settings

    @property
    def tenant(self) -> str:
        """The tenant whose trees are read."""
        return self._access.tenant

    @property
    def files(self) -> LibraryFiles:
        """Files read without an index: chunks, records, one file in detail."""
        from ra.library.files import LibraryFiles

        return LibraryFiles(self._access)

    @property
    def index(self) -> LibraryIndex:
        """The index: update, status, check, documents, chunks."""
        from ra.library.index import LibraryIndex

        return LibraryIndex(self._access)

    @property
    def links(self) -> LibraryLinks:
        """Links between documents."""
        from ra.library.links import LibraryLinks

        return LibraryLinks(self._access)

    @property
    def trees(self) -> LibraryTrees:
        """The trees."""
        from ra.library.trees import LibraryTrees

        return LibraryTrees(self._access)

    def for_tenant(self, name: str) -> Library:
        """The same library for another tenant; both use one engine, which this one closes."""
        other = Library(self.settings, tenant=name)
        other._access = self._access.for_tenant(name)
        return other

    def reading(self, work: Callable[[], T]) -> T:
        """Call `work`; all that it reads comes from one snapshot of the index.

        If the index turns out to be damaged or missing, it is built and `work` called again.
        """
        return self._access.read(self._access.scope(), lambda engine: work())

    def search(  # noqa: PLR0913 - the names that a caller would guess
        self,
        query: str | Query | Sequence[str | Query] | None,
        trees: TreeNames = (),
        params: Search | None = None,
        *,
        mode: Mode | None = None,
        like_answer: str = "",
        limit: int | None = None,
        filter: Filter | Mapping[str, object] | None = None,
        aggregates: bool = True,
        max_tokens: int = 0,
    ) -> Report:
        """The best chunks for a query, or for several.

        Each of several queries is searched on its own in one snapshot. The results are interleaved
        by rank, every chunk once, and `Report.topics` has the report of each query. `mode` is
        `keyword`, `semantic` or `hybrid`; without embeddings the last two search by keywords, and
        `Report.notes` say so. `like_answer` is a guess of the answer, which is embedded instead of
        the query. `limit` is the largest number of results, and `max_tokens` of tokens, of the
        whole answer. `filter` restricts the documents, as a `Filter` or a mapping with its fields;
        an empty query with a filter lists what the filter admits. `params` are the settings of
        `[search]`, changed with `_replace` where wanted. `query` may also be parsed already.
        """
        from ra.library.run_search import How, hints, named, search_each, special_fields

        queries, notes = named(query), hints(query)
        chosen, conditions = self._access.select(trees), _conditions(filter)
        wanted = params or self.settings.search
        wanted = wanted if limit is None else wanted._replace(limit=limit, brief_limit=0)
        wanted = wanted if mode is None else wanted._replace(mode=mode)
        lender = self._access.lender
        how = How(chosen, wanted, aggregates, max_tokens, conditions, like_answer, lender)
        found = self._access.read(
            self._access.scope(trees),
            lambda engine: search_each(engine, queries, how),
            special_fields(queries, how.params),
        )
        return found._replace(notes=(*notes, *found.notes)) if notes else found

    async def asearch(  # noqa: PLR0913 - those of `search`
        self,
        query: str | Query | Sequence[str | Query] | None,
        trees: TreeNames = (),
        params: Search | None = None,
        *,
        mode: Mode | None = None,
        like_answer: str = "",
        limit: int | None = None,
        filter: Filter | Mapping[str, object] | None = None,
        aggregates: bool = True,
        max_tokens: int = 0,
    ) -> Report:
        """`search` in a thread of its own, for programs that use `asyncio`."""
        from asyncio import to_thread  # other callers do not pay for it

        return await to_thread(
            self.search,
            query,
            trees,
            params,
            mode=mode,
            like_answer=like_answer,
            limit=limit,
            filter=filter,
            aggregates=aggregates,
            max_tokens=max_tokens,
        )

    def context(
        self,
        files: ContextFile | Sequence[ContextFile],
        trees: TreeNames = (),
        params: Search | None = None,
        *,
        terms: int | None = None,
        aggregates: bool = True,
        max_tokens: int = 0,
        **changes: object,
    ) -> Report:
        """The best chunks for one file, or for several together, without the files themselves.

        The words of the files make the query; `Report.origin` lists them. A `GivenFile` is a text
        that is not on disk. `terms` limits the words. Further keywords are keys of `[search]`, such
        as `limit`: they precede those of `[context]` and its rules. `params` replaces both as a
        whole.
        """
        from ra.context.pieces import GivenFile
        from ra.library.context import ContextRequest, context

        several = [files] if isinstance(files, str | Path | GivenFile) else list(files)
        wanted = ContextRequest(trees, params, changes, terms, aggregates, max_tokens)
        return context(self._access, several, wanted)

    def likethis(
        self,
        wanted: str | Path,
        trees: TreeNames = (),
        params: Search | None = None,
        *,
        words: LikeWords | None = None,
        aggregates: bool = True,
        max_tokens: int = 0,
        **changes: object,
    ) -> Report:
        """Chunks similar to a chunk, by its id, or to a file; those of its document are left out.

        `words` limits the words that are compared. Further keywords are keys of `[search]`.
        """
        from ra.library.likethis import LikeRequest, LikeWords, likethis

        chosen = (trees, params or self.settings.search, changes)
        request = LikeRequest(*chosen, words or LikeWords(), aggregates, max_tokens)
        return likethis(self._access, str(wanted), request)

    @property
    def answers(self) -> LibraryAnswers:
        """Answers step by step, and the requests to a language model."""
        from ra.library.ask import LibraryAnswers

        return LibraryAnswers(self._access, self.search)

    def ask(  # noqa: PLR0913 - the names that a caller would guess
        self,
        question: str,
        trees: TreeNames = (),
        *,
        max_tokens: int = 3000,
        sentences: int = 3,
        mode: Mode | None = None,
        llm: bool = True,
        before: Sequence[str] = (),
    ) -> Answer:
        """The answer to a question, with citations.

        It quotes at most so many `sentences` of the documents. With a language model in the
        settings (`llm.url`) and `llm`, the model writes it, and every sentence is checked against
        what it cites. `max_tokens` bounds the evidence. The mode is `hybrid` if the trees have
        embeddings. `before` are the questions before this one, for follow-ups like "and on Mac?".
        """
        from ra.library.ask import AskOptions, last

        options = AskOptions(trees, max_tokens, sentences, mode, llm, before)
        return last(self.answers.stream(question, options))

    def get(self, wanted: str) -> Got:
        """The document or section with this id, as indexed; a note's name works too."""
        from ra.library.get import get

        scope = self._access.scope()
        return self._access.read(scope, lambda engine: get(engine, self.settings, wanted, scope))

    def neighbors(self, wanted: str) -> list[Neighbor]:
        """The documents one link away from this document, in either direction; most links first."""
        return self.links.neighbors(wanted)


def _conditions(filter: Filter | Mapping[str, object] | None) -> Query | None:
    if filter is None:
        return None
    from ra.library.filters import query_of  # few searches have a filter

    return query_of(filter)


_HOMES = {
    "ra.context.pieces": ("GivenFile",),
    "ra.ingest": ("Progress", "TreeReport", "UpdateReport"),
    "ra.library.files": ("LibraryFiles",),
    "ra.library.get": ("Got",),
    "ra.library.index": ("LibraryIndex",),
    "ra.library.likethis": ("LikeWords",),
    "ra.library.links": ("LibraryLinks",),
    "ra.library.records": ("Checkup", "DocLinks", "FileStatus", "Freshness", "Inspection",
                           "LinkFound", "Status", "TreeListed", "TreeStatus"),
    "ra.library.remove_indexes": ("forget", "indexes"),
    "ra.library.trees": ("LibraryTrees",),
    "ra.search.topics": ("Topics",),
}  # fmt: skip


def __getattr__(name: str) -> object:
    """Load the records on first use."""
    from importlib import import_module

    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(home), name)
    raise AttributeError(f"module 'ra.library' has no attribute {name!r}")
