"""The legs of retrieval: one table, each leg a function that adds its hits to those before it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date

from ra.config.choices import Mode
from ra.config.schema import Search, Tree
from ra.search import fuse, keyword
from ra.search.candidates import LegName, Legs
from ra.search.fuse import Fused, FusionWeights
from ra.search.keyword import Target
from ra.typed import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ra.engine.protocol import Reader
    from ra.search.query_vectors import Meaning

    LegFunction = Callable[["Retrieval", Legs], Legs]


class Retrieval(NamedTuple):
    """What to retrieve; without a `meaning`, the mode is `keyword`."""

    targets: Sequence[Target]
    engine: Reader
    params: Search
    today: date
    meaning: Meaning | None = None

    @property
    def trees(self) -> list[Tree]:
        """The trees to search."""
        return [target.tree for target in self.targets]


def _keyword(asked: Retrieval, legs: Legs) -> Legs:
    found = keyword.retrieve(asked.targets, asked.engine, asked.params, asked.today)
    return legs._replace(keyword=tuple(found))


def _semantic(asked: Retrieval, legs: Legs) -> Legs:
    if asked.meaning is None or not asked.targets:
        return legs
    from ra.search import semantic  # loaded with the mode

    tenant = asked.trees[0].tenant
    words, found = semantic.retrieve(
        legs.keyword, asked.engine, asked.params, tenant, asked.meaning
    )
    return legs._replace(keyword=tuple(words), semantic=tuple(found))


def _graph(asked: Retrieval, legs: Legs) -> Legs:
    best = fused(legs, asked.params).candidates
    if asked.meaning is None or not (best and asked.params.graph_weight):
        return legs
    from ra.search import linked  # loaded with the mode

    return linked.retrieve(best, legs, asked.engine, asked.trees, asked.meaning)


LEGS: Mapping[LegName, LegFunction] = {
    "keyword": _keyword,  # BM25 over the terms of the query
    "semantic": _semantic,  # cosines of the vectors of query and sections
    "graph": _graph,  # documents one link away
}
_OF_MODE: Mapping[Mode, tuple[LegName, ...]] = {
    "keyword": ("keyword",),
    "semantic": ("keyword", "semantic"),  # words say what a result contains
    "hybrid": ("keyword", "semantic", "graph"),
}


def retrieve(asked: Retrieval) -> Legs:
    """The hits of every leg of the mode in every tree."""
    legs = Legs(())
    for name in _OF_MODE[asked.params.mode]:
        legs = LEGS[name](asked, legs)
    return legs


def fused(legs: Legs, params: Search) -> Fused:
    """The candidates of all legs of the mode, by its fusion (SPEC 8.5)."""
    if params.mode == "keyword":
        return Fused(tuple(fuse.fuse(legs.keyword)), {})
    if params.mode == "semantic":
        return fuse.by_meaning(legs.semantic)
    weights = FusionWeights(
        params.keyword_weight, params.semantic_weight, params.graph_weight, params.rrf_k
    )
    return fuse.by_ranks(legs, weights) if params.fusion == "rrf" else fuse.mixed(legs, weights)
