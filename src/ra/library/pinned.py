"""Puts chunks that a context rule includes before the results of a search (SPEC 9.2)."""

from __future__ import annotations

from collections.abc import Sequence

from ra.model import shown
from ra.names import escaped
from ra.search.render import Sources, lines_of
from ra.search.results import Match, Report, Result
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from ra.engine.protocol import Reader
    from ra.engine.query import Scope


def pinned(
    engine: Reader, ids: Sequence[str], scope: Scope
) -> tuple[list[Result], tuple[str, ...]]:
    """These chunks with all text below them, and a note on each that is not in these trees."""
    if not ids:
        return [], ()
    chunks = engine.chunks(ids, scope)
    documents = sorted({chunk.doc_id for chunk in chunks.values()})
    texts = engine.texts(documents, scope)
    hidden = {each.id: each.hidden for each in engine.documents(scope, documents)}
    sources = Sources(chunks, texts, {}, hidden)
    found = []
    for one in ids:
        if one in chunks:
            chunk = shown(chunks[one])
            lines = lines_of(chunk, texts[chunk.doc_id], ())
            match = Match(chunk, 0.0, (), None, lines, ())
            found.append(Result(match, sources.whole_text(chunk), (), cut=False))
    missing = [one for one in ids if one not in chunks]
    notes = [f"a context rule includes '{escaped(one)}', which is not indexed" for one in missing]
    return found, tuple(notes)


def with_pinned(report: Report, first: Sequence[Result], limit: int, max_tokens: int) -> Report:
    """The report with these results first, within both limits; they score as much as the best."""
    best = max((each.score for each in report.results), default=0.0)
    own = {each.id for each in first}
    before = [each._replace(match=each.match._replace(score=best)) for each in first]
    rest = [each for each in report.results if not {each.id, each.doc_id} & own]
    results = tuple([*before, *rest][:limit])
    trace = report.trace._replace(limited=len(results))
    if max_tokens:
        from ra.search.budget import trimmed  # only this limit needs the counter

        results, fit = trimmed(results, max_tokens)
        trace = trace._replace(budget=fit)
    return report._replace(results=results, trace=trace)
