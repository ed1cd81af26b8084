"""Turns errors into records and responses."""

from __future__ import annotations

from ra.errors import QueryError, RaError
from ra.present.json import Record, encode
from ra.serve.exchange import HttpRequest, HttpResponse
from ra.serve.refusal import RequestRefused


def record_of(request: HttpRequest, error: Exception) -> Record:
    """The record of an error; of a bug it says nothing."""
    said: Record = {"code": "Internal", "message": "unexpected error", "request_id": request.id}
    if isinstance(error, RequestRefused):
        said |= {"code": error.code, "message": str(error)}
    elif isinstance(error, RaError):
        said |= {"code": type(error).__name__, "message": str(error)}
    if isinstance(error, QueryError):
        said |= {"problem": error.problem, "offset": error.offset}
    return {"error": said}


def response_of(request: HttpRequest, error: Exception) -> HttpResponse:
    """The response to a request that cannot be answered."""
    status = error.http_status if isinstance(error, RaError | RequestRefused) else 500
    headers = error.headers if isinstance(error, RequestRefused) else {}
    body = encode(record_of(request, error)).encode("utf-8", "backslashreplace")
    return HttpResponse(status, body, headers=headers)
