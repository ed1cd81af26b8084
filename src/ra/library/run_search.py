"""Searches trees of an index: one query, or several, united."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from time import perf_counter

from ra.config.check import check_search
from ra.engine.query import Scope
from ra.errors import UsageError
from ra.query import Query, each_of
from ra.query.ast import asks_for, words_of
from ra.search.keyword import retrieve
from ra.search.legs import targets
from ra.search.pipeline import SearchJob, search
from ra.typed import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path

    from ra.config.schema import Search, Tree
    from ra.engine.protocol import Reader
    from ra.engine.query import Field
    from ra.search.results import Report

Asked = str | Query | Sequence[str | Query] | None
"""One query or several, as text or parsed."""


class How(NamedTuple):
    """The trees to search and the settings of `[search]`; 0 tokens mean no limit.

    `conditions` are those of a filter, `lender` is the socket of a server that embeds texts.
    """

    trees: Sequence[Tree]
    params: Search
    aggregates: bool
    max_tokens: int
    conditions: Query | None = None
    like_answer: str = ""
    lender: Path | None = None


class NamedQuery(NamedTuple):
    """A parsed query and its name: the text as typed, or its words."""

    name: str
    query: Query


def named(asked: Asked) -> list[NamedQuery]:
    """Each query; those that ask for nothing, and equal ones, are left out."""
    if asked is None:
        return []
    texts = [asked] if isinstance(asked, str | Query) else list(asked)
    found = [
        NamedQuery(text if isinstance(text, str) else " ".join(words_of(query)), query)
        for text, query in zip(texts, each_of(texts), strict=True)
        if query is not None
    ]
    if len(found) < 2:
        return found
    first: dict[str, NamedQuery] = {}
    for each in found:
        first.setdefault(repr(each.query), each)
    return list(first.values())


def special_fields(queries: Sequence[NamedQuery], params: Search) -> Sequence[Field]:
    """The fields of these queries that an index may not have yet."""
    is_asked = params.ranking != "ra" or any(asks_for(each.query, "body") for each in queries)
    return ("body",) if is_asked else ()


def hints(asked: Asked) -> tuple[str, ...]:
    """Notes on field names that may be mistyped, for queries given as text."""
    texts = [asked] if isinstance(asked, str) else asked
    if texts is None or isinstance(texts, Query):
        return ()
    typed = [text for text in texts if isinstance(text, str) and ":" in text]
    if not typed:
        return ()
    from ra.query.hints import mistyped_fields  # few queries have a colon

    return tuple(note for text in typed for note in mistyped_fields(text))


def search_each(engine: Reader, queries: Sequence[NamedQuery], how: How) -> Report:
    """Search each query on its own, and unite the results; the limits hold for all together."""
    if len(queries) < 2:
        return report(engine, queries[0].query if queries else None, how)
    from ra.search.topics import Topic, united  # few searches have several queries

    check_budget(how.max_tokens)
    alone = how._replace(max_tokens=0, params=how.params._replace(brief_limit=0))
    topics = [Topic(name, report(engine, query, alone)) for name, query in queries]
    return united(topics, how.params.limit, how.max_tokens, aggregates=how.aggregates)


def report(engine: Reader, query: Query | None, how: How) -> Report:
    """Search these trees; an empty query has no results."""
    trees, params = how.trees, how.params
    scope = Scope(trees[0].tenant, tuple(tree.name for tree in trees))
    check_budget(how.max_tokens)
    check_search(params)
    job = SearchJob(
        engine=engine,
        trees=trees,
        params=params,
        today=datetime.now(tz=UTC).date(),
        aggregates=how.aggregates,
        max_tokens=how.max_tokens,
        clock=perf_counter,
        conditions=how.conditions,
        like_answer=how.like_answer,
        languages=engine.languages(scope),
        lender=how.lender,
    )
    done = search(query, job)
    if not done and query is not None:
        done = _in_parts(query, job) or done
    building = engine.building(scope)
    if not building:
        return done
    from ra.library.unbuilt_trees import unfinished  # only while a tree is built

    unbuilt = unfinished(building, trees, builds=False)
    return done._replace(notes=(*done.notes, *unbuilt))


def _in_parts(query: Query, job: SearchJob) -> Report | None:
    """A search without results again, with camelCase words as their parts; None if that fails."""
    from ra.library.identifier_parts import in_parts  # few searches find nothing

    asked = in_parts(query)
    done = search(asked.query, job) if asked else None
    if not asked or not done:
        return None
    notes = (*done.trace.notes, asked.note)
    return done._replace(trace=done.trace._replace(notes=notes), notes=notes)


class MatchingChunk(NamedTuple):
    """A chunk that matches a query, and its document."""

    chunk_id: str
    doc_id: str


def matching(
    engine: Reader, queries: Sequence[Query], trees: Sequence[Tree], params: Search
) -> set[MatchingChunk]:
    """All chunks of these trees that match one of some queries, word for word, in no order."""
    scope = Scope(trees[0].tenant, tuple(tree.name for tree in trees))
    most = max(1, engine.chunk_count(scope))
    exact = params._replace(
        mode="keyword",
        match="all",
        fuzzy_distance=0,
        ranking="ra",
        candidate_limit=most,
        max_candidates=1,
    )
    today = datetime.now(tz=UTC).date()
    languages = engine.languages(scope)
    found: set[MatchingChunk] = set()
    for query in queries:
        for leg in retrieve(targets(query, None, trees, languages, engine), engine, exact, today):
            found |= {MatchingChunk(hit.chunk_id, f"{leg.tree}:{hit.path}") for hit in leg.hits}
    return found


def check_budget(max_tokens: int) -> None:
    """Raise `UsageError` for a number of tokens that no answer can have."""
    if max_tokens < 0:
        raise UsageError(f"max_tokens must be at least 0 (no limit), not {max_tokens}")
