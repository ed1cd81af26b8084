"""Manages the index of a library: builds a missing one, moves a damaged one aside and
rebuilds it.
"""

from __future__ import annotations

from collections.abc import Callable

from ra.config.schema import Settings
from ra.engine.open import open_engine
from ra.engine.place import IndexPlace
from ra.errors import IndexDamaged, IndexMissing, IndexUnrepaired
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import TypeVar

    from ra.engine.protocol import Engine, ReadWriter
    from ra.engine.records import Problem

    T = TypeVar("T")

Say = Callable[[str], None]
Build = Callable[["ReadWriter"], object]
_REMOVALS = 3  # of an index by another process, before that is an error


class Index:
    """One engine for all threads, opened on first use."""

    def __init__(self, settings: Settings, say: Say) -> None:
        self._place = place_of(settings)
        self._say = say
        self._engines: dict[str, Engine] = {}

    @property
    def engine(self) -> Engine:
        """The engine; it opens its files on first use."""
        # Atomic without a lock, which another thread could hold during a fork.
        known = self._engines.get("")
        return known or self._engines.setdefault("", open_engine(self._place, self._say))

    def close(self) -> None:
        """Release all files when the other threads that use them are done."""
        for engine in self._engines.values():
            engine.close()

    def problems(self) -> tuple[Problem, ...]:
        """The damage, even if the index cannot be opened."""
        from ra.engine.records import Problem  # rarely needed

        try:
            return tuple(self.engine.check())
        except IndexDamaged as error:
            return (Problem("index", str(error)),)

    def retire_if_damaged(self) -> None:
        """Check the whole index and move it aside if it is damaged."""
        try:
            found = self.problems() if self.engine.about().exists else ()
        except IndexMissing:  # made by an earlier version, not damaged
            return
        if found:
            self.engine.set_aside(IndexDamaged(found[0].message), is_sure=False)

    def sound(self, work: Callable[[ReadWriter], T], build: Build, *, builds: bool = True) -> T:
        """Run work on a sound index (SPEC 6.6).

        A missing one is built if requested; a damaged one is reported, moved aside and rebuilt.
        Damage to a newly built one is an error. A thread inside `reading` or `writing` leaves all
        this to the outermost work, which is then run again.
        """
        engine = self.engine
        if engine.is_held():
            return work(engine)
        for is_sure in (False, True):
            try:
                return _present(engine, work, build, builds)
            except IndexDamaged as error:
                if engine.set_aside(error, is_sure=is_sure):
                    _build(engine, build)
                    break
        try:
            return _present(engine, work, build, builds)
        except IndexUnrepaired:  # another process moved it aside and has not begun to build
            _build(engine, build)
        return _present(engine, work, build, builds)


def place_of(settings: Settings) -> IndexPlace:
    """The place of the index of these settings."""
    return IndexPlace(
        settings.index_dir, settings.index_fallback, settings.state_dir, settings.index_owner
    )


def _present(engine: ReadWriter, work: Callable[[ReadWriter], T], build: Build, builds: bool) -> T:
    """Run work on an existing index; build it first if it is missing."""
    for _ in range(_REMOVALS):
        try:
            return work(engine)
        except IndexMissing:
            if not builds:
                raise
        _build(engine, build)
    return work(engine)


def _build(engine: ReadWriter, build: Build) -> None:
    """Build the index; again if another process removes it meanwhile."""
    for _ in range(_REMOVALS):
        try:
            build(engine)
            return
        except IndexMissing:
            pass
    build(engine)
