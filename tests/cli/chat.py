"""A server on this machine that speaks the chat protocol of OpenAI, for tests of answers."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, NamedTuple


class Reply(NamedTuple):
    """What the server answers: a stream of parts, or the bytes of a body."""

    parts: Sequence[str] = ()
    status: int = 200
    body: bytes | None = None
    ends: bool = True  # with the mark of the end


class ChatServer:
    """Answers each request with what `replies` makes of its number and body."""

    def __init__(self, replies: Callable[[int, dict[str, Any]], Reply]) -> None:
        self.requests: list[dict[str, Any]] = []
        self.keys: list[str] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                outer.requests.append(body)
                outer.keys.append(self.headers.get("Authorization", ""))
                _send(self, replies(len(outer.requests), body))

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        """The base URL."""
        return f"http://127.0.0.1:{self._server.server_port}/v1"

    def close(self) -> None:
        """Stop it."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def _send(handler: BaseHTTPRequestHandler, reply: Reply) -> None:
    handler.send_response(reply.status)
    is_stream = reply.body is None
    handler.send_header("Content-Type", "text/event-stream" if is_stream else "application/json")
    handler.end_headers()
    if reply.body is not None:
        handler.wfile.write(reply.body)
        return
    for part in reply.parts:
        event = {"choices": [{"delta": {"content": part}}]}
        handler.wfile.write(f"data: {json.dumps(event)}\n\n".encode())
        handler.wfile.flush()
    if reply.ends:
        handler.wfile.write(b"data: [DONE]\n\n")


@contextmanager
def chatting(replies: Callable[[int, dict[str, Any]], Reply]) -> Iterator[ChatServer]:
    """A server while the block runs."""
    server = ChatServer(replies)
    try:
        yield server
    finally:
        server.close()
