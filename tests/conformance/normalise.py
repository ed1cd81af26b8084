"""Form `normalise`: hits of several trees, and their order and scores afterwards (SPEC 8.6)."""

from __future__ import annotations

from ra.search.candidates import Candidate
from ra.search.normalize import per_tree
from tests.conformance.cases import Case

DECIMALS = 4


def check(case: Case) -> str | None:
    """What is wrong with the normalized candidates of this case, or nothing."""
    given = [Candidate(one["id"], one["tree"], one["score"]) for one in case.input["candidates"]]
    normalized = per_tree(given, case.input["trees"]).candidates
    found = [(one.chunk_id, round(one.score, DECIMALS)) for one in normalized]
    expected = [(one["id"], round(one["score"], DECIMALS)) for one in case.expected]
    return None if found == expected else f"expected {expected}, got {found}"
