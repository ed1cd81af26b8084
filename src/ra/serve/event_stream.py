"""Sends a response whose parts come one after the other: server-sent events."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing

from ra.present.json import Record, encode
from ra.serve.exchange import HttpResponse, Receive, Send

TYPE = "text/event-stream; charset=utf-8"
HEADERS = {"x-accel-buffering": "no"}  # proxies hand on each event at once
_SEND_SECONDS = 30.0

Problem = Callable[[Exception], Record]


def event(name: str, record: Record) -> bytes:
    """One event; its data is one line of JSON."""
    return f"event: {name}\ndata: {encode(record)}\n\n".encode("utf-8", "backslashreplace")


async def begun(
    events: AsyncGenerator[bytes, None], problem: Problem
) -> AsyncGenerator[bytes, None]:
    """The events, of which the first is there: an error before it is an error of the request.

    `problem` makes the record of an error that comes later; it is the last event then.
    """
    first = await anext(events)
    return _after(first, events, problem)


async def _after(
    first: bytes, events: AsyncGenerator[bytes, None], problem: Problem
) -> AsyncGenerator[bytes, None]:
    async with aclosing(events):
        yield first
        try:
            async for each in events:
                yield each
        except Exception as error:  # noqa: BLE001 - the edge: the status has been sent
            yield event("error", problem(error))


async def send_parts(response: HttpResponse, receive: Receive, send: Send) -> int:
    """Send the parts until they or the client end; return the number of bytes."""
    sending = asyncio.ensure_future(_all_sent(response, send))
    leaving = asyncio.ensure_future(_gone(receive))
    await asyncio.wait((sending, leaving), return_when=asyncio.FIRST_COMPLETED)
    for task in (sending, leaving):
        task.cancel()
    size, _ = await asyncio.gather(sending, leaving, return_exceptions=True)
    return size if isinstance(size, int) else 0


async def _all_sent(response: HttpResponse, send: Send) -> int:
    assert response.parts is not None
    pairs = [(name.encode("latin-1"), each.encode()) for name, each in response.headers.items()]
    size = 0
    async with aclosing(response.parts):
        await send({"type": "http.response.start", "status": response.status, "headers": pairs})
        async for part in response.parts:
            size += len(part)
            message = {"type": "http.response.body", "body": part, "more_body": True}
            await asyncio.wait_for(send(message), _SEND_SECONDS)
    await send({"type": "http.response.body", "body": b""})
    return size


async def _gone(receive: Receive) -> None:
    """Return when the client has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass
