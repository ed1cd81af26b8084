"""Requests to an endpoint that the user named: no redirects, clear reasons when they fail."""

from __future__ import annotations

from ra.typed import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from email.message import Message
    from urllib.error import HTTPError

AGAIN = frozenset({408, 429, 500, 502, 503, 504})
"""The statuses after which another attempt may help."""


def opener() -> Any:
    """Follows no redirect: the key is for the host that the user named."""
    from urllib.request import HTTPRedirectHandler, build_opener

    class NoRedirect(HTTPRedirectHandler):
        def redirect_request(self, *_: object) -> None:
            return None

    return build_opener(NoRedirect)


def refusal(error: Exception) -> tuple[int, Message | None]:
    """The status and the headers of a refused request; 0 if there was no answer."""
    from urllib.error import HTTPError

    if not isinstance(error, HTTPError):
        return 0, None
    refused: HTTPError = error
    refused.close()
    return refused.code, refused.headers


def retry_after(headers: Message | None) -> float:
    """The seconds that a server asks to wait; 0 if it does not say."""
    text = str(headers.get("Retry-After", "")) if headers else ""
    return float(text) if text.isdecimal() else 0.0


def reason_of(error: Exception) -> str:
    """Why a request failed, in lower case."""
    inner = getattr(error, "reason", error)
    return str(getattr(inner, "strerror", None) or inner).lower() or type(error).__name__
