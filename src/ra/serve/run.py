"""Starts a server: checks that its address is safe, opens the library, listens and logs."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path

from ra.config.private import private_folder
from ra.errors import UsageError
from ra.library import Library
from ra.library.model_socket import socket_of
from ra.present.json import Record, encode
from ra.serve import listen
from ra.serve.app import App, Audit
from ra.serve.garbage import collect_often
from ra.serve.guard import Policy, allowed_host, allowed_origin, is_loopback
from ra.serve.served import Served, opened
from ra.serve.tokens import TokenFile, place_of
from ra.serve.workers import Workers
from ra.typed import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from typing import TextIO

_MODEL_SECONDS = 120.0  # for what a language model writes
_MODEL_THREADS = 16  # most of them wait for the model
_MODEL_WAITING = 64


class ServeOptions(NamedTuple):
    """What the user asked for; see `ra serve --help`."""

    host: str
    port: int
    socket: bool
    tokens: bool
    hosts: tuple[str, ...]
    origins: tuple[str, ...]
    rate: int
    timeout: float
    log: Path | None


def run(
    options: ServeOptions,
    tenant: str | None,
    tell: Callable[[str], None],
    warn: Callable[[str], None],
) -> None:
    """Serve until the process is asked to stop."""
    collect_often()
    with ExitStack() as stack:
        served = opened(None, tenant, warn)
        stack.callback(served.close)
        app = _app(options, served, stack)
        address = _address(options, served.first)
        listener = listen.bound(address)
        if address.file is not None:
            stack.callback(address.file.unlink, missing_ok=True)

        def started() -> None:
            tell(f"ra serves {_url(address, listener.getsockname())} (Ctrl-C ends)")
            sys.stdout.flush()

        async def prepare() -> None:
            await _prepare(app, served, warn)

        listen.serve(app, listener, listen.Hooks(started, prepare, app.close))


def _app(options: ServeOptions, served: Served, stack: ExitStack) -> App:
    kb = served.first
    tokens = _tokens(options, kb)
    if tokens is None:
        kb.trees.select()  # an error if no tenant is chosen, before anything listens
    policy = Policy(
        options.host,
        tuple(map(allowed_host, options.hosts)),
        tuple(map(allowed_origin, options.origins)),
        options.rate,
        options.socket,
    )
    workers, asking = Workers(options.timeout), asking_workers(options.timeout, kb)
    stack.callback(workers.close)
    stack.callback(asking.close)
    audit = _audit(options.log, stack)
    return App(served, policy, workers, asking=asking, tokens=tokens, audit=audit)


def asking_workers(seconds: float, kb: Library) -> Workers:
    """Threads for questions: a slow language model keeps no search waiting."""
    more = _MODEL_SECONDS if kb.settings.llm.url else 0
    return Workers(seconds + more, threads=_MODEL_THREADS, waiting=_MODEL_WAITING)


def _tokens(options: ServeOptions, kb: Library) -> TokenFile | None:
    """The tokens to ask for; an address that others can reach needs some (SPEC 12)."""
    is_open = not options.socket and not is_loopback(options.host)
    if not options.tokens and not is_open:
        return None
    tokens = TokenFile(kb.settings.state_dir, place_of(kb.settings))
    if not tokens.all():
        where = f"{options.host} can be reached from other machines: " if is_open else ""
        raise UsageError(
            f"{where}tokens are needed, and this project has none; make one with `ra token new`"
        )
    return tokens


def _address(options: ServeOptions, kb: Library) -> listen.Address:
    if not options.socket:
        return listen.Address(options.host, options.port)
    place = socket_of(kb.settings, kb.tenant)
    private_folder(kb.settings.state_dir)
    private_folder(place.parent)
    return listen.Address("", 0, place)


def _url(address: listen.Address, name: object) -> str:
    if address.file is not None:
        return str(address.file)
    port = name[1] if isinstance(name, tuple) else address.port
    host = f"[{address.host}]" if ":" in address.host else address.host
    return f"http://{host}:{port}/"


async def _prepare(app: App, served: Served, warn: Callable[[str], None]) -> None:
    """Update the index of every tenant in the background; then the server is ready."""
    try:
        for tenant in served.tenants:
            await asyncio.to_thread(served.library, tenant)
    except Exception as error:  # noqa: BLE001 - the next request meets and reports the same error
        warn(f"the index is not ready: {error}")
        return
    app.is_ready = True


def _audit(log: Path | None, stack: ExitStack) -> Audit:
    """A function that writes one JSON line for each request."""
    stream: TextIO = sys.stderr
    if log is not None:
        try:
            stream = stack.enter_context(log.open("a", encoding="utf-8"))
        except OSError as error:
            raise UsageError(f"--log {log}: {error.strerror or error}") from error

    def write(record: Record) -> None:
        now = datetime.now(tz=UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
        try:
            stream.write(encode({"time": now, **record}, ascii_only=True) + "\n")
            stream.flush()
        except (OSError, ValueError):  # a full disk must not stop the answers
            return

    return write
