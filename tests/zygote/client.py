"""Asks the server to run a command; `python client.py SOCKET MODULE WORD…` is the command."""

from __future__ import annotations

import json
import os
import signal
import socket
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


def send(
    address: str,
    request: Mapping[str, object],
    streams: tuple[int, ...],
    *,
    seconds: float | None = None,
    passed_on: tuple[signal.Signals, ...] = (),
) -> int:
    """Run a command in a child of the server; return its exit code, negative for a signal.

    The child gets the signals that are passed on.
    """
    with socket.socket(socket.AF_UNIX) as connection, connection.makefile("rb") as answer:
        connection.settimeout(seconds)
        connection.connect(address)
        socket.send_fds(connection, [b"{"], streams)
        connection.sendall(json.dumps(request)[1:].encode() + b"\n")
        child = int(answer.readline())
        for number in passed_on:
            signal.signal(number, lambda each, _frame: os.kill(child, each))
        code = answer.readline()
    if not code:
        raise RuntimeError("the server of commands ended")
    return int(code)


def main(address: str, module: str, *words: str) -> int:
    """Be `python -m MODULE WORD…` in this folder, environment and streams."""
    place = os.getcwd()  # noqa: PTH109 - pathlib takes long to import
    request = {"module": module, "words": words, "folder": place, "env": dict(os.environ)}
    code = send(address, request, (0, 1, 2), passed_on=(signal.SIGTERM, signal.SIGINT))
    if code < 0:
        os.kill(os.getpid(), -code)
    return code


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
