"""The libraries of a server: one for each tenant, updated when files have changed."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from ra.errors import IndexUnwritable, UnknownTenant
from ra.library import Library
from ra.serve.watching import Watcher
from ra.sources.git_state import history_folders
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from ra.ingest import Progress

Say = Callable[[str], None]


class Served:
    """One index and the libraries of its tenants, for all threads of a server."""

    def __init__(self, kb: Library, say: Say) -> None:
        self.first = kb
        self._say = say
        self._lock = threading.Lock()
        self._kbs: dict[str, Library] = {kb.tenant: kb}
        self._seen: dict[str, int] = {}
        self._updating: dict[str, threading.Lock] = {}
        self._watcher: Watcher | None = None

    @property
    def tenants(self) -> tuple[str, ...]:
        """The tenants that have trees."""
        return tuple(dict.fromkeys(tree.tenant for tree in self.first.settings.trees))

    @property
    def default_tenant(self) -> str:
        """The tenant of requests without a token."""
        return self.first.tenant

    def library(self, tenant: str, progress: Progress | None = None) -> Library:
        """The library of a tenant, with every change of its files made before this call."""
        kb, turn = self._library(tenant)
        if self._seen.get(tenant) != (changes := self._watching().changes()):
            with turn:
                if self._seen.get(tenant) != changes:
                    self._update(kb, progress)
                    self._seen[tenant] = changes
        return kb

    def close(self) -> None:
        """Release all files."""
        if self._watcher is not None:
            self._watcher.close()
        self.first.close()

    def _library(self, tenant: str) -> tuple[Library, threading.Lock]:
        with self._lock:
            if tenant not in self._kbs:
                if tenant not in self.tenants:
                    raise UnknownTenant("the tenant of this token has no tree")
                self._kbs[tenant] = self.first.for_tenant(tenant)
            return self._kbs[tenant], self._updating.setdefault(tenant, threading.Lock())

    def _watching(self) -> Watcher:
        with self._lock:
            if self._watcher is None:
                trees = self.first.settings.trees
                more = [folder for tree in trees for folder in history_folders(tree)]
                self._watcher = Watcher([*(tree.root for tree in trees), *more])
            return self._watcher

    def _update(self, kb: Library, progress: Progress | None) -> None:
        try:
            report = kb.index.update(progress=progress)
        except IndexUnwritable as error:
            if not kb.index.exists():
                raise
            self._say(f"{error}\nresults come from the index without these changes")
            return
        for note in (*report.notes, *(tree.problem for tree in report.trees)):
            if note:
                self._say(note)


def opened(folder: Path | None, tenant: str | None, say: Say) -> Served:
    """The libraries for work in a folder; `say` receives messages for the user."""
    from ra import library

    return Served(library.open(folder, tenant=tenant, update="missing", say=say), say)
