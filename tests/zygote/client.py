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

LONGEST = 1 << 20  # bytes of a request


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
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as connection:
        connection.settimeout(seconds)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, LONGEST)
        connection.connect(address)
        socket.send_fds(connection, [json.dumps(request).encode()], streams)
        child = int(connection.recv(100))
        for number in passed_on:
            signal.signal(number, lambda each, _frame: os.kill(child, each))
        code = connection.recv(100)
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
