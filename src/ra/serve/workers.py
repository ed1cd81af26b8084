"""Runs the work of requests in threads: a bounded number at once, for a bounded time."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncGenerator, Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

from ra.serve.refusal import RequestRefused
from ra.typed import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typing import TypeVar

    T = TypeVar("T")

THREADS = 4  # a search holds the interpreter most of the time: more of them wait for each other
MOST_WAITING = 512
_END = object()


class Workers:
    """Threads for the work of requests. Work that takes too long ends by itself: queries are
    bounded.
    """

    def __init__(self, seconds: float, threads: int = THREADS, waiting: int = MOST_WAITING) -> None:
        self._seconds, self._waiting = seconds, waiting
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="ra-serve")
        self._pending = 0

    @property
    def pending(self) -> int:
        """The number of requests that wait or run."""
        return self._pending

    async def run(self, work: Callable[[], T]) -> T:
        """Run work in a thread; refuse it if too much waits, or after the time limit."""
        future = self._started(work)
        try:
            return await asyncio.wait_for(asyncio.shield(future), self._seconds)
        except TimeoutError:
            _abandon(future)
            raise self._late() from None
        except asyncio.CancelledError:
            _abandon(future)
            raise

    async def stream(self, work: Callable[[], Generator[T, None, None]]) -> AsyncGenerator[T, None]:
        """The values of a generator that runs in a thread, each as soon as it is there.

        The time limit is for all of them. If the caller stops early, the generator is closed at its
        next value.
        """
        loop, values = asyncio.get_running_loop(), asyncio.Queue[Any]()
        stopped = threading.Event()

        def put(value: object) -> None:
            loop.call_soon_threadsafe(values.put_nowait, value)

        def run() -> None:
            try:
                with closing(work()) as generator:
                    for value in generator:
                        if stopped.is_set():
                            return
                        put(value)
            finally:
                put(_END)

        future = self._started(run)
        try:
            end = loop.time() + self._seconds
            while (value := await asyncio.wait_for(values.get(), end - loop.time())) is not _END:
                yield value
            await future
        except TimeoutError:
            raise self._late() from None
        finally:
            stopped.set()
            if not future.done():
                _abandon(future)

    def _started(self, work: Callable[[], T]) -> asyncio.Future[T]:
        if self._pending >= self._waiting:
            raise RequestRefused(
                503, "Overloaded", "too many requests are waiting; try again", {"retry-after": "1"}
            )
        self._pending += 1
        future = asyncio.get_running_loop().run_in_executor(self._pool, work)
        future.add_done_callback(self._done)
        return future

    def _late(self) -> RequestRefused:
        limit = f"{self._seconds:g} seconds"
        return RequestRefused(
            503, "TimedOut", f"the answer took more than {limit}", {"retry-after": "5"}
        )

    def close(self) -> None:
        """End the threads when their work is done."""
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _done(self, _: object) -> None:
        self._pending -= 1


def _abandon(future: asyncio.Future[Any]) -> None:
    """Cancel work that has not started; take the error of work that goes on."""
    future.add_done_callback(lambda done: None if done.cancelled() else done.exception() and None)
    future.cancel()
