"""A language model behind an endpoint that speaks the chat protocol of OpenAI, streamed."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence

from ra.endpoint import AGAIN, opener, reason_of, refusal, retry_after
from ra.errors import ModelUnavailable
from ra.typed import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ra.config.llm_keys import Llm

    Messages = Sequence[dict[str, str]]

_ATTEMPTS = 3
_PAUSE = 0.5  # seconds before the second attempt, twice that before the third
_LONGEST_PAUSE = 10.0
_LONGEST_LINE = 1024 * 1024
_LONGEST_ANSWER = 256 * 1024  # characters
_DONE = "[DONE]"


class ChatEndpoint:
    """The endpoint of the settings."""

    def __init__(self, settings: Llm, sleep: Callable[[float], None] = time.sleep) -> None:
        self._settings = settings
        self._sleep = sleep
        self._url = address(settings.url)

    def reply(self, messages: Messages) -> Iterator[str]:
        """The parts of the reply as they come; raises `ModelUnavailable` with a reason."""
        from http.client import HTTPException

        size = 0
        with self._connected(messages) as response:
            try:
                for part in _parts(response):
                    size += len(part)
                    if size > _LONGEST_ANSWER:
                        raise self._failed("its reply is too long")
                    yield part
            except (ValueError, KeyError, TypeError, IndexError, RecursionError) as error:
                raise self._failed("its reply is not one of the chat protocol") from error
            except (OSError, HTTPException) as error:
                raise self._failed(f"its reply broke off: {reason_of(error)}") from error

    def _connected(self, messages: Messages) -> Any:
        """The response, after several attempts where another may help."""
        from http.client import HTTPException

        reason = ""
        for attempt in range(1, _ATTEMPTS + 1):
            try:
                return self._sent(messages)
            except (OSError, HTTPException) as error:
                code, headers = refusal(error)
                if code and code not in AGAIN:
                    hint = " (set the key in RA_LLM_KEY)" if code in (401, 403) else ""
                    raise self._failed(f"it answered {code}{hint}") from error
                reason = f"it answered {code}" if code else reason_of(error)
                if isinstance(getattr(error, "reason", error), ConnectionRefusedError):
                    raise self._failed(f"{reason}; is the server running?") from error
                pause = min(retry_after(headers) or _PAUSE * attempt, _LONGEST_PAUSE)
            if attempt < _ATTEMPTS:
                self._sleep(pause)
        raise self._failed(f"{reason}, after {_ATTEMPTS} attempts")

    def _sent(self, messages: Messages) -> Any:
        from urllib.request import Request

        settings = self._settings
        headers = {"Content-Type": "application/json", "Accept": "text/event-stream"}
        if key := settings.key.reveal():
            headers["Authorization"] = f"Bearer {key}"
        request = Request(
            self._url, json.dumps(_body(settings, messages)).encode(), headers, method="POST"
        )
        return opener().open(request, timeout=settings.timeout)

    def _failed(self, reason: str) -> ModelUnavailable:
        return ModelUnavailable(f"{self._url}: {reason}; see `llm.url` and `llm.name`")


def described(settings: Llm, messages: Messages) -> dict[str, object]:
    """A request as JSON, for a user who wants to see what would be sent, and where."""
    return {
        "url": address(settings.url) if settings.url else "",
        "key": str(settings.key),
        "timeout": settings.timeout,
        "unsupported": settings.unsupported,
        "body": _body(settings, messages),
    }


def _body(settings: Llm, messages: Messages) -> dict[str, object]:
    return {
        "model": settings.name,
        "messages": list(messages),
        "stream": True,
        "temperature": 0,
        "max_tokens": settings.max_answer_tokens,
    }


def address(url: str) -> str:
    """Where replies are asked for, below the base URL of a server."""
    if not url.startswith(("http://", "https://")):
        raise ModelUnavailable(f"{url}: not a URL; `llm.url` starts with http:// or https://")
    base = url.rstrip("/")
    return base if base.endswith("/chat/completions") else f"{base}/chat/completions"


def _parts(response: Any) -> Iterator[str]:
    """The text of a stream of server-sent events, or of one JSON object."""
    if "event-stream" not in str(response.headers.get("Content-Type", "")):
        reply = json.loads(response.read(_LONGEST_LINE))
        yield str(reply["choices"][0]["message"]["content"])
        return
    while line := response.readline(_LONGEST_LINE):
        text = line.decode("utf-8", "replace").strip()
        if not text.startswith("data:"):
            continue
        data = text.removeprefix("data:").strip()
        if data == _DONE:
            return
        event = json.loads(data)
        if "error" in event:
            raise ValueError(event["error"])
        for choice in event["choices"][:1]:
            yield str(choice.get("delta", {}).get("content") or "")
