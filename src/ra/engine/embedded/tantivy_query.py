"""Translates engine queries into Tantivy queries, and the scores of Tantivy into stable ones."""

from __future__ import annotations

import math
import re
from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import compress, repeat

import tantivy

from ra.engine.embedded.parse_json import parsed
from ra.engine.query import (
    Among,
    BoolQuery,
    BoostQuery,
    Dated,
    Field,
    Filter,
    Having,
    PhraseQuery,
    PrefixQuery,
    Query,
    TermQuery,
    Under,
)
from ra.typed import Any, NamedTuple

ANALYZER, WHOLE_WORDS = "ra", "whole"  # names of tokenizers
VOCABULARY = "vocabulary"

# Of the 24 bits of a score 12 are kept: more than any measure of relevance can tell apart.
_STEP, _HALF = 1 << 12, 1 << 11
_NEAR = 1 - 2 * _STEP / 2**23  # of a score: a lower one is not the same when both are stable
_BEYOND, _MORE = 8, 8  # hits fetched after the last one, and times as many while it ties
_NOISE = 6  # units in the last place by which the order of additions changes a score
_MANY = 64  # scores between two steps; of more, equal ones are not examined one by one

KeysOf = Callable[[Filter], list[int]]
"""The versions of the documents that a filter matches."""


@cache
def schema(*, bodies: bool = True) -> tantivy.Schema:
    """Postings only: nothing is stored in Tantivy, the catalog has everything.

    The form without bodies is for queries to postings that have none: it refuses their field.
    """
    builder = tantivy.SchemaBuilder()
    builder.add_integer_field("document", indexed=True)
    builder.add_integer_field("address", fast=True)
    builder.add_text_field("name", tokenizer_name="raw", index_option="basic")
    # `text` is breadcrumb and body in one field, for ranking.
    for field in ("title", "hierarchy", "path", "tags", "aliases", "properties", "text"):
        builder.add_text_field(field, tokenizer_name=ANALYZER)
    # The whole words of each document, once; mistyped words are compared with these.
    builder.add_text_field(VOCABULARY, tokenizer_name=WHOLE_WORDS, index_option="basic")
    if bodies:  # the last one: both forms number the others alike
        builder.add_text_field("body", tokenizer_name=ANALYZER)
    return builder.build()


class _Translation(NamedTuple):
    """The fields of the postings, and the versions that a filter matches."""

    fields: tantivy.Schema
    keys_of: KeysOf


class BodiesNeeded(Exception):
    """A query asks for bodies, and the postings have none."""


def translated(query: Query, keys_of: KeysOf, *, bodies: bool) -> tantivy.Query | None:
    """The query in Tantivy's terms; None if it can match nothing."""
    try:
        return _translated(query, _Translation(schema(bodies=bodies), keys_of))
    except ValueError as error:
        if bodies or "`body`" not in str(error):
            raise
        raise BodiesNeeded from error


def _translated(query: Query, index: _Translation) -> tantivy.Query | None:
    fields = index.fields
    match query:
        case TermQuery(field, word):
            return tantivy.Query.term_query(fields, field, word)
        case PhraseQuery(field, words, is_open):
            return _phrase(fields, field, words, is_open)
        case PrefixQuery(field, start, others):
            return _beginning(fields, field, start, others)
        case BoostQuery(inner, factor):
            found = _translated(inner, index)
            return None if found is None else _boosted(found, factor)
        case BoolQuery():
            return _bool(query, index)
        case Among() | Under() | Dated() | Having():
            documents = tantivy.Query.term_set_query(fields, "document", index.keys_of(query))
            return tantivy.Query.const_score_query(documents, 0.0)
        case _:
            return tantivy.Query.all_query()


def _beginning(
    fields: tantivy.Schema, field: Field, start: str, others: Sequence[str]
) -> tantivy.Query:
    pattern = "|".join([f"{re.escape(start)}.*", *map(re.escape, others)])
    return tantivy.Query.regex_query(fields, field, pattern)


def _phrase(
    fields: tantivy.Schema, field: Field, words: Sequence[str], is_open: bool
) -> tantivy.Query | None:
    if not words:
        return None
    if len(words) == 1:  # Tantivy panics on a phrase of one word
        if is_open:
            return _beginning(fields, field, words[0], ())
        return tantivy.Query.term_query(fields, field, words[0])
    ask = tantivy.Query.phrase_query
    if is_open:
        words = [*map(re.escape, words[:-1]), f"{re.escape(words[-1])}.*"]
        ask = tantivy.Query.regex_phrase_query
    placed: list[str | tuple[int, str]] = [each for each in enumerate(words) if each[1]]
    return ask(fields, field, placed)


