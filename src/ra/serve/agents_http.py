"""Serves agents over HTTP at `/mcp`: sessions of the SDK, apart for each tenant."""

from __future__ import annotations

import asyncio
from functools import partial

from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings

from ra.serve.agent_server import AgentServer
from ra.serve.exchange import Receive, Scope, Send
from ra.serve.served import Served
from ra.serve.workers import Workers

_MOST_BODY = 256 * 1024
_MOST_SESSIONS = 1_000
_IDLE_SECONDS = 900.0


class Agents:
    """The sessions of all tenants. A session id of one tenant means nothing to another."""

    def __init__(self, served: Served, workers: Workers) -> None:
        self._served, self._workers = served, workers
        self._managers: dict[str, StreamableHTTPSessionManager] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._lock = asyncio.Lock()

    async def __call__(self, tenant: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand a request to the sessions of its tenant."""
        manager = await self._manager(tenant)
        await manager.handle_request(scope, receive, send)

    async def close(self) -> None:
        """End all sessions."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _manager(self, tenant: str) -> StreamableHTTPSessionManager:
        async with self._lock:
            if tenant not in self._managers:
                library = partial(self._served.library, tenant)
                server = AgentServer(library, self._workers, local=False).server()
                # The application has checked Host and Origin already.
                unchecked = TransportSecuritySettings(enable_dns_rebinding_protection=False)
                manager = StreamableHTTPSessionManager(
                    server,
                    security_settings=unchecked,
                    max_request_body_size=_MOST_BODY,
                    session_idle_timeout=_IDLE_SECONDS,
                    max_sessions=_MOST_SESSIONS,
                )
                started = asyncio.Event()
                self._tasks.append(asyncio.create_task(_running(manager, started)))
                await started.wait()
                self._managers[tenant] = manager
            return self._managers[tenant]


async def _running(manager: StreamableHTTPSessionManager, started: asyncio.Event) -> None:
    """Run the sessions of a tenant in a task of their own, until it is cancelled."""
    async with manager.run():
        started.set()
        await asyncio.Event().wait()
