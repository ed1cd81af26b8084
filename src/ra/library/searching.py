"""How is a question answered? The query parsed, the trees searched."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from time import perf_counter

from ra.config.check import check_search
from ra.errors import UsageError
from ra.query import any_of
from ra.search.pipeline import Job, search
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from ra.config.schema import Search, Tree
    from ra.engine.protocol import Engine
    from ra.search.report import Report


def report(
    engine: Engine,
    texts: Sequence[str],
    trees: Sequence[Tree],
    params: Search,
    aggregates: bool,
    max_tokens: int,
) -> Report:
    """Search these trees; an empty query finds nothing."""
    if max_tokens < 0:
        raise UsageError(f"max_tokens must be at least 0, which is no bound, not {max_tokens}")
    check_search(params)
    query = any_of(texts)
    today = datetime.now(tz=UTC).date()
    job = Job(engine, trees, params, today, aggregates, max_tokens, perf_counter)
    with engine.reading():
        return search(query, job)
