"""Decides what an attempt of the keyword leg asks: all words, some, or phrases (SPEC 8.1)."""

from __future__ import annotations

from ra.config.schema import Search
from ra.search.analyzed import Analyzed, Shape
from ra.typed import NamedTuple


class Attempt(NamedTuple):
    """What one attempt asks: `is_exact` without expansions, `binds` for all bare terms.

    `relaxes`: the words of phrases are bare words. `prefers`: complete hits of the first attempt
    come before others.
    """

    shape: Shape
    relaxes: bool
    is_exact: bool
    binds: bool
    prefers: bool

    @property
    def requires_all(self) -> bool:
        """Whether every bare term is required, or was while that had hits."""
        return self.binds or self.shape == "operators"

    def asked(self, query: Analyzed) -> Analyzed:
        """What is asked of a query in any language."""
        return query.relaxed or query if self.relaxes else query


def attempt_of(asked: Analyzed, params: Search, stop: frozenset[str], *, is_first: bool) -> Attempt:
    """A lookup asks for its words as typed first; a sentence, for its phrases (SPEC 8.1)."""
    shape = _shape(asked, params, stop)
    is_sentence = shape == "sentence"
    relaxes = is_sentence and not (is_first and asked.binds_phrases)
    if params.mode != "keyword":  # bare words bind in keyword mode only
        free: Shape = "lookup" if shape == "lookup" else "sentence"
        is_mixed = is_sentence and params.mode == "hybrid"
        prefers = is_mixed and asked.binds_phrases
        return Attempt(free, is_mixed and relaxes, is_exact=False, binds=False, prefers=prefers)
    return Attempt(
        shape=shape,
        relaxes=relaxes,
        is_exact=shape == "lookup" and is_first,
        binds=not is_sentence and is_first,
        prefers=shape == "lookup" or (is_sentence and asked.binds_phrases),
    )


def _shape(query: Analyzed, params: Search, stop: frozenset[str]) -> Shape:
    """What the query is: under `all` everything binds, under `any` no bare word (SPEC 8.1)."""
    if params.match == "auto":
        return query.shape(stop)
    return "operators" if params.match == "all" else "sentence"
