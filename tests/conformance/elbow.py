"""Form `elbow`: scores, best first, and how many of them are kept (SPEC 8.6)."""

from __future__ import annotations

from ra.search.candidates import Candidate
from ra.search.elbow import elbow
from tests.conformance.cases import Case


def check(case: Case) -> str | None:
    """What is wrong with the cut of this case's scores, or nothing."""
    given = case.input
    candidates = [
        Candidate(f"t:{number}.md", "t", score) for number, score in enumerate(given["scores"])
    ]
    cut = elbow(candidates, ratio=given["cutoff_ratio"], limit=given["max_candidates"])
    found = {"kept": len(cut.kept), "scores": [one.score for one in cut.kept]}
    return None if found == case.expected else f"expected {case.expected}, got {found}"
