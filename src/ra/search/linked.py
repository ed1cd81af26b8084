"""The graph leg: the best section of each document one link away from the best hits (SPEC 8.4)."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Mapping, Sequence

from ra.config.schema import Tree
from ra.engine.query import Among, BoolQuery, Everything, Hit, Scope
from ra.graph import neighbors, sites_of
from ra.search.candidates import Candidate, GraphLeg, Leg, Legs, SemanticLeg
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from ra.engine.protocol import Reader
    from ra.search.query_vectors import Meaning

_FROM = 5  # documents of the best hits
_MOST = 10  # linked documents
_SECTIONS = 200  # of linked documents that are compared


def retrieve(
    best: Sequence[Candidate], legs: Legs, engine: Reader, trees: Sequence[Tree], meaning: Meaning
) -> Legs:
    """Add the linked documents that no other leg found, those with the most links first."""
    shares = _linked(best, legs, engine, trees)
    graph: list[GraphLeg] = []
    semantic = list(legs.semantic)
    for leg in legs.keyword:
        documents = frozenset(one for one in shares if one.startswith(f"{leg.tree}:"))
        if not documents:
            continue
        here = Scope(trees[0].tenant, (leg.tree,))
        hits = _sections(leg, documents, engine, here)
        cosines = {
            one.model: engine.vectors().cosines(
                [hit.chunk_id for hit in hits], {one.model: one.vector}, here
            )
            for one in meaning.vectors.get(leg.tree, ())
        }
        first = _best_of_each(leg.tree, hits, ChainMap(*cosines.values()))
        ordered = sorted(first.items(), key=lambda each: (-shares[each[0]], each[0]))
        own = tuple(hit._replace(score=shares[one]) for one, hit in ordered)
        graph.append(GraphLeg("graph", leg.tree, own))
        semantic = [
            _with(each, own, cosines[each.model]) if each.tree == leg.tree else each
            for each in semantic
        ]
    return legs._replace(semantic=tuple(semantic), graph=tuple(graph))


def _linked(
    best: Sequence[Candidate], legs: Legs, engine: Reader, trees: Sequence[Tree]
) -> dict[str, float]:
    """The documents one link away that were not found, with their share of the most links."""
    paths = legs.documents()
    found = frozenset(paths.values())
    first = list(dict.fromkeys(paths[one.chunk_id] for one in best))[:_FROM]
    scope = Scope(trees[0].tenant, tuple(tree.name for tree in trees))
    bases = sites_of(trees)
    counts = neighbors(engine, first, scope, bases)
    linked = [(one, count) for one, count in counts.items() if one not in found][:_MOST]
    return {one: count / linked[0][1] for one, count in linked}


def _sections(leg: Leg, documents: frozenset[str], engine: Reader, scope: Scope) -> list[Hit]:
    """The sections of these documents that a result may be, those with words of the query first."""
    facts = leg.facts
    must = (Among(documents), facts.conditions or Everything())
    query = BoolQuery(must=must, should=(facts.asked,) if facts.asked else ())
    return engine.lexical(query, _SECTIONS, scope)


def _best_of_each(tree: str, hits: Sequence[Hit], cosines: Mapping[str, float]) -> dict[str, Hit]:
    """The section of each document that is nearest to the query, else the one with its words."""
    best: dict[str, Hit] = {}
    for hit in sorted(hits, key=lambda hit: -cosines.get(hit.chunk_id, -1.0)):
        best.setdefault(f"{tree}:{hit.path}", hit)
    return best


def _with(leg: SemanticLeg, linked: Sequence[Hit], cosines: Mapping[str, float]) -> SemanticLeg:
    """The semantic leg with the linked sections that its model has compared."""
    more = [hit._replace(score=cosines[hit.chunk_id]) for hit in linked if hit.chunk_id in cosines]
    hits = sorted((*leg.hits, *more), key=lambda hit: (-hit.score, hit.chunk_id))
    return leg._replace(hits=tuple(hits))
