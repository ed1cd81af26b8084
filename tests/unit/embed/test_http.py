"""Tests of an endpoint with OpenAI's protocol: it embeds, or fails with a reason and in time."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import pytest

from ra.config.embed_keys import DEFAULT_EMBED, Embed
from ra.config.key import Secret
from ra.embed.http import Endpoint
from ra.embed.models import Models
from ra.errors import ModelUnavailable

Answer = tuple[int, dict[str, str], bytes]


class Server:
    """A server on this machine that answers as it is told and keeps what it was asked."""

    def __init__(self, answers: Callable[[int, list[str]], Answer]) -> None:
        self.requests: list[tuple[str, dict[str, str], dict[str, object]]] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                outer.requests.append((self.path, dict(self.headers), body))
                status, headers, data = answers(len(outer.requests), body["input"])
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        self._server = HTTPServer(("127.0.0.1", 0), Handler)
        self._thread = Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    @property
    def settings(self) -> Embed:
        """Settings that name it."""
        port = self._server.server_port
        return DEFAULT_EMBED._replace(url=f"http://127.0.0.1:{port}/v1", name="m", timeout=5.0)

    def close(self) -> None:
        """Stop it."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@contextmanager
def serving(answers: Callable[[int, list[str]], Answer]) -> Iterator[Server]:
    """A server while the block runs."""
    server = Server(answers)
    try:
        yield server
    finally:
        server.close()


def _vectors(texts: list[str]) -> Answer:
    """The length of a text as its vector, the last text first."""
    rows = [{"index": index, "embedding": [len(text), 1]} for index, text in enumerate(texts)]
    return 200, {}, json.dumps({"data": rows[::-1]}).encode()


def test_texts_are_embedded_in_order_with_prefixes_and_the_key() -> None:
    """Rows are put in order by their index; the key is sent as a bearer token."""
    with serving(lambda _, texts: _vectors(texts)) as server:
        settings = server.settings._replace(
            key=Secret("k-1"), query_prefix="q: ", document_prefix="d: "
        )
        endpoint = Endpoint(settings)
        vectors = endpoint.embed(["x" * 97, "y"])
        endpoint.embed_query("z")
    path, headers, body = server.requests[0]
    assert (path, headers["Authorization"]) == ("/v1/embeddings", "Bearer k-1")
    assert body == {"model": "m", "input": ["d: " + "x" * 97, "d: y"]}
    assert server.requests[1][2]["input"] == ["q: z"]
    assert vectors[0][0] == pytest.approx(100 / 10001**0.5)
    assert vectors[1][0] == pytest.approx(4 / 17**0.5)
    assert endpoint.card.dimensions == 2


def test_a_busy_server_is_asked_again_after_the_time_it_names() -> None:
    """Two refusals, then an answer."""
    pauses: list[float] = []

    def answers(number: int, texts: list[str]) -> Answer:
        if number == 1:
            return 429, {"Retry-After": "3"}, b""
        return (503, {}, b"") if number == 2 else _vectors(texts)

    with serving(answers) as server:
        vectors = Endpoint(server.settings, pauses.append).embed(["a"])
    assert vectors.shape == (1, 2)
    assert pauses == [3.0, 1.0]


@pytest.mark.parametrize(
    ("answer", "reason", "asked"),
    [
        ((401, {}, b""), "401 .set the key in RA_EMBED_KEY", 1),
        ((404, {}, b""), "it answered 404", 1),
        ((302, {"Location": "http://127.0.0.1:1/"}, b""), "it answered 302", 1),
        ((500, {}, b""), "it answered 500, after 3 attempts", 3),
        ((200, {}, b"<html>"), "no embeddings", 1),
        ((200, {}, b'{"data": []}'), "0 vectors for 1 texts", 1),
        ((200, {}, b'{"data": [{"index": 0, "embedding": "x"}]}'), "no embeddings", 1),
        ((200, {}, b'{"data": [{"index": 0, "embedding": [1, NaN]}]}'), "no numbers", 1),
        ((200, {}, b'{"data": [{"index": 0, "embedding": [1, -Infinity]}]}'), "no numbers", 1),
        ((200, {}, b'{"data": [{"index": 0, "embedding": [1, 1e300]}]}'), "no numbers", 1),
    ],
)
def test_a_wrong_answer_is_said_with_the_address(answer: Answer, reason: str, asked: int) -> None:
    """What cannot get better is not tried again; a redirect is not followed."""
    with serving(lambda *_: answer) as server:
        with pytest.raises(ModelUnavailable, match=reason):
            Endpoint(server.settings, lambda _: None).embed(["a"])
        assert len(server.requests) == asked


def test_a_server_that_is_not_there_is_an_error_in_time() -> None:
    """The port of a server that was closed."""
    with serving(lambda *_: (200, {}, b"")) as server:
        settings = server.settings
    with pytest.raises(ModelUnavailable, match="refused; is the server running"):
        Endpoint(settings, lambda _: None).embed(["a"])


@pytest.mark.parametrize("url", ["file:///etc/passwd", "ftp://x", "localhost:11434"])
def test_only_web_addresses_are_opened(url: str) -> None:
    """No file is read in the place of an answer."""
    with pytest.raises(ModelUnavailable, match="http://"):
        Endpoint(DEFAULT_EMBED._replace(url=url))


def test_vectors_of_another_length_than_before_are_refused() -> None:
    """A server that changed its model meanwhile would mix two spaces."""

    def answers(number: int, texts: list[str]) -> Answer:
        row = {"index": 0, "embedding": [1.0] * (number + 1)}
        return 200, {}, json.dumps({"data": [row]}).encode()

    with serving(answers) as server:
        endpoint = Endpoint(server.settings)
        endpoint.embed(["a"])
        with pytest.raises(ModelUnavailable, match="different lengths"):
            endpoint.embed(["b"])


def test_a_query_that_is_asked_again_is_not_sent_again() -> None:
    """Each request takes time and may cost money; a failure is tried again."""
    failure: Answer = (400, {}, b"no")
    with serving(lambda count, texts: failure if count == 1 else _vectors(texts)) as server:
        models = Models(server.settings)
        with pytest.raises(ModelUnavailable):
            models.embed_query("endpoint", "tea")
        first = models.embed_query("endpoint", "tea")
        assert models.embed_query("endpoint", "tea").tolist() == first.tolist()
        assert models.embed_query("endpoint", "coffee").tolist() != first.tolist()
        assert len(server.requests) == 3
        with pytest.raises(ValueError, match="read-only"):
            first[0] = 0.0
