"""Form `query_parse`: a query and its tree, `null` or the fact of an error (SPEC 7)."""

from __future__ import annotations

from ra.errors import QueryError
from ra.query import parse, to_json
from tests.conformance.cases import Case


def check(case: Case) -> str | None:
    """How the tree of this case's query differs from the one expected, or nothing."""
    wants_error = isinstance(case.expected, dict) and "error" in case.expected
    try:
        found = to_json(parse(case.input))
    except QueryError as error:
        return None if wants_error else f"expected {case.expected}, got an error: {error.problem}"
    if wants_error:
        return f"expected an error, got {found}"
    return None if found == case.expected else f"expected {case.expected}, got {found}"
