"""Takes in events and answers searches, in a thread of its own while the index is updated."""

from __future__ import annotations

import os
import select
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import SimpleQueue
from threading import Condition, Thread
from time import monotonic

from ra.errors import RaError
from ra.library.watch_socket import Listener
from ra.library.watched import CHANGED, CURRENT, OTHER
from ra.sources.inotify import Event, Inotify
from ra.sources.watched_paths import Effect, WatchedLink, resolved
from ra.typed import NamedTuple


class Compared(NamedTuple):
    """What the index is known to have: all events up to a number, at a revision of the index.

    `fingerprint` names the trees; `links` are looked at again for each question.
    """

    events: int
    revision: int
    fingerprint: bytes
    links: Sequence[WatchedLink]


class EventThread:
    """Counts the events that matter, and says whether the index has all of them.

    `revision` is read in this thread only: it tells whether another connection has written, and
    each thread has one.
    """

    def __init__(
        self,
        inotify: Inotify,
        listener: Listener,
        effect: Callable[[Event], Effect],
        revision: Callable[[], int],
    ) -> None:
        self.inotify, self._listener = inotify, listener
        self._effect, self._revision = effect, revision
        self._events, self._first, self._last = 0, 0.0, 0.0
        self._taken = 0
        self._has_new_folders = True
        self._compared: Compared | None = None
        self.was_asked_for_other = False
        self.changed = Condition()
        self._wake, self._waking = os.pipe()
        self._revisions: SimpleQueue[int] = SimpleQueue()
        self._is_closed = False
        self._failure: BaseException | None = None
        self._thread = Thread(target=self._run, name="ra watch events", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End the thread, the watches and the socket."""
        self._is_closed = True
        os.write(self._waking, b"x")
        self._thread.join()
        self.inotify.close()
        self._listener.close()
        os.close(self._wake)
        os.close(self._waking)

    def take(self) -> tuple[int, bool]:
        """The number of the last event, and whether folders may have changed since `take`."""
        with self.changed:
            self._drain()
            structure, self._has_new_folders = self._has_new_folders, False
            self._taken = self._events
            return self._events, structure

    def due(self, quiet: float, longest: float) -> float | None:
        """When the events that were not taken yet should be: after a pause, or at the latest."""
        if self._events == self._taken:
            return None
        return min(self._last + quiet, self._first + longest)

    def again(self, *, folders: bool = False) -> None:
        """Ask for one more comparison."""
        with self.changed:
            self._count(folders=folders)

    def index_revision(self) -> int:
        """The revision of the index as this thread sees it."""
        self.check()
        os.write(self._waking, b"r")
        return self._revisions.get()

    def settle(self, compared: Compared) -> None:
        """From now on the index is current, unless something happens that `compared` lacks."""
        with self.changed:
            self._compared = compared

    def check(self) -> None:
        """Raise the error that has ended the thread, if any."""
        if self._failure is not None:
            raise self._failure

    def _run(self) -> None:
        try:
            while not self._is_closed:
                self._turn()
        except BaseException as error:  # noqa: BLE001 - the thread that works raises it
            self._failure = error
            self._revisions.put(0)
            with self.changed:
                self.changed.notify_all()

    def _turn(self) -> None:
        """Wait for an event, a question or a request of the other thread, and act on it."""
        handles = self._wake, self._listener.fileno(), self.inotify.fileno()
        ready, _, _ = select.select(handles, (), ())
        if self._wake in ready and b"r" in os.read(self._wake, 100):
            self._revisions.put(self._seen_revision())
        with self.changed:
            self._drain()
        if self._listener.fileno() in ready:
            self._listener.answer(self._state)

    def _drain(self) -> None:
        for event in self.inotify.events():
            effect = self._effect(event)
            if effect != "none":
                self._count(folders=effect == "folders")

    def _count(self, *, folders: bool) -> None:
        now = monotonic()
        if self._events == self._taken:
            self._first = now
        self._last = now
        self._events += 1
        self._has_new_folders = self._has_new_folders or folders
        self.changed.notify_all()

    def _state(self, question: bytes) -> bytes:
        """The answer to a search; the queue is emptied after its question has arrived."""
        with self.changed:
            self._drain()
            known, events = self._compared, self._events
        if known is None or known.events != events:
            return CHANGED
        if question != known.fingerprint:
            self._ask_for_settings()
            return OTHER
        if known.revision != self._seen_revision():  # another process has written since
            self.again()
            return CHANGED
        if any(resolved(link.path) != link for link in known.links):
            self.again(folders=True)
            return CHANGED
        return CURRENT

    def _ask_for_settings(self) -> None:
        with self.changed:
            self.was_asked_for_other = True
            self.changed.notify_all()

    def _seen_revision(self) -> int:
        with suppress(RaError):
            return self._revision()
        return 0