def _bool(query: BoolQuery, index: _Translation) -> tantivy.Query | None:
    must = _possible([_translated(part, index) for part in query.must])
    if len(must) < len(query.must):
        return None
    any_of = _flat(query.should, 1.0, index)
    never = _possible([_translated(part, index) for part in query.never])
    clauses = [
        *zip(repeat(tantivy.Occur.Must), must),
        *zip(repeat(tantivy.Occur.Should), any_of),
        *zip(repeat(tantivy.Occur.MustNot), never),
    ]
    if not (must or any_of):
        if query.should or not query.never:
            return None
        clauses.append((tantivy.Occur.Must, tantivy.Query.all_query()))
    return tantivy.Query.boolean_query(clauses)


def _possible(parts: Iterable[tantivy.Query | None]) -> list[tantivy.Query]:
    return [part for part in parts if part is not None]


def _boosted(query: tantivy.Query, factor: float) -> tantivy.Query:
    return query if factor == 1.0 else tantivy.Query.boost_query(query, factor)


def _flat(parts: Iterable[Query], factor: float, index: _Translation) -> list[tantivy.Query]:
    """Flatten nested disjunctions: in a flat list Tantivy can skip hits with low scores."""
    fields, term = index.fields, tantivy.Query.term_query
    found: list[tantivy.Query] = []
    for part in parts:
        weight = factor
        while isinstance(part, BoostQuery):
            part, share = part
            weight *= share
        if isinstance(part, TermQuery):  # most are
            found.append(_boosted(term(fields, *part), weight))
        elif isinstance(part, BoolQuery) and not (part.must or part.never):
            found += _flat(part.should, weight, index)
        elif (other := _translated(part, index)) is not None:
            found.append(_boosted(other, weight))
    return found


def best_hits(
    query: tantivy.Query, searcher: tantivy.Searcher, most: int
) -> tuple[list[float], list[Any]]:
    """The scores and places of the best hits, and of those that tie with the last of them.

    Tantivy cuts ties by their place in its segments, which depends on how these were written.
    """
    asked = most + _BEYOND
    hits = searcher.search(query, asked, count=False).hits
    while len(hits) == asked and hits[-1][0] > hits[most - 1][0] * _NEAR:
        asked *= _MORE
        hits = searcher.search(query, asked, count=False).hits
    scores, places = stable_scores(query, searcher, hits), [place for _, place in hits]
    if len(hits) > most:
        last = sorted(scores, reverse=True)[most - 1]
        kept = [score >= last for score in scores]
        scores, places = list(compress(scores, kept)), list(compress(places, kept))
    return scores, places


def stable_scores(
    query: tantivy.Query, searcher: tantivy.Searcher, hits: Sequence[tuple[float, Any]]
) -> list[float]:
    """The scores of hits, rounded, so that they do not depend on the segments.

    Tantivy adds 32-bit numbers in the order in which the terms come up in a segment, so the last
    digits of a score depend on the history of an index. Few scores are so near to the middle of two
    steps that this matters; theirs is added up again from its parts.
    """
    bits = array("I", array("f", [score for score, _ in hits]).tobytes())
    unclear = [
        place for place, each in enumerate(bits) if -_NOISE <= each % _STEP - _HALF <= _NOISE
    ]
    stable = array("f", array("I", [(each + _HALF) // _STEP * _STEP for each in bits]).tobytes())
    known: dict[int, float] = {}
    for place in unclear:
        low = bits[place] // _STEP * _STEP
        steps = array("f", array("I", [low, low + _HALF, low + _STEP]).tobytes())
        exact = known.get(bits[place]) if len(unclear) > _MANY else None
        if exact is None:
            exact = known[bits[place]] = _exact_score(query, searcher, hits[place][1])
        stable[place] = steps[2] if exact >= steps[1] else steps[0]
    return stable.tolist()


def _exact_score(query: tantivy.Query, searcher: tantivy.Searcher, place: Any) -> float:
    return _summed(parsed(query.explain(searcher, place).to_json()))


def _summed(explained: Mapping[str, Any]) -> float:
    """The score of an explained hit, added up from the scores of its terms."""
    text, parts = explained["description"], explained.get("details", ())
    if text.startswith("Boost x") and len(parts) == 1:
        return float(text[7:].partition(" ")[0]) * _summed(parts[0])
    if text.startswith("BooleanClause") and parts:
        return math.fsum(map(_summed, parts))
    return float(explained["value"])
