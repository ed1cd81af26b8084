"""Adds an entity tag to a response, and compresses it if the client reads gzip."""

from __future__ import annotations

import gzip
from hashlib import blake2b

from ra.serve.exchange import HttpResponse

_WORTHWHILE = 1_400  # bytes; less fits into one packet
_LEVEL = 1


def tagged(response: HttpResponse, known: str) -> HttpResponse:
    """The response with a tag of its body; without a body if the client has it already."""
    tag = f'"{blake2b(response.body, digest_size=12).hexdigest()}"'
    headers = {**response.headers, "etag": tag}
    tags = {each.strip().removeprefix("W/") for each in known.split(",")}
    if tag in tags or "*" in tags:
        return response._replace(status=304, body=b"", headers=headers)
    return response._replace(headers=headers)


def compressed(response: HttpResponse, accepted: str) -> HttpResponse:
    """The response compressed, if that is accepted and worth it."""
    if len(response.body) < _WORTHWHILE or not _accepts_gzip(accepted):
        return response
    headers = {**response.headers, "content-encoding": "gzip", "vary": "accept-encoding"}
    if "etag" in headers:
        headers["etag"] = f"W/{headers['etag']}"
    body = gzip.compress(response.body, _LEVEL, mtime=0)
    return response._replace(body=body, headers=headers)


def _accepts_gzip(accepted: str) -> bool:
    for each in accepted.split(","):
        name, _, weight = each.partition(";")
        if name.strip().lower() in ("gzip", "*"):
            return weight.replace(" ", "").lower() not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False
