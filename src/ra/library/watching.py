"""Keeps an index up to date while files change, and tells searches when it is (0024)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from time import monotonic, sleep

from ra.config.schema import Settings
from ra.errors import RaError, TreeMissing
from ra.ingest import Progress, UpdateReport
from ra.ingest.embedding import EmbedProgress, EmbedReport
from ra.library.access import Access
from ra.library.watch_events import Compared, EventThread
from ra.library.watch_memory import give_back, use_one_arena
from ra.library.watch_socket import Listener, watch_lock
from ra.library.watched import fingerprint, place_of
from ra.sources.inotify import Inotify, WatchLimit
from ra.sources.watched_paths import WatchedLink, effect_of, watch_tree
from ra.typed import NamedTuple

QUIET, LONGEST = 0.3, 2.0
"""Seconds: an update starts when nothing has changed for so long, or so long after a change."""

_COMPARE = 60.0  # seconds between comparisons, for changes that the system does not report
_POLL = 1.0  # seconds between comparisons where it reports none, and after a problem
_REST = 20  # a comparison that is repeated takes at most one part in so many of the time
_PAUSE = 3  # the pause before an update is so many times as long as the last one took


class WatchReports(NamedTuple):
    """Receivers of what a watcher does, and a progress line around long updates."""

    started: Callable[[Sequence[str]], None]
    updated: Callable[[UpdateReport], None]
    embedded: Callable[[EmbedReport], None]
    note: Callable[[str], None]
    progress: Callable[[], AbstractContextManager[Progress]] | None = None


class _EventsWait(Exception):
    """Embedding pauses: changes are to be indexed first."""


class IndexWatcher:
    """One process that watches the trees of one index; all work is done in one thread.

    `load` reads the settings again. When they differ, `run` returns. `embed` computes missing
    embeddings.
    """

    def __init__(
        self,
        access: Access,
        load: Callable[[], Settings],
        embed: Callable[[EmbedProgress], list[EmbedReport]] | None,
        reports: WatchReports,
    ) -> None:
        self._access, self._load, self._reports = access, load, reports
        self._settings, self._trees = access.settings, access.settings.trees
        self._embed_changes = embed
        self._is_new = True
        self._folders_left = False  # to be watched
        self._is_embedded = False
        self._notes: dict[str, str] = {}
        self._cost = 0.0
        self._links: Sequence[WatchedLink] = ()
        self._compared: Compared | None = None

    def run(self) -> None:
        """Watch until the settings change; a second watcher of the same index is an error."""
        use_one_arena()
        with watch_lock(place_of(self._settings)):
            try:
                with self._listening() as events:
                    self._follow(events)
            except WatchLimit as limit:
                self._reports.note(
                    f"{limit}; ra compares the files every second or less often, "
                    "and searches compare them too"
                )
                self._poll()

    @contextmanager
    def _listening(self) -> Iterator[EventThread]:
        inotify = Inotify()
        listener = Listener(place_of(self._settings))
        revision = self._access.index().engine.revision
        events = EventThread(inotify, listener, effect_of(self._trees), revision)
        try:
            yield events
        finally:
            events.close()

    def _follow(self, events: EventThread) -> None:
        is_due = True
        while not self._has_other_settings():
            if is_due:
                self._compare(events)
                self._embed(events)
            is_due = self._wait(events)

    def _poll(self) -> None:
        while not self._has_other_settings():
            self._update()
            self._embed(None)
            sleep(self._interval)

    @property
    def _interval(self) -> float:
        return max(_POLL, _REST * self._cost)

    def _wait(self, events: EventThread) -> bool:
        """Wait until files should be compared (True), or only settings may have changed (False)."""
        latest = monotonic() + (self._interval if self._compared is None else _COMPARE)
        with events.changed:
            while not events.was_asked_for_other:
                events.check()
                left = min(self._due(events) or latest, latest) - monotonic()
                if left <= 0:
                    return True
                events.changed.wait(left)
            events.was_asked_for_other = False
        known = self._compared
        return known is None or known.fingerprint != fingerprint(self._settings)

    def _due(self, events: EventThread) -> float | None:
        pause = max(QUIET, _PAUSE * self._cost)
        return events.due(pause, max(LONGEST, pause))

    def _compare(self, events: EventThread) -> None:
        """Update the index; if that succeeds, searches may rely on it."""
        number, folders = events.take()
        self._compared = None
        own = fingerprint(self._settings)
        before = self._access.index().engine.revision()
        if folders or self._folders_left:
            self._links = self._watch_folders(events)
        if self._update() and not self._folders_left:
            self._confirm(events, Compared(number, before, own, self._links))

    def _watch_folders(self, events: EventThread) -> list[WatchedLink]:
        """Watch the folders of all trees; a missing one is reported by the update."""
        links: list[WatchedLink] = []
        self._folders_left = False
        for tree in self._trees:
            try:
                links += watch_tree(events.inotify, tree)
            except TreeMissing:
                self._folders_left = True
        events.inotify.drop_others()
        return links

    def _update(self) -> bool:
        """Update the index from the files; whether all is well."""
        start = monotonic()
        line = self._reports.progress if self._is_new else None
        try:
            with line() if line else nullcontext() as progress:
                report = self._access.update(self._trees, progress=progress)
        except RaError as error:
            self._note("update", str(error))
            return False
        self._cost = monotonic() - start
        problems = [tree.problem for tree in report.trees if tree.problem]
        self._note("update", "\n".join([*report.notes, *problems]))
        self._tell(report)
        return bool(report.trees) and not problems

    def _tell(self, report: UpdateReport) -> None:
        changed = tuple(
            tree for tree in report.trees if tree.added or tree.modified or tree.removed
        )
        if changed:
            self._is_embedded = False
            self._reports.updated(report._replace(trees=changed))
            give_back()
        if self._is_new:
            self._is_new = False
            self._reports.started([tree.name for tree in self._trees])

    def _confirm(self, events: EventThread, seen: Compared) -> None:
        """Tell searches that the index is current, if no other process has written meanwhile.

        `seen.revision` is that of this thread, which its own writes do not change. Searches are
        told by the events' thread, for which every write counts.
        """
        there = events.index_revision()
        engine = self._access.index().engine
        if engine.revision() == seen.revision and fingerprint(self._settings) == seen.fingerprint:
            self._compared = seen
            events.settle(seen._replace(revision=there))
        else:
            self._compared = None
            events.again()

    def _embed(self, events: EventThread | None) -> None:
        """Embed changes, in trees that have embeddings, until more changes are to be indexed."""
        if self._embed_changes is None or self._is_embedded:
            return
        try:
            found = self._embed_changes(partial(self._tick, events))
        except _EventsWait:
            return
        except RaError as error:
            self._note("embed", str(error))
            return
        self._is_embedded = True
        problems = [f"{one.name}: not embedded: {one.problem}" for one in found if one.problem]
        self._note("embed", "\n".join(problems))
        for report in found:
            if report.embedded:
                self._reports.embedded(report)

    def _tick(self, events: EventThread | None, _tree: str, _done: int, _total: int) -> None:
        """Between two batches of embeddings: they are written, so the index has a new revision."""
        if events is None:
            return
        if self._compared is not None:
            self._confirm(events, self._compared)
        due = self._due(events)
        if due is not None and due <= monotonic():
            raise _EventsWait

    def _has_other_settings(self) -> bool:
        """Whether the settings differ now; unreadable ones are reported, and the last ones used."""
        try:
            now = self._load()
        except RaError as error:
            self._note("settings", f"{error}\nuntil this is corrected, the settings before apply")
            return False
        self._note("settings", "")
        return _watched(now) != _watched(self._settings)

    def _note(self, subject: str, text: str) -> None:
        """Report a problem once, until it has passed (an empty text) or is another one."""
        if text and text != self._notes.get(subject):
            self._reports.note(text)
        self._notes[subject] = text


def _watched(settings: Settings) -> str:
    """What matters to a watcher, as text: secrets, which the environment holds, have no value."""
    return repr((settings.index_dir, settings.trees))
