"""A client that calls the application directly, without a socket."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from ra.present.json import Record
from ra.serve.app import App
from ra.serve.guard import Policy
from ra.serve.run import asking_workers
from ra.serve.served import opened
from ra.serve.tokens import TokenFile, place_of
from ra.serve.workers import Workers


class Answer(NamedTuple):
    """A response; `headers` have lowercase names."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def text(self) -> str:
        """The body as text, decompressed."""
        is_packed = self.headers.get("content-encoding") == "gzip"
        return (gzip.decompress(self.body) if is_packed else self.body).decode()

    @property
    def json(self) -> Any:
        """The body as JSON."""
        return json.loads(self.text)


class Client:
    """Sends requests to one application, each in an event loop of its own."""

    def __init__(self, app: App, log: list[Record]) -> None:
        self.app, self.log = app, log
        self._closing: list[Any] = []

    def get(self, path: str, **headers: str) -> Answer:
        """GET; an underscore in the name of a header is a hyphen."""
        return self.send("GET", path, b"", headers)

    def post(self, path: str, body: object, **headers: str) -> Answer:
        """POST bytes, or a value as JSON."""
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        return self.send("POST", path, data, {"content_type": "application/json", **headers})

    def send(self, method: str, path: str, body: bytes, headers: Mapping[str, str]) -> Answer:
        """Send a request and return the whole answer."""
        return asyncio.run(self._send(method, path, body, headers))

    def close(self) -> None:
        """Release what the application holds."""
        for close in self._closing:
            close()

    async def _send(
        self, method: str, path: str, body: bytes, headers: Mapping[str, str]
    ) -> Answer:
        target, _, query = path.partition("?")
        named = {"host": "localhost", **{key.replace("_", "-"): v for key, v in headers.items()}}
        scope = {
            "type": "http",
            "method": method,
            "path": target,
            "raw_path": target.encode(),
            "query_string": query.encode(),
            "headers": [(key.encode(), value.encode("latin-1")) for key, value in named.items()],
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 8321),
            "scheme": "http",
            "http_version": "1.1",
            "asgi": {"version": "3.0"},
        }
        sent: list[Any] = []
        bodies = [body]

        async def receive() -> dict[str, object]:
            if not bodies:
                await asyncio.Event().wait()  # a client that stays
            return {"type": "http.request", "body": bodies.pop(), "more_body": False}

        async def send(message: Any) -> None:
            sent.append(message)

        await self.app(scope, receive, send)
        start, *rest = sent
        named = {key.decode(): value.decode("latin-1") for key, value in start["headers"]}
        return Answer(start["status"], named, b"".join(each.get("body", b"") for each in rest))


def client_of(folder: Path, policy: Policy, *, tokens: bool = False) -> Client:
    """A client of a new application for a project."""
    log: list[Record] = []
    served = opened(folder, None, lambda _: None)
    workers = Workers(20)
    settings = served.first.settings
    known = TokenFile(settings.state_dir, place_of(settings)) if tokens else None
    asking = asking_workers(20, served.first)
    app = App(served, policy, workers, asking=asking, tokens=known, audit=log.append)
    client = Client(app, log)
    client._closing += [workers.close, asking.close, served.close]
    return client
