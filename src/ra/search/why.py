"""Why is this result here? Its rank, the words it has, what changed its score (SPEC 8.10)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from ra.query.ast import And, Boost, Field, Not, Or, Phrase, Prefix, Query, Term
from ra.search.has import bare_words, readable, wanted_for, words_in
from ra.search.ranges import Wanted, match_ranges
from ra.search.report import Answer, Found, Report
from ra.search.retrieve import Retrieved
from ra.search.wording import chain_of
from ra.typed import NamedTuple

# What a negation of these fields leaves out can be read in a text.
_READABLE = frozenset({"body", "title", "hierarchy"})


class Why(NamedTuple):
    """What speaks for a hit.

    `rank` and `score` are those among the keyword hits of its tree. `terms` are parts of the
    query that it or its names have, `near` the words of the index that stood for a typed one.
    The score was divided by `best` (1 if only one tree was searched) and multiplied by `boost`.
    """

    rank: int
    score: float
    terms: tuple[str, ...]
    near: Mapping[str, tuple[str, ...]]
    best: float
    boost: float


def reasons(report: Report) -> Callable[[Found], Why | None]:
    """A function that tells why; None for a section that is shown only for its constituents."""
    trace = report.trace
    ranks = {
        hit.chunk_id: (rank, hit.score, each)
        for each in trace.retrieved
        for rank, hit in enumerate(each.hits, start=1)
    }
    before = {one.chunk_id: one.score for one in trace.normalized.candidates}
    after = {one.chunk_id: one.score for one in trace.localized.candidates}

    def why(found: Found) -> Why | None:
        chunk = found.chunk
        if chunk.id not in ranks:
            return None
        rank, score, asked = ranks[chunk.id]
        terms, near = _terms(found, asked)
        best = trace.normalized.best.get(chunk.tree, 1.0)
        changed = chunk.tree in trace.localized.boosted and before[chunk.id]
        boost = after[chunk.id] / before[chunk.id] if changed else 1.0
        return Why(rank, score, terms, near, best, boost)

    return why


def shown_though_excluded(answer: Answer, report: Report) -> tuple[str, ...]:
    """Parts that the query excludes, yet a section shows with the text of others."""
    if not answer.shows_others or report.query is None:
        return ()
    tree = answer.found.chunk.tree
    language = next((each.language for each in report.trace.retrieved if each.tree == tree), "")
    found = []
    for part in _excluded(report.query, False):
        chain = chain_of(part, language)
        if chain.words and match_ranges(answer.body, wanted_for((chain,), language), language):
            found.append(chain.typed)
    return tuple(dict.fromkeys(found))


def _terms(found: Found, asked: Retrieved) -> tuple[tuple[str, ...], dict[str, tuple[str, ...]]]:
    """The parts of the query that a chunk or its names have, and what stands for others."""
    text = readable(found.chunk, found.aliases)
    bare = bare_words(words_in(text, asked.language), asked)
    terms = [each.typed for each in bare if each.whole]
    terms += [named for named, want in _parts(asked) if match_ranges(text, want, asked.language)]
    near = {each.typed: each.near for each in bare if each.near and each.typed not in terms}
    return tuple(dict.fromkeys(terms)), near


def _parts(asked: Retrieved) -> Iterator[tuple[str, Wanted]]:
    """The phrases and prefixes of a query."""
    several = {each.typed for each in asked.said.bare}  # a word that became a phrase is named bare
    for each in asked.said.chains:
        if each.typed not in several:
            yield each.typed, wanted_for((each,), asked.language)


def _excluded(query: Query, negated: bool) -> Iterator[Term | Phrase | Prefix]:
    match query:
        case Term() | Phrase() | Prefix():
            if negated:
                yield query
        case Not(expr):
            yield from _excluded(expr, not negated)
        case And(parts) | Or(parts):
            for part in parts:
                yield from _excluded(part, negated)
        case Boost(expr, _):
            yield from _excluded(expr, negated)
        case Field(name, expr) if name in _READABLE:
            yield from _excluded(expr, negated)
