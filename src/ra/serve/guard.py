"""Decides who may ask: checks Host, Origin and token, and limits the rate of each sender."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable
from ipaddress import ip_address

from ra.errors import UsageError
from ra.serve.exchange import HttpRequest
from ra.serve.refusal import RequestRefused
from ra.typed import NamedTuple

_LOOPBACK = ("localhost", "127.0.0.1", "::1")
_MOST_SENDERS = 10_000
_HOST = re.compile(r"[\w.-]+|[0-9a-fA-F:]+")  # the second is an IPv6 address
_ORIGIN_HOST = re.compile(r"(?:[\w.-]+|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?")


class Policy(NamedTuple):
    """Where a server listens, and whose requests it answers.

    `hosts` and `origins` are those that the user has allowed; `rate` is the number of requests a
    second for each sender, 0 for no limit.
    """

    host: str
    hosts: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()
    rate: int = 100
    socket: bool = False


def allowed_host(name: str) -> str:
    """A host that a user allows, as it is compared; an error if it is none."""
    if not _HOST.fullmatch(name):
        raise UsageError(
            f"--allow-host {name!r} is not the name of a host; give one such as search.example.org"
        )
    return name.lower()


def allowed_origin(url: str) -> str:
    """An origin that a user allows, as browsers send it; an error if it is none."""
    scheme, mark, rest = url.lower().removesuffix("/").partition("://")
    if scheme not in ("http", "https") or not mark or not _ORIGIN_HOST.fullmatch(rest):
        raise UsageError(
            f"--allow-origin {url!r} is not the address of a site; give one such as "
            "https://wiki.example.org"
        )
    return f"{scheme}://{rest}"


def is_loopback(host: str) -> bool:
    """Whether an address can be reached from this machine only."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def check_host(request: HttpRequest, policy: Policy) -> None:
    """Refuse a Host that is not ours: a foreign name may lead here by DNS rebinding."""
    if policy.socket:
        return
    name = _name_of(request.headers.get("host", ""))
    if name in policy.hosts or name == policy.host.lower():
        return
    if name in _LOOPBACK or (not is_loopback(policy.host) and _is_address(name)):
        return
    raise RequestRefused(
        421, "ForeignHost", "the Host of the request is not served here; see --allow-host"
    )


def check_length(request: HttpRequest) -> None:
    """Refuse two lengths of one body, which a proxy may read in another way."""
    if {"transfer-encoding", "content-length"} <= request.headers.keys():
        raise RequestRefused(
            400, "TwoLengths", "send Content-Length or Transfer-Encoding", {"connection": "close"}
        )


def check_origin(request: HttpRequest, policy: Policy) -> None:
    """Refuse what another site's page sends."""
    origin = request.headers.get("origin")
    if origin is None:
        site = request.headers.get("sec-fetch-site", "same-origin")
        is_visit = request.headers.get("sec-fetch-mode") == "navigate" and request.path == "/"
        if site in ("same-origin", "none") or is_visit:
            return
    elif origin in policy.origins or _is_own(origin, request):
        return
    raise RequestRefused(
        403, "ForeignOrigin", "requests of other sites are refused; see --allow-origin"
    )


def _is_own(origin: str, request: HttpRequest) -> bool:
    scheme, mark, place = origin.partition("://")
    own = request.headers.get("host", "")
    return bool(mark) and scheme in ("http", "https") and place.lower() == own.lower()


def _name_of(host: str) -> str:
    """A Host without its port."""
    if host.startswith("["):
        return host[1:].partition("]")[0].lower()
    return host.rpartition(":")[0].lower() if ":" in host else host.lower()


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


class _Bucket(NamedTuple):
    """What a sender may still ask, and when that was computed."""

    left: float
    at: float


class RateLimit:
    """A token bucket for each sender: `rate` requests a second, twice that at once."""

    def __init__(self, rate: int, clock: Callable[[], float]) -> None:
        self._rate, self._clock = rate, clock
        self._buckets: OrderedDict[str, _Bucket] = OrderedDict()

    def check(self, sender: str) -> None:
        """Count a request; refuse it if the sender has asked too much."""
        if not self._rate:
            return
        now, most = self._clock(), 2.0 * self._rate
        before = self._buckets.pop(sender, _Bucket(most, now))
        left = min(most, before.left + (now - before.at) * self._rate)
        self._buckets[sender] = _Bucket(left - 1 if left >= 1 else left, now)
        if len(self._buckets) > _MOST_SENDERS:
            self._buckets.popitem(last=False)
        if left < 1:
            raise RequestRefused(
                429,
                "TooManyRequests",
                f"more than {self._rate} requests a second; wait",
                {"retry-after": "1"},
            )
