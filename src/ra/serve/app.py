"""The ASGI application: every step of a request, in order.

Identify → check host and origin → find the tenant → limit the rate → route → answer → encode →
send → log.
"""

from __future__ import annotations

import asyncio
import json
import re
import secrets
from collections.abc import Callable, MutableMapping
from contextlib import suppress
from importlib import import_module
from time import perf_counter

from ra.embed import lent
from ra.errors import NotFound, RaError, UsageError
from ra.present.json import Record, encode
from ra.serve import event_stream, guard, parameters, problems
from ra.serve.encoding import compressed, tagged
from ra.serve.endpoints import BY_NAME, PREFIX, ApiRoute, EventSource
from ra.serve.exchange import (
    MOST_BODY,
    MOST_TARGET,
    HttpRequest,
    HttpResponse,
    Receive,
    Scope,
    Send,
    body_of,
    pairs_of,
    request_of,
)
from ra.serve.guard import Policy, RateLimit
from ra.serve.metrics import TYPE as METRICS_TYPE
from ra.serve.metrics import Metrics
from ra.serve.page_files import page_file
from ra.serve.refusal import RequestRefused
from ra.serve.schemas import OPENAPI
from ra.serve.served import Served
from ra.serve.tokens import TokenFile
from ra.serve.workers import Workers
from ra.typed import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ra.serve.agents_http import Agents

Audit = Callable[[Record], None]

_SECURITY = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "x-frame-options": "DENY",
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
        "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
}
_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}\Z")
_BODY_SECONDS = 10.0
_SEND_SECONDS = 30.0
_FREE = ("/health", "/ready", "/openapi.json")


