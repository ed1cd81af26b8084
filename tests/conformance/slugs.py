"""Form `slugs`: the headings of one document, in order, and the slug of each (SPEC 2.4)."""

from __future__ import annotations

from ra.parse import slugs
from tests.conformance.cases import Case


def check(case: Case) -> str | None:
    """What is wrong with the slugs of this case's headings, or nothing."""
    found = slugs.assign(case.input["headings"])
    return None if found == case.expected else f"expected {case.expected}, got {found}"
