"""Tests that attacks on a running server are refused, and that others keep being served.

All of them go to a server on the loopback address, and are bounded.
"""

from __future__ import annotations

import json
import socket
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest

from tests.cli.command import Sandbox
from tests.serve.running import Running, project, running

PARALLEL = 1_000
EXPENSIVE = " ".join(f"{first}{second}*" for first in "abcdefgh" for second in "aeiou")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with the usual limits."""
    with running(project(tmp_path_factory.mktemp("attacks"))) as started:
        yield started


def _sent(server: Running, data: bytes, seconds: float = 30) -> bytes:
    """Send bytes, and read until the server closes or is silent."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=seconds) as client:
        with suppress(ConnectionError):
            client.sendall(data)
        received = b""
        with suppress(TimeoutError, ConnectionError):
            while part := client.recv(65_536):
                received += part
        return received


def _get(target: str, *headers: str) -> bytes:
    lines = [f"GET {target} HTTP/1.1", "Host: localhost", "Connection: close", *headers, "", ""]
    return "\r\n".join(lines).encode("latin-1", "surrogateescape")


def _status(answer: bytes) -> int:
    return int(answer.split()[1]) if answer else 0


def test_requests_that_break_the_protocol(server: Running) -> None:
    """Issue 18: malformed and oversized requests get a 4xx or a closed connection."""
    requests = (
        b"\x00\x01\x02\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET /\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 300_000 + b"\r\n\r\n",
        b"GET /" + b"a" * 300_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"POST /api/v1/search HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        b"Content-Length: 99999999999\r\nConnection: close\r\n\r\n" + b"x" * 200_000,
        _get("/%2e%2e/%2e%2e/etc/passwd"),
        _get("/..%2f..%2fetc%2fpasswd"),
        _get("/api/v1/get?id=..%2F..%2Fetc%2Fpasswd"),
        _get("/api/v1/search?q=%C0%AE%C0%AE"),
        _get("/api/v1/search?q=tea", "Origin: https://evil.example"),
        _get("/api/v1/search?q=tea", "Transfer-Encoding: chunked", "Content-Length: 3"),
    )
    for request in requests:
        status = _status(_sent(server, request))
        assert status == 0 or 400 <= status < 500, request[:100]
    assert server.json("/health") == {"status": "ok"}


def _call(body: bytes, *headers: str, host: str = "localhost") -> bytes:
    """A request to `/mcp`."""
    kind = ("Content-Type: application/json", "Accept: application/json, text/event-stream")
    lines = ["POST /mcp HTTP/1.1", f"Host: {host}", "Connection: close", *kind, *headers]
    return "\r\n".join([*lines, f"Content-Length: {len(body)}", "", ""]).encode() + body


def test_agents_over_http_are_bound_by_the_same_rules(server: Running) -> None:
    """Issue 18: Origin, Host, oversized bodies and malformed JSON at `/mcp`."""
    client = {"name": "test", "version": "1"}
    who = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client}
    hello = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": who}
    start = json.dumps(hello).encode()
    refused = {
        403: [_call(start, "Origin: https://evil.example"), _call(start, "Origin: null")],
        421: [_call(start, host="evil.example"), _call(start, host="127.0.0.1.evil.example")],
        413: [_call(b"x" * 5_000_000)],
        400: [_call(body) for body in (b"", b"{", b"\xff", b"null", b"[1]", b"[" * 60_000)],
    }
    for status, requests in refused.items():
        for request in requests:
            assert _status(_sent(server, request)) == status, request[:200]
    assert _status(_sent(server, _call(start))) == 200


@pytest.mark.torture
def test_slow_clients_do_not_hold_others_up(server: Running) -> None:
    """Issue 18: many connections that never finish a request; others are answered meanwhile."""
    idle = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(200)]
    try:
        for at, client in enumerate(idle):
            client.sendall(b"GET / HTTP/1.1\r\nX: "[: at % 20])
        assert server.json("/api/v1/search?q=tea")["results"]
        idle[0].settimeout(60)
        with suppress(ConnectionError):
            assert idle[0].recv(1) == b""  # closed by the server after its time limit
    finally:
        for client in idle:
            client.close()


@pytest.mark.torture
def test_a_thousand_requests_at_once(server: Running) -> None:
    """Issue 18: each is answered or refused, none fails, and the server goes on."""
    request = _get("/api/v1/search?q=green+tea&limit=1")
    with ThreadPoolExecutor(100) as pool:
        answers = list(pool.map(lambda _: _status(_sent(server, request)), range(PARALLEL)))
    counts = Counter(answers)
    assert set(counts) <= {200, 429, 503}
    assert counts[200] >= 100
    assert _status(_sent(server, _get("/health"))) in (200, 429)


def test_expensive_queries_are_bounded(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Issue 18: the most expensive query that is allowed, many times; others keep being served."""
    box: Sandbox = project(tmp_path_factory.mktemp("expensive"))
    words = [f"{a}{b}{c}{d}" for a in "abcd" for b in "aeiou" for c in "lmnr" for d in "stv"]
    box.write({f"notes/{at}.md": f"# N{at}\n\n{' '.join(words[at::7])}\n" for at in range(120)})
    target = "/api/v1/search?q=" + EXPENSIVE.replace(" ", "+OR+")
    with running(box, "--rate", "0", "--timeout", "20") as server:
        server.json("/api/v1/trees")
        with ThreadPoolExecutor(24) as pool:
            heavy = [pool.submit(_sent, server, _get(target), 60) for _ in range(24)]
            light = _sent(server, _get("/health"), 60)
            found = _sent(server, _get("/api/v1/search?q=tea"), 60)
            statuses = Counter(_status(each.result()) for each in heavy)
        assert (_status(light), _status(found)) == (200, 200)
        assert set(statuses) <= {200, 400, 503}
        too_many = json.loads(
            _sent(server, _get(f"{target}{'+OR+zz*' * 60}")).split(b"\r\n\r\n")[1]
        )
        assert too_many["error"]["code"] in ("QueryError", "UsageError")
