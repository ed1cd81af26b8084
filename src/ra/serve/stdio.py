"""Serves an agent over standard input and output."""

from __future__ import annotations

import json
import os
import re
import sys
import threading
from collections.abc import Callable
from functools import partial

from ra.errors import UsageError
from ra.serve.early import early_answer
from ra.serve.garbage import collect_often
from ra.typed import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typing import BinaryIO

    from ra.library import Library
    from ra.serve.served import Served

_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_TIMEOUT = 600.0  # seconds; the first call may build an index


class _Lines:
    """Text lines of the wire, the first of which was read already."""

    def __init__(self, first: bytes, wire: BinaryIO) -> None:
        self._first, self._wire = first, wire

    def readline(self) -> str:
        """The next line; empty at the end."""
        line, self._first = self._first or self._wire.readline(), b""
        return _without_lone_surrogates(line.decode("utf-8", "replace"))


def _without_lone_surrogates(line: str) -> str:
    """A message with `?` for half a character: JavaScript writes one where a text was cut.

    The SDK cannot read such a message, and would leave it without an answer.
    """
    if not _SURROGATE.search(line):
        return line
    try:
        text = json.dumps(json.loads(line), ensure_ascii=False)
    except (ValueError, RecursionError):
        return line
    return text.encode("utf-8", "replace").decode() + "\n"


class _Wire:
    """The output, without the answer to a request that was answered early."""

    def __init__(self, wire: BinaryIO, answered: object) -> None:
        self._wire, self._answered = wire, answered

    def write(self, text: str) -> int:
        """Write one message."""
        if self._answered is not None and json.loads(text).get("id") == self._answered:
            self._answered = None
            return len(text)
        return self._wire.write(text.encode("utf-8", "backslashreplace"))

    def flush(self) -> None:
        """Send what was written."""
        self._wire.flush()


class _Project:
    """The library of the working folder, opened by the first call that needs it."""

    def __init__(self, tenant: str | None, say: Callable[[str], None]) -> None:
        self._tenant, self._say = tenant, say
        self._lock = threading.Lock()
        self._served: Served | None = None

    def library(self, progress: Any) -> Library:
        """The library, up to date."""
        from ra.serve.served import opened

        with self._lock:
            if self._served is None:
                self._served = opened(None, self._tenant, self._say)
        return self._served.library(self._served.default_tenant, progress)

    def close(self) -> None:
        """Release all files."""
        if self._served is not None:
            self._served.close()


def run(tenant: str | None, say: Callable[[str], None]) -> None:
    """Serve until the input ends."""
    collect_often()
    source, wire = _claimed()
    with source, wire:
        _run(source, wire, _Project(tenant, say))


def _run(source: BinaryIO, wire: BinaryIO, project: _Project) -> None:
    first = source.readline()
    if not first:
        return
    answer = early_answer(first)
    if answer is not None:
        wire.write(json.dumps(answer).encode() + b"\n")
        wire.flush()
    try:
        _serve(_Lines(first, source), _Wire(wire, answer and answer["id"]), project)
    finally:
        project.close()


def _serve(lines: _Lines, wire: _Wire, project: _Project) -> None:
    import anyio
    from mcp.server.stdio import stdio_server

    from ra.serve.agent_server import AgentServer
    from ra.serve.workers import Workers

    workers = Workers(_TIMEOUT)
    server = AgentServer(project.library, workers, local=True).server()

    async def serve() -> None:
        source: Any = anyio.wrap_file(lines)  # type: ignore[arg-type]
        target: Any = anyio.wrap_file(wire)  # type: ignore[arg-type]
        async with stdio_server(source, target) as (read, write):
            await server.run(read, write, server.create_initialization_options())

    try:
        anyio.run(partial(serve))
    finally:
        workers.close()


def _claimed() -> tuple[BinaryIO, BinaryIO]:
    """The wire, taken away from everything else: stray output goes to stderr, input is empty."""
    try:
        source = os.fdopen(os.dup(0), "rb")
        wire = os.fdopen(os.dup(1), "wb")
    except OSError as error:
        raise UsageError("`ra mcp` needs standard input and output; a host starts it") from error
    sys.stdout.flush()
    empty = os.open(os.devnull, os.O_RDONLY)
    os.dup2(empty, 0)
    os.close(empty)
    os.dup2(2, 1)
    return source, wire
