"""`kb.index`: updates, describes and lists the index of a library."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from ra.engine.query import Scope
from ra.library.access import Access, TreeNames, settings_in
from ra.library.select_trees import select_trees
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from pathlib import Path

    from ra.config.schema import Tree
    from ra.engine.protocol import Reader
    from ra.engine.records import DocumentRecord
    from ra.ingest import Progress, UpdateReport
    from ra.ingest.embedding import EmbedProgress, EmbedReport
    from ra.library.context import ContextFile
    from ra.library.embed import ModelFacts
    from ra.library.records import Checkup, Status
    from ra.library.run_search import MatchingChunk
    from ra.library.watching import WatchReports
    from ra.model import Chunk
    from ra.search.origin import Origin, OriginTerm


_BATCH = 100  # documents read in one snapshot, so that a long list needs little memory


class LibraryIndex:
    """The index of a library: its documents and chunks, its state, and how it is updated."""

    def __init__(self, access: Access) -> None:
        self._access = access

    def __repr__(self) -> str:
        return f"<ra index of {self._access.settings.cwd}>"

    def borrow_models(self) -> None:
        """Let a server of this user (`ra serve --socket`), if one runs, embed what is searched.

        Without one, and for models of a folder or an endpoint, nothing changes.
        """
        from ra.library.model_socket import lender

        self._access.lender = lender(self._access.settings, self._access.tenant)

    def update(
        self,
        trees: TreeNames = (),
        *,
        full: bool = False,
        verify: bool = False,
        wait: bool = True,
        everyone: bool = False,
        progress: Progress | None = None,
    ) -> UpdateReport:
        """Update the index from the files, for `everyone` or for this tenant.

        `full` rebuilds it; `verify` reads every file, even if its time and size are unchanged.
        With `wait=False` it does nothing if another process is updating.
        """
        access = self._access
        chosen = select_trees(access.settings.trees, trees) if everyone else access.select(trees)
        return access.update(chosen, full=full, verify=verify, wait=wait, progress=progress)

    def embed(
        self,
        trees: TreeNames = (),
        *,
        everyone: bool = False,
        started: bool = False,
        progress: EmbedProgress | None = None,
    ) -> list[EmbedReport]:
        """Compute the embeddings that are missing, tree by tree; searches work meanwhile.

        With `started`, only in trees that have some already. A model that cannot be used is the
        `problem` of a report, and an error if nothing else was done.
        """
        access = self._access
        chosen = select_trees(access.settings.trees, trees) if everyone else access.select(trees)
        if started:  # asked without loading models
            chosen = access.work(partial(_with_vectors, chosen))
        if not chosen:
            return []
        from ra.library.embed import embed

        return access.work(lambda engine: embed(engine, chosen, progress, started=started))

    def watch(self, reports: WatchReports, *, embeds: bool = True) -> None:
        """Keep the index up to date while files change, for all tenants, until interrupted.

        It returns when the settings have changed: open the library again.
        """
        from ra.library.watching import IndexWatcher  # rarely needed

        def embed(progress: EmbedProgress) -> list[EmbedReport]:
            return self.embed(everyone=True, started=True, progress=progress)

        access = self._access
        load = partial(settings_in, access.settings.cwd)
        IndexWatcher(access, load, embed if embeds else None, reports).run()

    def context_terms(self, file: ContextFile, terms: int | None = None) -> Origin:
        """The words and rules by which `context` would search for a file, without the search."""
        from ra.library.context import ContextRequest, origin_of

        return origin_of(self._access, file, ContextRequest(terms=terms))

    def keywords(self, file: str | Path, terms: int = 20) -> list[OriginTerm]:
        """The most telling words of a file, by frequency, weight and the idf of all trees."""
        from ra.library.context import keywords

        return keywords(self._access, file, terms)

    def models(self) -> list[ModelFacts]:
        """The models that the settings choose, without loading one."""
        from ra.library.embed import models

        return models(self._access.settings.embed)

    def refresh(self, progress: AbstractContextManager[Progress] | None = None) -> None:
        """Update the index if that is due, as reads do by themselves with `update="auto"`.

        `progress` is a context manager around the update; it yields what `update` takes.
        """
        self._access.refresh(progress)

    def exists(self) -> bool:
        """Whether anything is indexed."""
        return self._access.index().engine.about().exists

    def status(self, trees: TreeNames = ()) -> Status:
        """The contents of each tree, files left out, and differences between files and index.

        Nothing is built or repaired: a damaged index raises `IndexDamaged`.
        """
        from ra.library import status

        chosen = self._access.select(trees)
        engine = self._access.index().engine
        return status.status(self._access.settings, *status.seen(engine, chosen))

    def doctor(self) -> Checkup:
        """Check the whole index and report damage; nothing is repaired."""
        from ra.library.doctor import checkup

        select_trees(self._access.settings.trees, ())  # an error if there is no tree
        return checkup(self._access.settings, self._access.index())

    def documents(
        self, trees: TreeNames = (), query: str | Sequence[str] | None = None
    ) -> list[DocumentRecord]:
        """Every document of the index, or those in which something matches a query.

        All words of a query must occur as written, in one section; several queries are
        alternatives.
        """
        scope = self._access.scope(trees)
        wanted = None if query is None else {hit.doc_id for hit in self._matching(query, trees)}
        records = self._access.read(scope, lambda engine: engine.documents(scope))
        return [one for one in records if wanted is None or one.id in wanted]

    def chunks(
        self, trees: TreeNames = (), query: str | Sequence[str] | None = None
    ) -> Iterator[Chunk]:
        """Every chunk of the index, or those that match a query, document by document."""
        scope = self._access.scope(trees)
        hits = None if query is None else self._matching(query, trees)
        wanted = None if hits is None else {hit.chunk_id for hit in hits}
        docs = None if hits is None else {hit.doc_id for hit in hits}
        ids = [each.id for each in self.documents(trees) if docs is None or each.id in docs]
        for start in range(0, len(ids), _BATCH):
            found = self._access.work(partial(_outlines, ids[start : start + _BATCH], scope))
            yield from [one for one in found if wanted is None or one.id in wanted]

    def _matching(self, query: str | Sequence[str], trees: TreeNames) -> set[MatchingChunk]:
        """The chunks that match a query, unranked."""
        from ra.library.run_search import matching, named  # few lists have a query

        access, chosen = self._access, self._access.select(trees)
        asked = [each.query for each in named(query)]
        params = access.settings.search
        return access.read(
            access.scope(trees), lambda engine: matching(engine, asked, chosen, params)
        )

    def outline(self, doc_id: str) -> list[Chunk]:
        """The chunks of the document with this id, or of a section's document, in order."""
        from ra.library.get import get  # only this method looks up an id

        access, scope = self._access, self._access.scope()

        def read(engine: Reader) -> list[Chunk]:
            return engine.outline(get(engine, access.settings, doc_id, scope).document.id, scope)

        return access.read(scope, read)

    def names(self, start: str = "") -> list[str]:
        """The names and ids of documents that begin with this; after `Name#`, its sections and
        blocks. `get` accepts each of them.
        """
        from ra.library.complete_names import names_with  # loads the parser

        scope = self._access.scope()
        return self._access.read(scope, lambda engine: names_with(engine, start, scope))

    def text(self, doc_id: str) -> str:
        """The text of a document or section, as indexed; `NotFound` if nothing has this name."""
        from ra.library.get import get  # only this method looks up an id

        access, scope = self._access, self._access.scope()
        got = access.read(scope, lambda engine: get(engine, access.settings, doc_id, scope))
        return got.heading + got.text


def _with_vectors(trees: Sequence[Tree], engine: Reader) -> tuple[Tree, ...]:
    """Those of these trees of which something is embedded, or was before they were built again."""
    usage = {
        tree.name: engine.usage(Scope(tree.tenant, (tree.name,))).get(tree.name) for tree in trees
    }
    return tuple(tree for tree in trees if (one := usage[tree.name]) and one.was_embedded)


def _outlines(ids: Sequence[str], scope: Scope, engine: Reader) -> list[Chunk]:
    """The chunks of some documents, read in one snapshot: opening one for each takes longer."""
    with engine.reading(scope):
        return [chunk for doc_id in ids for chunk in engine.outline(doc_id, scope)]
