"""Gives threads of one process consistent snapshots of an index, and one of them the write lock.

A view is one state of the catalog with the matching commit of the postings for each tree. The next
view notices when another process repaired, recreated or removed the index.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from threading import Lock, RLock, get_ident, local

from ra.engine.embedded import generation as generations
from ra.engine.embedded import identity, layout
from ra.engine.embedded.catalog import Catalog
from ra.engine.embedded.forking import close_files, inherit, keep_forever
from ra.engine.embedded.generation import Generation, Signature
from ra.engine.embedded.ownership import write_own
from ra.engine.embedded.snapshots import SameSnapshot, Snapshot, begun
from ra.engine.place import IndexPlace
from ra.engine.query import Scope
from ra.errors import IndexDamaged, IndexMissing, IndexUnrepaired, IndexUnwritable, UsageError
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from ra.engine.embedded.vectors import EmbeddedVectors
    from ra.engine.embedded.writing import StoreWriter

Say = Callable[[str], None]
_EARLIER_FOLDER = ".ra"
NOTHING_BUILT = (IndexMissing, IndexUnrepaired)


class _Held(local):
    """The state of one thread: its view, and the generation it used last."""

    view: Snapshot | None = None
    used: Signature | None = None


class Session:
    """An index in one process, used by many threads.

    `vouched` is the generation whose checksums all matched after a thread had reported damage.
    """

    _again: frozenset[str] = frozenset()  # the trees of the last request to rebuild

    def __init__(self, place: IndexPlace, say: Say | None = None) -> None:
        self._place = place
        self._say: Say = say or _silent
        self._recovered = 0
        self._told: set[Path] = set()
        self.vouched: Signature | None = None
        self._generation: Generation | None = None
        self._written: Generation | None = None
        self._begin_process()
        inherit(self)

    def _begin_process(self) -> None:
        """Start without open files and locks; a forked child must not use its parent's."""
        self._lock = Lock()
        self._threads = RLock()
        self._writer_thread = 0
        self._record: Path | None = None
        self._generation = self._written = None
        self._held = _Held()

    def after_fork(self, *, quiet: bool) -> None:
        """In a forked child: keep inherited resources from being destroyed, and open new ones."""
        if self._generation is not None and not quiet:
            keep_forever(self._generation)
        if self._written is not None:
            keep_forever(self._written)
            close_files(self._written.store.locks())
        self._begin_process()

    # Reading

    def view(self, scope: Scope, *, postings: bool = False) -> AbstractContextManager[Snapshot]:
        """One view for this thread; inside `reading` the view of that block."""
        outer = self._held.view
        if outer is not None and outer.covers(scope, postings=postings):
            return SameSnapshot(outer)
        return self._fresh(scope, outer, postings=postings)

    @contextmanager
    def _fresh(self, scope: Scope, outer: Snapshot | None, *, postings: bool) -> Iterator[Snapshot]:
        view = self._begun(scope, outer, postings=postings)
        try:
            with view.generation.catalog.translated:
                try:
                    self._held.view = view
                    yield view
                finally:
                    self._held.view = outer
                    view.end()
        finally:
            view.generation.release()

    def _begun(self, scope: Scope, outer: Snapshot | None, *, postings: bool) -> Snapshot:
        """A view of the current generation, which it leases."""
        while True:
            generation = self._leased()
            nested = outer is not None and outer.generation is generation
            try:
                with generation.catalog.translated:
                    return begun(generation, scope, postings=postings, nested=nested)
            except IndexDamaged:
                is_damaged = generation.is_in_use()
                generation.release()
                if is_damaged:  # otherwise another process replaced its files
                    raise
            except BaseException:
                generation.release()
                raise

    def is_held(self) -> bool:
        """Whether this thread is inside `reading` or `writing`."""
        return self._held.view is not None or self.is_writing

    def _leased(self) -> Generation:
        """The current generation, leased; `IndexMissing` if there is no index."""
        while True:
            said: list[str] = []
            try:
                generation, is_new = self._current(said)
            finally:
                for text in said:  # the receiver may call this session
                    self._say(text)
            if generation.take():
                break
        self._held.used = generation.seen
        if is_new:
            try:
                self._replay(generation)
            except BaseException:
                generation.release()
                raise
        return generation

    def _current(self, said: list[str]) -> tuple[Generation, bool]:
        with self._lock:
            known = self._generation
            if known is not None:
                if known.is_in_use() and self._is_at_its_place(known):
                    if self._record is not None:
                        identity.touch(self._record)
                    return known, False
                self._drop()
            self._generation = self._opened(said)
            return self._generation, True

    def _is_at_its_place(self, generation: Generation) -> bool:
        """Whether a new process would open the same folder: a better place may be free now."""
        folder = generation.store.folder.parent
        return folder == self._place.folder or folder == identity.find(self._place)[0]

    def _opened(self, said: list[str]) -> Generation:
        folder, passed = identity.find(self._place)
        if self._place.folder != self._place.fallback:
            said += self._left_alone(passed)
        seen = None if folder is None else generations.signature(folder)
        self._held.used = seen
        if folder is not None and seen is None and layout.damaged(folder):
            raise IndexUnrepaired(f"{folder}: the index was damaged, and is not rebuilt yet")
        if folder is None or seen is None:
            raise IndexMissing(
                f"{self._place.owner}: no index for these documents yet; build it with `ra update`"
            )
        try:
            return self._checked(folder, seen)
        except IndexDamaged:
            if generations.signature(folder) == seen:
                raise
        return self._opened(said)  # it was replaced while it was opened

    def _checked(self, folder: Path, seen: Signature) -> Generation:
        generation = Generation(generations.current(folder), seen)
        try:
            generation.check()
        except BaseException:
            generation.retire(wait=False)
            raise
        self._record = identity.note_use(folder, self._place)
        return generation

    def _replay(self, generation: Generation) -> None:
        """Replay the outbox of a killed process, if no process writes and writing is possible."""
        if self.is_held():
            return
        with generation.catalog.translated:
            has_debts = generation.catalog.has_debts()
        if has_debts:
            with suppress(IndexUnwritable), self.writing(None):
                pass

    def drop(self, seen: Signature | None) -> None:
        """Release this generation if it is the open one; its last reader closes it."""
        with self._lock:
            if self._generation is not None and self._generation.seen == seen:
                self._drop()

    def _drop(self) -> None:
        generation, self._generation = self._generation, None
        if generation is not None:
            generation.retire(wait=False)

    @property
    def used(self) -> Signature | None:
        """The generation that this thread used last; None if it found none."""
        return self._held.used

    @contextmanager
    def leased(self) -> Iterator[Generation]:
        """Keep the current generation open inside the block."""
        generation = self._leased()
        try:
            yield generation
        finally:
            generation.release()

    def folder(self) -> Path | None:
        """The folder of the index, if there is one."""
        return identity.find(self._place)[0]

    def say(self, text: str) -> None:
        """Show a message to the user."""
        self._say(text)

    @property
    def is_writing(self) -> bool:
        """Whether this thread writes."""
        return self._writer_thread == get_ident()

    def _left_alone(self, passed: Sequence[identity.Examined]) -> list[str]:
        """Messages about folders that were passed over, each once."""
        new = [one for one in passed if one.folder not in self._told]
        self._told.update(one.folder for one in new)
        return [f"{one.folder}: {one.reason}; {self._advice(one)}" for one in new]

    def _advice(self, passed: identity.Examined) -> str:
        """What happens to a folder that was passed over, and what the user can do."""
        alone = "it is left alone and not used"
        if passed.folder == self._place.folder != self._place.fallback:
            instead = "the index is in the cache instead"
            return f"{alone}; {instead}; move that folder away to use this place"
        if passed.owner is not None:  # the index of another folder
            return alone
        return f"{alone}; remove it by hand if you do not need it"

    def close(self) -> None:
        """Release all files when the other threads that use them are done."""
        with self._lock:
            generation, self._generation = self._generation, None
        if generation is not None:
            generation.retire(is_inside=self.is_held())

    def vectors(self) -> EmbeddedVectors:
        """The vectors of this index."""
        from ra.engine.embedded.vectors import EmbeddedVectors  # with numpy

        return EmbeddedVectors(self)

    vector_writer = vectors

    # Writing

    @contextmanager
    def writing(self, waiting: Say | None) -> Iterator[bool]:
        """Become the only writer among all threads and processes; see the protocol."""
        if self._held.view is not None:
            raise UsageError("a thread inside `reading` cannot change the index")
        threads = self._threads
        if not self._is_my_turn(waiting):
            yield False
            return
        try:
            if self.is_writing:
                yield True
                return
            from ra.engine.embedded.lock import only_writer  # most commands change nothing

            folder, passed = identity.choose(self._place)
            with only_writer(folder, waiting) as lock:
                if lock is None:
                    yield False
                    return
                self._writer_thread = get_ident()
                try:
                    with self._flushed(folder, passed):
                        yield True
                except IndexUnwritable as error:
                    if lock.is_there():
                        raise
                    raise generations.removed(folder) from error
                finally:
                    self._writer_thread = 0
        finally:
            threads.release()

    def _is_my_turn(self, waiting: Say | None) -> bool:
        if self._threads.acquire(blocking=False):
            return True
        if waiting is None:
            return False
        waiting(f"waiting for another thread of this process that is writing {self._place.folder}")
        return self._threads.acquire()

    @contextmanager
    def _flushed(self, folder: Path, passed: Sequence[identity.Examined]) -> Iterator[None]:
        """Flush on success, abandon on failure.

        A child that was forked inside leaves both to its parent.
        """
        generation: Generation | None = None
        try:
            generation = self._written = self._prepared(folder, passed)
            writer = _writer(generation)
            before = generation.catalog.changes()
            self._recovered += writer.recover()
            yield
            if not generation.is_inherited:
                generation.must_be_in_use()
                writer.flush()
                if generation.catalog.changes() != before:
                    generation.catalog.tidy()
        except BaseException as error:  # includes KeyboardInterrupt: roll back
            if generation is not None and generation.writer and not generation.is_inherited:
                generation.writer.abandon()
                if isinstance(error, IndexDamaged):  # also what a removed file looks like
                    generation.must_be_in_use()
            raise
        finally:
            self._written = None
            if generation is not None:
                generation.release()

    @property
    def writer(self) -> StoreWriter:
        """The writer of the thread that holds the lock."""
        generation = self._written
        if generation is None or generation.writer is None:
            raise RuntimeError("the writer is available only inside `writing`")
        generation.must_be_in_use()
        return generation.writer

    def _prepared(self, folder: Path, passed: Sequence[identity.Examined]) -> Generation:
        """The generation to write, created if there is none; the lock is held."""
        identity.claim(folder, self._place)
        try:
            return self._leased()
        except NOTHING_BUILT:
            self._say_what_is_left(passed)
            self._make(folder)
        return self._leased()

    def _make(self, folder: Path) -> None:
        try:
            if folder == self._place.folder != self._place.fallback:
                write_own(folder / layout.IGNORE, b"*\n")
            new = generations.begin(folder)
            catalog = Catalog(new)
            try:
                catalog.make()
            finally:
                catalog.close()
            generations.switch(folder, new)
        except OSError as error:
            raise IndexUnwritable(
                f"{folder}: cannot create the index: {(error.strerror or '').lower()}; "
                "free disk space or fix the permissions, then run the command again"
            ) from error

    def _say_what_is_left(self, passed: Sequence[identity.Examined]) -> None:
        """Report foreign files where the index belongs, once, when a new index is made."""
        for text in self._left_alone(passed):
            self._say(text)
        earlier = self._place.owner / _EARLIER_FOLDER
        is_other = earlier not in (self._place.folder, *(one.folder for one in passed))
        is_real = is_other and not earlier.is_symlink() and earlier.is_dir()
        if is_real and (earlier / layout.CATALOG).is_file():
            self._say(f"{earlier}: an index made by an earlier version; it is not used, remove it")


def _writer(generation: Generation) -> StoreWriter:
    from ra.engine.embedded.writing import StoreWriter  # most commands change nothing

    if generation.writer is None:
        generation.writer = StoreWriter(generation.store, generation.reader)
    return generation.writer


def _silent(_: str) -> None:
    """Discard messages."""
