"""The error of a request that is refused before the library is asked."""

from __future__ import annotations

from collections.abc import Mapping


class RequestRefused(Exception):
    """A request cannot be answered: its form, its sender or the load of the server forbid it."""

    def __init__(
        self, status: int, code: str, message: str, headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(message)
        self.http_status = status
        self.code = code
        self.headers = dict(headers or {})
