"""Searches trees of an index: one query, or several topics united."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from time import perf_counter

from ra.config.check import check_search
from ra.engine.query import Scope
from ra.errors import UsageError
from ra.query import Query, any_of
from ra.search.pipeline import SearchJob, search
from ra.typed import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from ra.config.schema import Search, Tree
    from ra.engine.protocol import Reader
    from ra.search.results import Report


class How(NamedTuple):
    """The trees to search and the settings of `[search]`; 0 tokens mean no limit."""

    trees: Sequence[Tree]
    params: Search
    aggregates: bool
    max_tokens: int


def parsed(query: str | Sequence[str] | Query | None) -> Query | None:
    """Parse a query, or any of several; a parsed one is returned as it is."""
    if query is None or isinstance(query, Query):
        return query
    return any_of([query] if isinstance(query, str) else list(query))


def hints(query: str | Sequence[str] | Query | None) -> tuple[str, ...]:
    """Notes on field names that may be mistyped, for queries given as text."""
    texts = [query] if isinstance(query, str) else query
    if texts is None or isinstance(texts, Query) or not any(":" in text for text in texts):
        return ()
    from ra.query.hints import mistyped_fields  # few queries have a colon

    return tuple(note for text in texts for note in mistyped_fields(text))


def report(engine: Reader, query: Query | None, how: How) -> Report:
    """Search these trees; an empty query has no results."""
    trees, params, aggregates, max_tokens = how
    scope = Scope(trees[0].tenant, tuple(tree.name for tree in trees))
    if max_tokens < 0:
        raise UsageError(f"max_tokens must be at least 0 (no limit), not {max_tokens}")
    check_search(params)
    today = datetime.now(tz=UTC).date()
    indexed = _as_indexed(trees, engine.languages(scope))
    done = search(
        query, SearchJob(engine, indexed, params, today, aggregates, max_tokens, perf_counter)
    )
    building = engine.building(scope)
    if not building:
        return done
    from ra.library.unbuilt_trees import unfinished  # only while a tree is built

    return done._replace(notes=tuple(unfinished(building, trees, builds=False)))


def _as_indexed(trees: Sequence[Tree], languages: Mapping[str, Any]) -> Sequence[Tree]:
    """The trees in the languages of their terms: settings may have changed since.

    A tree that is being rebuilt is searched in its older form until the new one is complete.
    """
    return [tree._replace(language=languages.get(tree.name, tree.language)) for tree in trees]
