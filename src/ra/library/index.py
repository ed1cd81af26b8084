"""The index of a library: built when it is missing, moved aside and built again when damaged."""

from __future__ import annotations

from collections.abc import Callable

from ra.config.schema import Settings
from ra.engine.open import open_engine
from ra.engine.place import IndexPlace
from ra.errors import IndexDamaged, IndexMissing
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import TypeVar

    from ra.engine.protocol import Engine, ReadWriter
    from ra.engine.records import Problem

    T = TypeVar("T")

Say = Callable[[str], None]
Build = Callable[["ReadWriter"], object]
_REMOVALS = 3  # of an index by somebody else, before that is an error


class Index:
    """One engine for all threads, opened when it is first needed."""

    def __init__(self, settings: Settings, say: Say) -> None:
        self._place = place_of(settings)
        self._say = say
        self._engines: dict[str, Engine] = {}

    @property
    def engine(self) -> Engine:
        """The engine; it opens its files when it is asked."""
        # Atomic, and no lock that another thread could hold while the process is forked.
        known = self._engines.get("")
        return known or self._engines.setdefault("", open_engine(self._place, self._say))

    def close(self) -> None:
        """Let go of all files when the other threads that use them now are done."""
        for engine in self._engines.values():
            engine.close()

    def problems(self) -> tuple[Problem, ...]:
        """What is damaged, be it so much that the index cannot be opened."""
        from ra.engine.records import Problem  # seldom asked for

        try:
            return tuple(self.engine.check())
        except IndexDamaged as error:
            return (Problem("index", str(error)),)

    def retire_if_damaged(self) -> None:
        """Move an index aside that is damaged where nobody has looked yet."""
        try:
            found = self.problems() if self.engine.about().exists else ()
        except IndexMissing:  # of an earlier version, which is no damage
            return
        if found:
            self.engine.set_aside(IndexDamaged(found[0].message), is_sure=False)

    def sound(self, work: Callable[[ReadWriter], T], build: Build, *, builds: bool = True) -> T:
        """Do work with an index that is sound (SPEC 6.6).

        A missing one is built if that is wanted; a damaged one is said, moved aside and built
        again. Damage to what was just built is an error. A thread that is inside `reading` or
        `writing` leaves all this to the outermost work, which is then done again.
        """
        engine = self.engine
        if engine.is_held():
            return work(engine)
        for is_sure in (False, True):
            try:
                return _present(engine, work, build, builds)
            except IndexDamaged as error:
                if engine.set_aside(error, is_sure=is_sure):
                    build(engine)
                    break
        return _present(engine, work, build, builds)


def place_of(settings: Settings) -> IndexPlace:
    """Where the index of these settings belongs."""
    return IndexPlace(
        settings.index_dir, settings.index_fallback, settings.state_dir, settings.index_owner
    )


def _present(engine: ReadWriter, work: Callable[[ReadWriter], T], build: Build, builds: bool) -> T:
    """Do work with an index that is there, built now if it was not."""
    for _ in range(_REMOVALS):
        try:
            return work(engine)
        except IndexMissing:
            if not builds:
                raise
        build(engine)
    return work(engine)
