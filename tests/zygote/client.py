"""Asks the server to run a command; as a script, `python client.py SOCKET WORD…`, it is `ra`."""

from __future__ import annotations

import json
import os
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
    seconds: float | None = None,
) -> int:
    """Run a command in a child of the server; return its exit code, negative for a signal."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as connection:
        connection.settimeout(seconds)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, LONGEST)
        connection.connect(address)
        socket.send_fds(connection, [json.dumps(request).encode()], streams)
        code = connection.recv(100)
    if not code:
        raise RuntimeError("the server of commands ended")
    return int(code)


def main(address: str, words: list[str]) -> int:
    """Be `ra` with these words, in this folder, environment and streams."""
    place = os.getcwd()  # noqa: PTH109 - pathlib takes long to import
    request = {"module": "ra", "words": words, "folder": place, "env": dict(os.environ)}
    code = send(address, request, (0, 1, 2))
    if code < 0:
        os.kill(os.getpid(), -code)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
