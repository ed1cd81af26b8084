"""Requests and responses as values."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, MutableMapping
from urllib.parse import parse_qsl

from ra.errors import UsageError
from ra.serve.refusal import RequestRefused
from ra.typed import Any, NamedTuple

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

MOST_BODY = 64 * 1024
MOST_TARGET = 16 * 1024
_MOST_PAIRS = 100


class HttpRequest(NamedTuple):
    """A request without its body; header names are lowercase. `sender` is who pays for it."""

    id: str
    method: str
    path: str
    query: bytes
    headers: Mapping[str, str]
    client: str
    tenant: str = ""
    token: str = ""

    @property
    def sender(self) -> str:
        """The token, or the address."""
        return f"token:{self.token}" if self.token else self.client


class HttpResponse(NamedTuple):
    """A response with its whole body, or with parts that follow it as they come.

    `is_sent` if the client has it already.
    """

    status: int
    body: bytes
    type: str = "application/json"
    headers: Mapping[str, str] = {}
    is_sent: bool = False
    parts: AsyncGenerator[bytes, None] | None = None


def request_of(scope: Scope, request_id: str) -> HttpRequest:
    """The request of an ASGI scope."""
    headers: dict[str, str] = {}
    for name, value in scope["headers"]:
        key, text = name.decode("latin-1"), value.decode("latin-1")
        headers[key] = f"{headers[key]}, {text}" if key in headers else text
    client = scope.get("client")
    return HttpRequest(
        request_id,
        scope["method"],
        scope["path"],
        scope["query_string"],
        headers,
        client[0] if client else "local",
    )


def pairs_of(query: bytes) -> list[tuple[str, str]]:
    """The pairs of a query string."""
    if len(query) > MOST_TARGET:
        raise RequestRefused(414, "TooLong", f"the query string exceeds {MOST_TARGET:,} bytes")
    try:
        return parse_qsl(
            query.decode("ascii"),
            keep_blank_values=True,
            errors="strict",
            max_num_fields=_MOST_PAIRS,
        )
    except ValueError as error:
        raise UsageError("the query string is not valid: UTF-8 in percent encoding") from error


async def body_of(request: HttpRequest, receive: Receive, most: int = MOST_BODY) -> bytes:
    """The whole body, refused as soon as it is too large."""
    declared = request.headers.get("content-length", "0")
    if declared.isdigit() and int(declared[:19]) > most:
        raise _too_large(most)
    data = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise RequestRefused(400, "Disconnected", "the client has gone")
        data += message.get("body", b"")
        if len(data) > most:
            raise _too_large(most)
        if not message.get("more_body"):
            return bytes(data)


def _too_large(most: int) -> RequestRefused:
    return RequestRefused(
        413, "TooLarge", f"the body exceeds {most:,} bytes", {"connection": "close"}
    )
