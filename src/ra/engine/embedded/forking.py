"""Separates a forked child from its parent: SQLite's locks and Tantivy's threads are not copied.

SQLite counts in memory which locks its process holds. A child inherits the counts, but none of the
locks, and every connection that it opens to the same file relies on them. So a fork waits until no
other thread is inside SQLite, and the child closes what it inherited before it opens anything.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from threading import Event, Lock, get_ident
from time import monotonic, sleep

from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Protocol
    from weakref import WeakSet

    class Inherited(Protocol):
        """An object that is notified in a forked child."""

        def after_fork(self, *, quiet: bool) -> None:
            """Release resources of the parent; `quiet` if none of its threads was using them."""


else:
    from _weakrefset import WeakSet  # loaded by `threading`; `weakref` is one module more

_WAIT_SECONDS = 10.0  # for threads in a search or a transaction; then the fork continues
_STEP_SECONDS = 0.001
_TURN_SECONDS = 0.05  # of a thread before another may run; the last check and the fork are one turn


class Gate:
    """Counts the threads inside, and admits none while the process forks."""

    def __init__(self) -> None:
        self._inside: dict[int, int] = {}
        self._turn = sys.getswitchinterval()
        self._begin()

    def _begin(self) -> None:
        self._lock = Lock()
        self._forks = 0
        self._opened = Event()
        self._opened.set()

    def enter(self) -> None:
        """Count this thread as inside, once more if it is already."""
        me = get_ident()
        depth = self._inside.get(me, 0)
        self._inside[me] = depth + 1
        if not depth:
            while not self._opened.is_set():
                del self._inside[me]
                self._opened.wait()
                self._inside[me] = 1

    def leave(self) -> None:
        """Count this thread as leaving, once."""
        me = get_ident()
        depth = self._inside[me]
        if depth == 1:
            del self._inside[me]
        else:
            self._inside[me] = depth - 1

    def __enter__(self) -> None:
        self.enter()

    def __exit__(self, *_: object) -> None:
        self.leave()

    def close(self) -> None:
        """Admit no thread, and wait for a limited time until all others are out."""
        with self._lock:
            self._forks += 1
            self._opened.clear()
            if self._forks == 1:
                self._turn = sys.getswitchinterval()
                sys.setswitchinterval(_TURN_SECONDS)
        end = monotonic() + _WAIT_SECONDS
        sleep(0)  # its turn begins
        while (not self.is_quiet() or _is_importing()) and monotonic() < end:
            sleep(_STEP_SECONDS)

    def open(self) -> None:
        """Admit all threads again, when no other thread forks."""
        with self._lock:
            self._forks -= 1
            if not self._forks:
                self._opened.set()
                sys.setswitchinterval(self._turn)

    def is_quiet(self) -> bool:
        """Whether no other thread is inside."""
        return all(thread == get_ident() for thread in list(self._inside))

    def begin_process(self) -> None:
        """In a forked child: only this thread exists."""
        depth = self._inside.get(get_ident(), 0)
        self._inside = {get_ident(): depth} if depth else {}
        self._begin()
        sys.setswitchinterval(self._turn)


def _is_importing() -> bool:
    """Whether another thread is importing a module, which the child could then never import.

    Python has no public function for this; without the private attributes, the fork does not wait.
    """
    modules = sys.modules
    locks = getattr(modules.get("_frozen_importlib"), "_module_locks", {})
    owners = [getattr(lock(), "owner", None) for lock in list(locks.values())]
    is_beginning = getattr(modules.get("_imp"), "lock_held", bool)()
    return is_beginning or any(owner not in (None, get_ident()) for owner in owners)


gate = Gate()
_inheriting: WeakSet[Inherited] = WeakSet()
_kept: list[object] = []


def inherit(one: Inherited) -> None:
    """Register an object to be notified in a forked child."""
    _inheriting.add(one)


def keep_forever(value: object) -> None:
    """Keep a value from being destroyed, even when the process ends.

    Destroying a Tantivy writer waits for its threads, which a child does not have.
    """
    import ctypes  # only for a child of a process that was writing

    _kept.append(value)
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(value))


def close_files(paths: Iterable[Path]) -> None:
    """Close all descriptors of this process for these files, whoever opened them.

    A lock lasts as long as any process has the file open that it was taken with.
    """
    wanted = {_identity(path.stat()) for path in paths if path.exists()}
    for folder in ("/proc/self/fd", "/dev/fd"):
        try:
            handles = [int(path.name) for path in Path(folder).iterdir()]
        except OSError:
            continue
        for handle in handles:
            with suppress(OSError):  # the folder that was listed is among them
                if _identity(os.fstat(handle)) in wanted:
                    os.close(handle)
        return


def _identity(status: os.stat_result) -> tuple[int, int]:
    return status.st_dev, status.st_ino


def _in_child() -> None:
    quiet = gate.is_quiet()
    gate.begin_process()
    for one in list(_inheriting):
        one.after_fork(quiet=quiet)


def _registered(before: Callable[[], None], parent: Callable[[], None]) -> None:
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(before=before, after_in_parent=parent, after_in_child=_in_child)


_registered(gate.close, gate.open)