class App:
    """The application of one server."""

    def __init__(
        self,
        served: Served,
        policy: Policy,
        workers: Workers,
        *,
        asking: Workers,
        tokens: TokenFile | None,
        audit: Audit,
    ) -> None:
        self._served, self._policy = served, policy
        self._workers, self._asking = workers, asking
        self._tokens, self._audit = tokens, audit
        self._rate = RateLimit(policy.rate, perf_counter)
        self._metrics = Metrics()
        self.is_ready = False
        self._mcp: Agents | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            return
        start = perf_counter()
        request = request_of(scope, _request_id(scope))
        request, response = await self._respond(request, scope, receive, send)
        size = len(response.body)
        if response.parts is not None:
            response = response._replace(
                headers={**self._common(request), **response.headers, "content-type": response.type}
            )
            size = await event_stream.send_parts(response, receive, send)
        elif not response.is_sent:
            response = self._finished(request, response)
            size = len(response.body)
            with suppress(TimeoutError):
                await asyncio.wait_for(_sent(request, response, send), _SEND_SECONDS)
        self._log(request, response.status, size, perf_counter() - start)

    async def close(self) -> None:
        """End the sessions of agents."""
        if self._mcp is not None:
            await self._mcp.close()

    async def _respond(
        self, request: HttpRequest, scope: Scope, receive: Receive, send: Send
    ) -> tuple[HttpRequest, HttpResponse]:
        try:
            guard.check_length(request)
            guard.check_host(request, self._policy)
            guard.check_origin(request, self._policy)
            if request.method == "OPTIONS":
                return request, _preflight(request, self._policy)
            request = self._admitted(request)
            self._rate.check(request.sender)
            if request.path == "/mcp":
                agents = await self._agents()
                status = await self._mounted(agents, request, (scope, receive, send))
                return request, HttpResponse(status, b"", is_sent=True)
            return request, await self._routed(request, receive)
        except Exception as error:  # noqa: BLE001 - the edge: a bug must not end the server
            self._note_bug(request, error)
            return request, problems.response_of(request, error)

    def _note_bug(self, request: HttpRequest, error: Exception) -> None:
        if not isinstance(error, RaError | RequestRefused):
            self._audit({"request_id": request.id, "error": repr(error)})

    def _admitted(self, request: HttpRequest) -> HttpRequest:
        """The request with its tenant; where tokens are needed, only with a valid one."""
        if self._tokens is None:
            return request._replace(tenant=self._served.default_tenant)
        if request.path in _FREE or page_file(request.path):
            return request
        scheme, _, secret = request.headers.get("authorization", "").partition(" ")
        token = self._tokens.owner(secret.strip()) if scheme.lower() == "bearer" else None
        if token is None:
            raise RequestRefused(
                401,
                "Unauthorized",
                "send a token: `Authorization: Bearer TOKEN`; `ra token new` makes one",
                {"www-authenticate": 'Bearer realm="ra"'},
            )
        return request._replace(tenant=token.tenant, token=token.id)

    async def _routed(self, request: HttpRequest, receive: Receive) -> HttpResponse:
        if len(request.path) > MOST_TARGET:
            raise RequestRefused(414, "TooLong", f"the path exceeds {MOST_TARGET:,} characters")
        if request.path == lent.PATH and self._policy.socket:
            return await self._lent(request, receive)
        name = request.path.removeprefix(f"{PREFIX}/")
        if request.path.startswith(f"{PREFIX}/") and name in BY_NAME:
            return await self._endpoint(BY_NAME[name], request, receive)
        _only(request, "GET", "HEAD")
        if found := page_file(request.path) or self._fact(request):
            return found
        raise NotFound(f"there is nothing at {request.path[:200]}; see /openapi.json")

    async def _lent(self, request: HttpRequest, receive: Receive) -> HttpResponse:
        """The vectors of texts, for commands of the same user."""
        lending = await asyncio.to_thread(import_module, "ra.serve.lending")
        _only(request, "POST")
        given = lending.parameters_of(await _json_body(request, receive, lent.MOST_BODY))
        threads = self._served.first.settings.embed.threads
        body: bytes = await self._workers.run(lambda: lending.vectors(given, threads))
        return HttpResponse(200, body, "application/octet-stream")

    def _fact(self, request: HttpRequest) -> HttpResponse | None:
        """What the server says of itself."""
        path = request.path.removeprefix(PREFIX)
        if path == "/metrics":
            return HttpResponse(200, self._metrics.text(request.tenant).encode(), METRICS_TYPE)
        if path == "/openapi.json":
            return HttpResponse(200, OPENAPI.read_bytes())
        if path == "/health":
            return _json({"status": "ok"})
        if path != "/ready":
            return None
        if self.is_ready:
            return _json({"status": "ready"})
        raise RequestRefused(503, "NotReady", "the index is being built", {"retry-after": "1"})

    async def _endpoint(
        self, endpoint: ApiRoute, request: HttpRequest, receive: Receive
    ) -> HttpResponse:
        """Read the parameters, and answer in a thread."""
        _only(request, "GET", "HEAD", *(["POST"] if endpoint.posts else []))
        if request.method == "POST":
            given = parameters.from_object(endpoint.parameters, await _json_body(request, receive))
        else:
            given = parameters.from_query(endpoint.parameters, pairs_of(request.query))

        if endpoint.events is not None and given["stream"] and request.method != "HEAD":
            return await self._streamed(endpoint.events, request, given)

        def work() -> bytes:
            kb = self._served.library(request.tenant)
            return encode(endpoint.answer(kb, given)).encode("utf-8", "backslashreplace")

        workers = self._asking if endpoint.events else self._workers
        return HttpResponse(200, await workers.run(work))

    async def _streamed(
        self, events: EventSource, request: HttpRequest, given: parameters.Given
    ) -> HttpResponse:
        """A response that sends each event as soon as it is there."""

        def problem(error: Exception) -> Record:
            self._note_bug(request, error)
            return problems.record_of(request, error)

        parts = self._asking.stream(lambda: events(self._served.library(request.tenant), given))
        return HttpResponse(
            200,
            b"",
            event_stream.TYPE,
            event_stream.HEADERS,
            parts=await event_stream.begun(parts, problem),
        )

    def _finished(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """The response with its entity tag, compressed, and with the headers of every response."""
        if response.status == 200 and request.method in ("GET", "HEAD"):
            response = tagged(response, request.headers.get("if-none-match", ""))
        response = compressed(response, request.headers.get("accept-encoding", ""))
        return response._replace(
            headers={**self._common(request), **response.headers, "content-type": response.type}
        )

    def _common(self, request: HttpRequest) -> dict[str, str]:
        headers = {**_SECURITY, "x-request-id": request.id, "cache-control": "no-cache"}
        origin = request.headers.get("origin", "")
        if origin in self._policy.origins:
            headers |= {"access-control-allow-origin": origin, "vary": "origin, accept-encoding"}
        return headers

    async def _agents(self) -> Agents:
        """The sessions of agents; the SDK is loaded for the first one."""
        module = await asyncio.to_thread(import_module, "ra.serve.agents_http")
        if self._mcp is None:
            self._mcp = module.Agents(self._served, self._workers)
        return self._mcp

    async def _mounted(
        self, agents: Agents, request: HttpRequest, asgi: tuple[Scope, Receive, Send]
    ) -> int:
        """Let the SDK answer, with the headers of every response; return the status."""
        scope, receive, send = asgi
        status = 200

        async def send_more(message: MutableMapping[str, Any]) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                given = list(message.get("headers", ()))
                known = {name.lower() for name, _ in given}
                more = [
                    (name.encode(), each.encode()) for name, each in self._common(request).items()
                ]
                given += [pair for pair in more if pair[0] not in known]
                message = {**message, "headers": given}
            await send(message)

        await agents(request.tenant, scope, receive, send_more)
        return status

    def _log(self, request: HttpRequest, status: int, size: int, seconds: float) -> None:
        name = request.path.removeprefix(f"{PREFIX}/")
        is_known = name in BY_NAME or request.path in ("/", "/mcp", "/metrics", *_FREE)
        route = name if is_known else "other"
        self._metrics.add(request.tenant, route, status, seconds)
        self._audit(
            {
                "request_id": request.id,
                "client": request.client,
                "token": request.token or None,
                "tenant": request.tenant or None,
                "method": request.method[:20],
                "path": request.path[:500],
                "status": status,
                "bytes": size,
                "ms": round(seconds * 1000, 1),
            }
        )


def _request_id(scope: Scope) -> str:
    """The id that the client gave, if it is a plain one, else a new one."""
    given = next((value for name, value in scope["headers"] if name == b"x-request-id"), b"")
    text: str = given.decode("latin-1")
    return text if _REQUEST_ID.match(text) else secrets.token_hex(8)


def _only(request: HttpRequest, *methods: str) -> None:
    if request.method not in methods:
        allowed = ", ".join(methods)
        raise RequestRefused(
            405, "MethodNotAllowed", f"use {allowed} for {request.path[:200]}", {"allow": allowed}
        )


async def _json_body(request: HttpRequest, receive: Receive, most: int = MOST_BODY) -> object:
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise RequestRefused(415, "NotJson", "send `Content-Type: application/json`")
    try:
        data = await asyncio.wait_for(body_of(request, receive, most), _BODY_SECONDS)
    except TimeoutError:
        raise RequestRefused(
            408, "TooSlow", "the body did not arrive in time", {"connection": "close"}
        ) from None
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as error:
        raise UsageError("the body is not valid JSON") from error


def _preflight(request: HttpRequest, policy: Policy) -> HttpResponse:
    """The answer to a browser that asks whether another site may send a request."""
    if request.headers.get("origin", "") not in policy.origins:
        raise RequestRefused(405, "MethodNotAllowed", "use GET or POST", {"allow": "GET, POST"})
    headers = {
        "access-control-allow-methods": "GET, POST",
        "access-control-allow-headers": "authorization, content-type, x-request-id",
        "access-control-max-age": "600",
    }
    return HttpResponse(204, b"", headers=headers)


def _json(value: Record) -> HttpResponse:
    return HttpResponse(200, encode(value).encode())


async def _sent(request: HttpRequest, response: HttpResponse, send: Send) -> None:
    headers = {**response.headers, "content-length": str(len(response.body))}
    if response.status in (204, 304):
        headers.pop("content-length")
    pairs = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": response.status, "headers": pairs})
    body = b"" if request.method == "HEAD" else response.body
    await send({"type": "http.response.body", "body": body})
