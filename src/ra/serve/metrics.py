"""Counts requests and their times for each tenant, and writes them in the format of Prometheus."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
TYPE = "text/plain; version=0.0.4; charset=utf-8"


class Metrics:
    """The requests that one tenant has sent; a tenant sees only its own."""

    def __init__(self) -> None:
        self._counts: dict[str, dict[tuple[str, int], int]] = {}
        self._times: dict[str, dict[str, list[float]]] = {}

    def add(self, tenant: str, route: str, status: int, seconds: float) -> None:
        """Count an answered request."""
        counts = self._counts.setdefault(tenant, {})
        counts[route, status] = counts.get((route, status), 0) + 1
        times = self._times.setdefault(tenant, {})
        row = times.setdefault(route, [0.0] * (len(BUCKETS) + 3))
        row[bisect_left(BUCKETS, seconds)] += 1
        row[-2] += seconds
        row[-1] += 1

    def text(self, tenant: str) -> str:
        """All numbers of a tenant."""
        return "\n".join([*self._requests(tenant), *self._seconds(tenant), ""])

    def _requests(self, tenant: str) -> Iterator[str]:
        yield "# HELP ra_requests_total Requests by route and status."
        yield "# TYPE ra_requests_total counter"
        for (route, status), count in sorted(self._counts.get(tenant, {}).items()):
            yield f'ra_requests_total{{route="{route}",status="{status}"}} {count}'

    def _seconds(self, tenant: str) -> Iterator[str]:
        name = "ra_request_seconds"
        yield f"# HELP {name} Time from the request to its answer."
        yield f"# TYPE {name} histogram"
        for route, row in sorted(self._times.get(tenant, {}).items()):
            below = 0.0
            for bound, count in zip((*BUCKETS, "+Inf"), row, strict=False):
                below += count
                yield f'{name}_bucket{{route="{route}",le="{bound}"}} {below:.0f}'
            yield f'{name}_sum{{route="{route}"}} {row[-2]:.6f}'
            yield f'{name}_count{{route="{route}"}} {row[-1]:.0f}'
