"""Runs an application on a socket until the process is asked to stop."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import stat
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from types import FrameType

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from ra.errors import UsageError
from ra.typed import Any, NamedTuple

BACKLOG = 1_024
MOST_CONNECTIONS = 2_000
_HEAD_SECONDS = 10.0  # for the head of a request, and between two requests
_GRACE_SECONDS = 10
_MOST_HEAD = 128 * 1024


class Address(NamedTuple):
    """Where a server listens: a host and a port, or a socket file."""

    host: str
    port: int
    file: Path | None = None


class Hooks(NamedTuple):
    """What happens when a server listens and can be stopped, beside it, and before it stops."""

    started: Callable[[], None]
    beside: Callable[[], Awaitable[None]]
    stopping: Callable[[], Awaitable[None]]


class PromptProtocol(H11Protocol):
    """HTTP that closes the connection of a client who does not finish the head of a request."""

    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the time for the first request."""
        super().connection_made(transport)
        self._restart()

    def data_received(self, data: bytes) -> None:
        """Stop the time when a head is complete; start it when one has begun."""
        super().data_received(data)
        if self._is_answering():
            self._stop()
        elif self._timer is None:
            self._restart()

    def on_response_complete(self) -> None:
        """After a response, the time between requests counts."""
        self._stop()
        super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the time."""
        self._stop()
        super().connection_lost(exc)

    def _is_answering(self) -> bool:
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is not None and not cycle.response_complete

    def _restart(self) -> None:
        self._timer = self.loop.call_later(_HEAD_SECONDS, self._late)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _late(self) -> None:
        self._timer = None
        if not self._is_answering():
            self.transport.close()


class _QuietServer(uvicorn.Server):
    """A server that ends with exit code 0 when it is asked to stop, and says when it listens."""

    def __init__(self, config: uvicorn.Config, hooks: Hooks) -> None:
        super().__init__(config)
        self._hooks = hooks

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._hooks.started()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._hooks.stopping()
        await super().shutdown(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        before = {
            number: signal.signal(number, self.handle_exit)
            for number in (signal.SIGINT, signal.SIGTERM)
        }
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Finish the requests that run; end at once when asked a second time."""
        self.force_exit = self.should_exit
        self.should_exit = True


def bound(address: Address) -> socket.socket:
    """A socket that listens at an address."""
    if address.file is not None:
        return _bound_file(address.file)
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    # asyncio turns off Nagle's algorithm only for sockets that name their protocol.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((address.host, address.port))
        listener.listen(BACKLOG)
    except (OSError, OverflowError) as error:
        listener.close()
        reason = getattr(error, "strerror", None) or error
        raise UsageError(
            f"cannot listen on {address.host}:{address.port}: {reason}; "
            "choose another port with --port, or 0 for a free one"
        ) from error
    return listener


def _bound_file(path: Path) -> socket.socket:
    """A socket file that only this user can open; one that a dead server left is replaced."""
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    before = os.umask(0o177)
    try:
        _remove_dead(path)
        listener.bind(str(path))
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        raise UsageError(f"cannot listen on {path}: {error.strerror or error}") from error
    finally:
        os.umask(before)
    return listener


def _remove_dead(path: Path) -> None:
    """Remove a socket of this user that nobody answers; leave every other file."""
    try:
        status = path.lstat()
    except FileNotFoundError:
        return
    if not stat.S_ISSOCK(status.st_mode) or status.st_uid != os.geteuid():
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        try:
            probe.connect(str(path))
        except ConnectionRefusedError:
            path.unlink()


def serve(app: Any, listener: socket.socket, hooks: Hooks) -> None:
    """Answer requests until SIGINT or SIGTERM; then finish those that run."""
    config = uvicorn.Config(
        app,
        http=PromptProtocol,
        ws="none",
        loop="asyncio",
        lifespan="off",
        access_log=False,
        log_config=None,
        server_header=False,
        date_header=False,
        proxy_headers=False,
        timeout_keep_alive=int(_HEAD_SECONDS),
        timeout_graceful_shutdown=_GRACE_SECONDS,
        limit_concurrency=MOST_CONNECTIONS,
        backlog=BACKLOG,
        h11_max_incomplete_event_size=_MOST_HEAD,
    )
    asyncio.run(_run(_QuietServer(config, hooks), listener, hooks))


async def _run(server: uvicorn.Server, listener: socket.socket, hooks: Hooks) -> None:
    task = asyncio.ensure_future(hooks.beside())
    try:
        await server.serve([listener])
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
