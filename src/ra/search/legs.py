"""The legs of retrieval: one table, each leg a function that adds its hits to those before it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from itertools import chain

from ra.config.choices import Mode
from ra.config.schema import Search, Tree
from ra.engine.query import Scope
from ra.query.ast import Query
from ra.search import fuse, keyword
from ra.search.analyzed import Analyzed, analyze
from ra.search.candidates import LegName, Legs
from ra.search.fuse import Fused, FusionWeights
from ra.search.keyword import Target
from ra.search.wordings import own_first
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
    if asked.meaning is None or not asked.params.graph_weight:
        return legs
    best = fused(legs, asked.params).candidates
    if not best:
        return legs
    from ra.search import linked  # loaded with the mode

    return linked.retrieve(best, legs, asked.engine, asked.trees, asked.meaning)


Languages = Mapping[str, Sequence[str]]
"""The analyses of the documents of each tree (`ra.text.languages`)."""
NO_LANGUAGES: Languages = {}

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


def targets(
    query: Query,
    conditions: Query | None,
    trees: Sequence[Tree],
    languages: Languages,
    engine: Reader,
) -> list[Target]:
    """Each tree with the query, analyzed once for each language."""
    by_tree = [languages.get(tree.name, (tree.language,)) for tree in trees]
    known = {one: analyze(query, one, conditions) for one in set(chain(*by_tree))}
    return [
        _target(tree, [known[one] for one in own], engine)
        for tree, own in zip(trees, by_tree, strict=True)
    ]


def _target(tree: Tree, queries: Sequence[Analyzed], engine: Reader) -> Target:
    """A tree with the query in its language or in several, first in the query's own."""
    if len(queries) > 1:
        terms = {term for query in queries for term in query.terms}
        scope = Scope(tree.tenant, (tree.name,))
        queries = own_first(queries, engine.stats(("text",), terms, scope)["text"])
    return Target(tree, queries[0], tuple(queries[1:]))
