"""Opens the index of one tenant for the parts of a library, and keeps it up to date."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from pathlib import Path
from time import monotonic, time_ns

from ra import config
from ra.config.schema import Settings, Tree
from ra.errors import IndexUnwritable, UnknownTenant, UsageError
from ra.library.select_trees import select_trees, tenant_of
from ra.typed import TYPE_CHECKING, Literal, NamedTuple, names_of

if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from typing import TypeVar

    from ra.engine.place import Building
    from ra.engine.protocol import Reader, ReadWriter
    from ra.engine.query import Field, Scope
    from ra.graph import Graph
    from ra.ingest import Progress, UpdateReport
    from ra.library.sound_index import Index

    T = TypeVar("T")

Say = Callable[[str], None]
TreeNames = str | Sequence[str]
UpdateMode = Literal["auto", "missing", "never"]


class Upkeep(NamedTuple):
    """When the index is updated: before reads (`auto`), only to build a missing one, or `never`.

    With `auto`, files are compared again once the last update is `max_age` seconds old.
    """

    mode: UpdateMode = "missing"
    max_age: float = 0.0


class _Handle:
    """The opened index, shared by the libraries of all tenants."""

    __slots__ = ("indexes", "is_closed")

    def __init__(self) -> None:
        self.indexes: dict[str, Index] = {}
        self.is_closed = False


class Access:
    """The trees of one tenant in one index, shared by all threads of a process."""

    def __init__(
        self, settings: Settings, tenant: str | None, say: Say | None, upkeep: Upkeep
    ) -> None:
        if upkeep.mode not in names_of(UpdateMode):
            modes = ", ".join(names_of(UpdateMode))
            raise UsageError(f"update must be one of {modes}, not {upkeep.mode!r}")
        if not upkeep.max_age >= 0:
            raise UsageError(f"max_age must be at least 0 seconds, not {upkeep.max_age}")
        self.settings = settings
        self.tenant = tenant_of(settings.trees, tenant)
        self.say = say or log
        self.lender: Path | None = None  # the socket of a server that embeds texts
        self._upkeep = upkeep
        self._updated: float | None = None
        self._handle = _Handle()
        self._shares = False

    def close(self) -> None:
        """Release all files, and refuse later calls."""
        if not self._shares:
            self._handle.is_closed = True
            self.release()

    def release(self) -> None:
        """Release all files when the other threads that use them are done."""
        if not self._shares:
            for index in self._handle.indexes.values():
                index.close()

    def for_tenant(self, name: str) -> Access:
        """The same index for another tenant; this one closes it."""
        other = Access(self.settings, name, self.say, self._upkeep)
        other._handle, other._shares = self._handle, True
        return other

    def select(self, names: TreeNames = ()) -> tuple[Tree, ...]:
        """The trees of these names, or all, of this tenant."""
        own = [tree for tree in self.settings.trees if tree.tenant == self.tenant]
        if not own and self.settings.trees:  # several tenants, none chosen, and no default
            known = dict.fromkeys(tree.tenant for tree in self.settings.trees)
            raise UnknownTenant(f"several tenants ({', '.join(known)}): choose one with --tenant")
        return select_trees(own, names)

    def scope(self, trees: TreeNames = ()) -> Scope:
        """The tenant and the names of these trees, or of all."""
        from ra.engine.query import Scope

        return Scope(self.tenant, tuple(tree.name for tree in self.select(trees)))

    def graph(self, engine: Reader) -> Graph:
        """The links between all documents of the tenant."""
        from ra.graph import Graph, sites_of

        return Graph(engine, self.scope(), sites_of(self.select()))

    def index(self) -> Index:
        """The index; it opens its files on first use."""
        from ra.library.sound_index import Index

        if self._handle.is_closed:
            raise UsageError("this library is closed; open it again with ra.open")
        # Atomic without a lock, which another thread could hold during a fork.
        indexes = self._handle.indexes
        return indexes.get("") or indexes.setdefault("", Index(self.settings, self.say))

    def work(self, work: Callable[[ReadWriter], T]) -> T:
        """Run work on a sound index: a missing one is built first, unless `never`."""
        return self.index().sound(work, self._build, builds=self._upkeep.mode != "never")

    def read(self, scope: Scope, work: Callable[[Reader], T], fields: Sequence[Field] = ()) -> T:
        """Read one snapshot of these trees, updated before if `auto`.

        Trees that are not in the index yet are built, or reported. `fields` are the ones to search
        that an index may have to prepare.
        """
        self.refresh()
        notes: list[str] = []

        def look(engine: Reader) -> T:
            is_outermost = not engine.is_held()
            if fields and is_outermost:
                engine.prepare(fields, scope)
            with engine.reading(scope):
                if is_outermost:
                    trees = [tree for tree in self.settings.trees if tree.name in scope.trees]
                    builds = self._upkeep.mode != "never"
                    notes[:] = _unfinished(engine.building(scope), trees, builds=builds)
                return work(engine)

        try:
            return self.work(look)
        finally:  # also when nothing matches yet; the receiver may call the library
            for note in notes:
                self.say(note)

    def refresh(self, progress: AbstractContextManager[Progress] | None = None) -> None:
        """Update the index if that is due; report what needs attention through `say`.

        Threads need no lock of their own: comparing files only reads, and the engine has one
        writer. Inside a snapshot nothing is updated. An index that cannot be written is read as it
        is (SPEC 6.6).
        """
        mode, max_age = self._upkeep
        is_due = self._updated is None or monotonic() - self._updated >= max_age
        if mode != "auto" or not is_due or self.index().engine.is_held():
            return
        if self._is_watched():
            self._updated = monotonic()
            return
        try:
            with progress or nullcontext() as line:
                report = self.update(self.select(), progress=line)
        except IndexUnwritable as error:
            if not self.index().engine.about().exists:
                raise
            self.say(f"{error}\nresults come from the index without these changes")
            self._updated = monotonic()
            return
        self._updated = monotonic()
        for note in (*report.notes, *(tree.problem for tree in report.trees)):
            if note:
                self.say(note)

    def update(
        self,
        trees: Sequence[Tree],
        *,
        full: bool = False,
        verify: bool = False,
        wait: bool = True,
        progress: Progress | None = None,
    ) -> UpdateReport:
        """Update these trees from their files."""
        from ra.ingest import UpdateJob, UpdateReport, update

        job = UpdateJob(full, verify, time_ns, self.say if wait else None, progress, self._memory())
        if full:
            self.index().retire_if_damaged()
        done = self.work(lambda engine: update(engine, self.settings.trees, trees, job))
        recovered = self.index().engine.recovered()
        if done is None:
            note = "another ra process is updating the index; its present state is read"
            return UpdateReport((), recovered, (note,))
        return UpdateReport(done, recovered, tuple(tree.note for tree in done if tree.note))

    def _is_watched(self) -> bool:
        """Whether a watcher says that the index has all changes, and it has these trees."""
        watchers = self.settings.index_fallback.parent.parent / "watch"
        if not os.path.lexists(watchers):  # nobody has watched anything yet
            return False
        from ra.library.watched import is_current

        if not is_current(self.settings):
            return False
        from ra.ingest.fingerprint import tree_spec

        specs = [tree_spec(tree) for tree in self.settings.trees]
        return self.index().engine.is_declared(specs, [tree.name for tree in self.select()])

    def _memory(self) -> Path | None:
        """The folder where the walks for this index are remembered: in the cache.

        None for an index elsewhere, such as that of an evaluation: it lives as long as a command.
        """
        place = self.settings.index_fallback
        is_cached = place.parent.name == "indexes"
        return place.parent.parent / "listings" / place.name if is_cached else None

    def _build(self, engine: ReadWriter) -> None:
        from ra.ingest import UpdateJob, update

        job = UpdateJob(False, False, time_ns, self.say, None, self._memory())
        for tree in update(engine, self.settings.trees, self.settings.trees, job) or ():
            for note in filter(None, (tree.problem, tree.note)):
                self.say(note)


def settings_in(cwd: Path) -> Settings:
    """The settings in effect in a folder now."""
    return config.load(cwd, **config.here()._asdict(), tree_name=_slug)


def _slug(folder: str) -> str:
    """A tree name for a folder whose own name is not a valid one."""
    from ra.parse.slugs import slugify

    return slugify(folder)


def log(message: str) -> None:
    """Log a message where no receiver is set."""
    import logging

    logging.getLogger("ra").warning(message)


def _unfinished(
    building: Sequence[Building], trees: Sequence[Tree], *, builds: bool
) -> Sequence[str]:
    if not building:
        return ()
    from ra.library.unbuilt_trees import unfinished  # only while a tree is built

    return unfinished(building, trees, builds=builds)
