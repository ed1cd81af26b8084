"""Form `rrf`: fused rankings, recency, neighbors and displayed scores (SPEC 8.4, 8.5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ra.engine.query import Scope, day_of
from ra.graph import neighbors
from ra.search.candidates import Candidate
from ra.search.fuse import reciprocal_rank
from ra.search.normalize import min_max
from ra.search.recency import prefer_recent
from tests.conformance.cases import Case
from tests.worlds import world

Scores = Sequence[tuple[str, float]]
TOLERANCE = 1e-12
SECOND_NS = 1_000_000_000


def check(case: Case) -> str | None:
    """What is wrong with the ranking, the neighbors or the scores of this case, or nothing."""
    config = case.record.get("config", {})
    operation = config.get("op")
    if operation == "neighbours":
        found = _neighbors(case.input["edges"], case.input["candidates"])
        wanted = case.expected["neighbours"]
        return None if found == wanted else f"expected {wanted}, got {found}"
    if operation == "normalise_min_max":
        return _compared(
            [(str(at), one) for at, one in enumerate(min_max(case.input["scores"]))],
            [(str(at), one) for at, one in enumerate(case.expected["scores"])],
        )
    wanted = [(one["id"], one["score"]) for one in case.expected["ranking"]]
    return _compared(_ranking(case.input, config), wanted)


def _compared(found: Scores, wanted: Scores) -> str | None:
    same = [one for one, _ in found] == [one for one, _ in wanted] and all(
        abs(one - other) <= TOLERANCE for (_, one), (_, other) in zip(found, wanted, strict=True)
    )
    return None if same else f"expected {wanted}, got {found}"


def _ranking(given: Mapping[str, Any], config: Mapping[str, Any]) -> list[tuple[str, float]]:
    """The fused list; recent documents are raised where the case has tiers."""
    fused = reciprocal_rank(given["lists"], config.get("weights", {}), config["k"])
    if "now" not in given:
        return list(fused.items())
    today = datetime.fromtimestamp(given["now"], tz=UTC).date()
    times = {one: given["doc_mtime"][document] for one, document in given["chunk_doc"].items()}
    known = {one: seconds for one, seconds in times.items() if seconds is not None}
    days = {one: day_of(None, seconds * SECOND_NS) for one, seconds in known.items()}
    candidates = [Candidate(one, "t", score) for one, score in fused.items()]
    bias = 1.0 if config["recency_tiers"] else 0.0
    recent = prefer_recent(candidates, days, today, bias=bias)
    return [(one.chunk_id, one.score) for one in recent.candidates]


def _neighbors(edges: Sequence[tuple[str, str | None]], candidates: Sequence[str]) -> list[str]:
    """The neighbors in a real index of documents with these links."""
    names = {name for edge in edges for name in edge if name} | set(candidates)
    pages = {
        f"{name}.md": "".join(
            f"[to]({end or 'nowhere'}.md)\n\n" for start, end in edges if start == name
        )
        for name in sorted(names)
    }
    with TemporaryDirectory() as folder, world(Path(folder), {"t": pages}) as here:
        engine, scope = here.library._access.index().engine, Scope("default", ("t",))
        ids = [f"t:{name}.md" for name in candidates]
        found = neighbors(engine, ids, scope, {})
    return [one.removeprefix("t:").removesuffix(".md") for one in found]
