"""Where is the index, and is it sound? Opened when it is needed; moved aside when damaged."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from ra.engine.embedded.database import FILE as CATALOG_FILE
from ra.engine.embedded.engine import EmbeddedEngine
from ra.engine.embedded.lock import FILE as LOCK_FILE
from ra.engine.embedded.lock import only_writer
from ra.engine.embedded.store import POSTINGS_FOLDER, Store, glance
from ra.errors import IndexDamaged
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import TypeVar

    from ra.engine.protocol import Engine
    from ra.engine.records import Problem

    T = TypeVar("T")

Say = Callable[[str], None]
_ASIDE = "damaged"
# Stands in the folder from the moment a damaged index is moved aside until it is built again.
_UNFINISHED = "rebuilding"
_KEPT = frozenset({LOCK_FILE, ".gitignore", _UNFINISHED})


class Index:
    """The one place that names a concrete engine."""

    def __init__(self, folder: Path, say: Say) -> None:
        self.folder = folder
        self._say = say
        self._engine: EmbeddedEngine | None = None
        self._rebuilding = False

    @property
    def engine(self) -> EmbeddedEngine:
        """The engine, opened now if it was not."""
        if self._engine is None:
            self._engine = EmbeddedEngine(self.folder, self._say)
        return self._engine

    @property
    def exists(self) -> bool:
        """Whether anything was indexed yet, be it that not all of it is left."""
        return any((self.folder / name).exists() for name in (CATALOG_FILE, POSTINGS_FOLDER))

    def problems(self) -> tuple[Problem, ...]:
        """What is damaged, be it so much that the index cannot be opened."""
        from ra.engine.records import Problem  # seldom asked for

        try:
            return tuple(self.engine.check())
        except IndexDamaged as error:
            return (Problem("index", str(error)),)

    def size_and_time(self) -> tuple[int, int | None]:
        """The bytes of the index on disk, and when it was last written (ns)."""
        size, written = 0, None
        for path in self.folder.rglob("*"):
            if path.name.endswith("-shm"):  # SQLite makes it for whoever reads
                continue
            with suppress(FileNotFoundError):  # files come and go while another process writes
                status = path.stat()
                if path.is_file() and status.st_size:
                    size, written = size + status.st_size, max(written or 0, status.st_mtime_ns)
        return size, written

    def close(self) -> None:
        """Close the engine if it was opened."""
        engine, self._engine = self._engine, None
        if engine is not None:
            engine.close()

    def sound(self, work: Callable[[Engine], T], rebuild: Callable[[], object]) -> T:
        """Do work with the engine. A damaged index is said, moved aside and built again."""
        if self._rebuilding:
            return work(self.engine)
        try:
            engine = self.engine
            if (self.folder / _UNFINISHED).exists():
                return self._again(work, rebuild)
            return work(engine)
        except IndexDamaged as error:
            self._move_aside(error, is_sure=False)
        try:
            return self._again(work, rebuild)
        except IndexDamaged as error:  # every sum is right, and yet it cannot be used
            self._move_aside(error, is_sure=True)
        return self._again(work, rebuild)

    def retire_if_damaged(self) -> None:
        """Move an index aside that is damaged where nobody has looked yet."""
        if self.exists and not self._rebuilding and (found := self.problems()):
            self._move_aside(IndexDamaged(found[0].message), is_sure=False)

    def _again(self, work: Callable[[Engine], T], rebuild: Callable[[], object]) -> T:
        self._rebuilding = True  # damage to what was just built is not repaired once more
        try:
            rebuild()
            (self.folder / _UNFINISHED).unlink(missing_ok=True)
            return work(self.engine)
        finally:
            self._rebuilding = False

    def _move_aside(self, error: IndexDamaged, *, is_sure: bool) -> None:
        """Move the index away, unless another process did so before: then all is well."""
        self.close()
        with only_writer(self.folder, self._say):
            if not self.exists or (not is_sure and self._is_sound()):
                return
            try:
                aside = self._moved()
            except OSError as reason:
                raise IndexDamaged(
                    f"{error}; it cannot be moved aside: {(reason.strerror or '').lower()}; "
                    f"make room, give permission, or remove {self.folder}"
                ) from error
        self._say(f"the index is damaged ({error}); moved to {aside}, building it again")

    def _moved(self) -> Path:
        """Move all files into a folder of their own; returns which."""
        number = 1
        while (aside := self.folder / f"{_ASIDE}-{number}").exists():
            number += 1
        aside.mkdir()
        (self.folder / _UNFINISHED).touch()
        # The catalog first: who opens the index now finds none and waits for the lock.
        for entry in sorted(self.folder.iterdir(), key=lambda entry: entry.name):
            if entry.name not in _KEPT and not _is_aside(entry):
                entry.rename(aside / entry.name)
        return aside

    def _is_sound(self) -> bool:
        """Whether every sum is right; the lock is held by this process."""
        from ra.engine.embedded.check import problems  # seldom asked for

        if not (self.folder / CATALOG_FILE).exists():
            return False
        try:
            store = Store(self.folder, None)
        except IndexDamaged:
            return False
        try:
            glance(store)
            return not problems(store)
        except IndexDamaged:
            return False
        finally:
            store.close()


def _is_aside(entry: Path) -> bool:
    return entry.name.startswith(f"{_ASIDE}-")
