"""Form `aggregation`: hits in their outline, and the results they become (SPEC 8.7)."""

from __future__ import annotations

from typing import Any

from ra.engine.query import Node
from ra.search.aggregate import AggregationRules, Ranked, aggregate
from ra.search.candidates import Candidate
from tests.conformance.cases import Case

DECIMALS = 9


def check(case: Case) -> str | None:
    """What is wrong with the results of this case's hits, or nothing.

    Beyond `threshold`, the input may hold other rules by the names of their settings, and
    `sizes`, the tokens of each chunk.
    """
    given = dict(case.input)
    nodes = {
        chunk_id: Node(one["parent_id"], one["depth"], one["sibling_count"])
        for chunk_id, one in given.pop("nodes").items()
    }
    hits = [
        Candidate(one["id"], one["id"].split(":")[0], one["score"])
        for one in given.pop("candidates")
    ]
    sizes = given.pop("sizes", None)
    rules = AggregationRules(aggregation_threshold=given.pop("threshold"), **given)
    found = [_record(one) for one in aggregate(hits, nodes, rules, sizes).results]
    expected = [_comparable(one) for one in case.expected]
    return None if found == expected else f"expected {expected}, got {found}"


def _record(result: Ranked) -> dict[str, Any]:
    """A result as the cases write it."""
    record = {
        "id": result.chunk_id,
        "score": result.score,
        "aggregated": result.aggregated,
        "constituents": [one.chunk_id for one in result.constituents],
    }
    return _comparable(record)


def _comparable(record: dict[str, Any]) -> dict[str, Any]:
    """Constituents are a set; each of them counts once, so a repeated one is a difference."""
    constituents = sorted(record["constituents"])
    return {**record, "score": round(record["score"], DECIMALS), "constituents": constituents}
