"""Lets the model of an agent's host write an answer: MCP sampling, in both forms of the protocol.

Until 2025-11-25 the server sends a request of its own. Since 2026-07-28 the first call returns what
it needs, and the client calls again with the model's reply.
"""

from __future__ import annotations

import asyncio
import warnings
from collections.abc import Awaitable, Callable

import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPDeprecationWarning, MCPError
from mcp_types.version import is_version_at_least

from ra.library import Library
from ra.serve import agent_ask
from ra.serve.agent_ask import Draft
from ra.serve.parameters import Given
from ra.serve.tools import ToolAnswer
from ra.typed import TYPE_CHECKING, Any

if TYPE_CHECKING:
    Context = ServerRequestContext[Any, Any]
    Work = Callable[[Callable[[Library], Any]], Awaitable[Any]]

_KEY = "answer"
_TWO_CALLS = "2026-07-28"
_SECONDS = 120.0
_CHANGED = "the documents changed while the model wrote; the answer below is quoted instead"


async def ask(
    ctx: Context, params: types.CallToolRequestParams, given: Given, work: Work
) -> ToolAnswer | types.InputRequiredResult:
    """The answer that the host's model wrote, checked; or what the host is asked for first.

    `work` asks the library in a thread.
    """
    found, draft = await work(lambda kb: agent_ask.draft(kb, given))

    async def finished(reply: list[str] | None, note: str = "") -> ToolAnswer:
        answer = await work(lambda kb: agent_ask.finished(kb, found, given, reply, note))
        assert isinstance(answer, ToolAnswer)
        return answer

    if draft is None:
        return await finished(None)
    capabilities = ctx.session.client_capabilities
    if capabilities is None or capabilities.sampling is None:
        return await finished(None, agent_ask.NO_SAMPLING)
    if is_version_at_least(ctx.protocol_version, _TWO_CALLS):
        if not params.input_responses:
            return types.InputRequiredResult(
                input_requests={_KEY: types.CreateMessageRequest(params=_request(draft))},
                request_state=draft.state,
            )
        if params.request_state != draft.state:
            return await finished(None, _CHANGED)
        return await finished([_text(params.input_responses.get(_KEY))])
    try:
        return await finished([await _sampled(ctx, draft)])
    except (MCPError, TimeoutError) as error:
        reason = str(error) or "it took too long"
        return await finished(
            None, f"the host's model failed: {reason}; the answer below is quoted instead"
        )


async def _sampled(ctx: Context, draft: Draft) -> str:
    """The reply of the host's model, by a request of the server."""
    asked = _request(draft)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", MCPDeprecationWarning)  # hosts of today know it
        request = ctx.session.create_message(
            asked.messages,
            max_tokens=asked.max_tokens,
            system_prompt=asked.system_prompt,
            include_context="none",
            temperature=asked.temperature,
            related_request_id=ctx.request_id,
        )
        return _text(await asyncio.wait_for(request, _SECONDS))


def _request(draft: Draft) -> types.CreateMessageRequestParams:
    content = types.TextContent(text=draft.text, _meta={"ra/untrusted_content": True})
    return types.CreateMessageRequestParams(
        messages=[types.SamplingMessage(role="user", content=content)],
        system_prompt=draft.instructions,
        include_context="none",
        temperature=0.0,
        max_tokens=draft.most_tokens,
    )


def _text(reply: object) -> str:
    """The text of a reply; empty if it is none."""
    content = getattr(reply, "content", None)
    blocks = content if isinstance(content, list) else [content]
    return "".join(each.text for each in blocks if isinstance(each, types.TextContent))
