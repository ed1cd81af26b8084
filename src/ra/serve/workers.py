"""Runs the work of requests in threads: a bounded number at once, for a bounded time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from ra.serve.refusal import RequestRefused
from ra.typed import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typing import TypeVar

    T = TypeVar("T")

THREADS = 8
MOST_WAITING = 512


class Workers:
    """Threads for the work of requests. Work that takes too long ends by itself: queries are
    bounded.
    """

    def __init__(self, seconds: float, threads: int = THREADS) -> None:
        self._seconds = seconds
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="ra-serve")
        self._pending = 0

    @property
    def pending(self) -> int:
        """The number of requests that wait or run."""
        return self._pending

    async def run(self, work: Callable[[], T]) -> T:
        """Run work in a thread; refuse it if too much waits, or after the time limit."""
        if self._pending >= MOST_WAITING:
            raise RequestRefused(
                503, "Overloaded", "too many requests are waiting; try again", {"retry-after": "1"}
            )
        self._pending += 1
        future = asyncio.get_running_loop().run_in_executor(self._pool, work)
        future.add_done_callback(self._done)
        try:
            return await asyncio.wait_for(asyncio.shield(future), self._seconds)
        except TimeoutError:
            _abandon(future)
            limit = f"{self._seconds:g} seconds"
            raise RequestRefused(
                503, "TimedOut", f"the answer took more than {limit}", {"retry-after": "5"}
            ) from None
        except asyncio.CancelledError:
            _abandon(future)
            raise

    def close(self) -> None:
        """End the threads when their work is done."""
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _done(self, _: object) -> None:
        self._pending -= 1


def _abandon(future: asyncio.Future[Any]) -> None:
    """Cancel work that has not started; take the error of work that goes on."""
    future.add_done_callback(lambda done: None if done.cancelled() else done.exception() and None)
    future.cancel()
