"""Resolves stored links against an index: documents are nodes, resolved links edges (SPEC 5.3).

Links are resolved on every read, so no result is out of date. The module is above the engine, whose
documents it reads, and below search, which ranks neighbors (SPEC 8.4).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from ra.engine.protocol import Reader
from ra.engine.query import Scope
from ra.engine.records import DocumentRecord, StoredLink
from ra.links.keys import NamedDocument, document_keys, link_keys, named_document
from ra.links.resolve import Resolution, resolve
from ra.links.target import LinkTarget, target_of
from ra.typed import NamedTuple

# From so many keys on, reading all documents is cheaper than a look-up for each key.
_MANY_KEYS = 2000


class Graph(NamedTuple):
    """The documents that links may lead to; `bases` is the `confluence_base` of each tree."""

    engine: Reader
    scope: Scope
    bases: Mapping[str, str]


class ResolvedLink(NamedTuple):
    """A stored link, its target, and the document it resolves to."""

    stored: StoredLink
    target: LinkTarget
    resolution: Resolution


def neighbors(
    engine: Reader, doc_ids: Sequence[str], scope: Scope, bases: Mapping[str, str]
) -> dict[str, int]:
    """Documents one link away in either direction, with the number of links; most first."""
    if not doc_ids:
        return {}
    graph = Graph(engine, scope, bases)
    outgoing = resolved(graph, engine.links(scope, doc_ids))
    ends = [link.resolution.target for link in outgoing if link.resolution.target]
    ends += [link.doc_id for link in incoming(graph, doc_ids)]
    counts = Counter(end for end in ends if end not in doc_ids)
    return dict(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))


def orphans(graph: Graph, trees: Collection[str]) -> list[DocumentRecord]:
    """The documents of these trees to which no other document links."""
    linked = {
        link.resolution.target
        for link in resolved(graph, graph.engine.links(graph.scope))
        if link.resolution.target != link.stored.doc_id
    }
    documents = graph.engine.documents(graph.scope._replace(trees=tuple(trees)))
    return [document for document in documents if document.id not in linked]


def incoming(graph: Graph, doc_ids: Sequence[str]) -> Iterator[StoredLink]:
    """The links of other documents to one of these."""
    records = graph.engine.documents(graph.scope, doc_ids)
    keys = frozenset().union(*[document_keys(_named(one)) for one in records])
    here = {one.id for one in records}
    for stored, _, resolution in resolved(graph, graph.engine.linking(keys, graph.scope), keys):
        if resolution.target in here and stored.doc_id != resolution.target:
            yield stored


def resolved(
    graph: Graph, stored: Sequence[StoredLink], mentioning: frozenset[str] | None = None
) -> list[ResolvedLink]:
    """Resolve these links, or those that mention one of some keys."""
    sources = _sources(graph, stored)
    pairs = [(link, sources[link.doc_id]) for link in stored if link.doc_id in sources]
    wanted = [(link, source, link_keys(link.link, source.path)) for link, source in pairs]
    if mentioning is not None:
        wanted = [one for one in wanted if not mentioning.isdisjoint(one[2])]
    candidates = _candidates(graph, frozenset().union(*[keys for _, _, keys in wanted]))
    done: dict[tuple[object, ...], Resolution] = {}
    links = []
    for link, source, keys in wanted:
        embed = link.link.embed
        target = target_of(link.link, source.path, graph.bases.get(source.tree))
        memo = (target, embed, _standpoint(target, source))
        if memo not in done:
            pool = {one for key in keys for one in candidates.get(key, ())}
            done[memo] = resolve(target, source, pool, embed=embed)
        links.append(ResolvedLink(link, target, done[memo]))
    return links


def _named(record: DocumentRecord) -> NamedDocument:
    return named_document(record.tree, record.path, record.title, record.aliases, record.fields)


def _standpoint(target: LinkTarget, source: NamedDocument) -> tuple[str | None, ...]:
    """The facts of a document that decide where its links lead: equal for all of one folder."""
    if target.type == "ATTACHMENT_LINK":
        return (source.id,)
    return source.tree, source.path.rpartition("/")[0], source.space


def _sources(graph: Graph, stored: Sequence[StoredLink]) -> dict[str, NamedDocument]:
    ids = list(dict.fromkeys(link.doc_id for link in stored))
    records = graph.engine.documents(graph.scope, ids) if ids else []
    return {record.id: _named(record) for record in records}


def _candidates(graph: Graph, keys: frozenset[str]) -> dict[str, list[NamedDocument]]:
    """The documents of each key."""
    engine, scope, _ = graph
    records = engine.documents(scope) if len(keys) > _MANY_KEYS else engine.named(keys, scope)
    candidates: dict[str, list[NamedDocument]] = {}
    for one in map(_named, records):
        for key in document_keys(one) & keys:
            candidates.setdefault(key, []).append(one)
    return candidates
