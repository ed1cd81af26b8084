"""Resolves stored links against an index: documents are nodes, resolved links edges (SPEC 5.3).

Links are resolved on every read, so no result is out of date. The module is above the engine, whose
documents it reads, and below search, which ranks neighbors (SPEC 8.4).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from ra.config.schema import Tree
from ra.engine.protocol import Reader
from ra.engine.query import Scope
from ra.engine.records import DocumentRecord, StoredLink
from ra.links.keys import NamedDocument, document_keys, link_keys, named_document
from ra.links.names import last_name
from ra.links.resolve import Resolution, resolve
from ra.links.target import LinkTarget, SiteRules, rooted, target_of
from ra.typed import NamedTuple

# From so many keys on, reading all documents is cheaper than a look-up for each key.
_MANY_KEYS = 2000
_NO_RULES = SiteRules()


class Graph(NamedTuple):
    """The documents that links may lead to; `sites` are the settings of each tree for links."""

    engine: Reader
    scope: Scope
    sites: Mapping[str, SiteRules]


class ResolvedLink(NamedTuple):
    """A stored link, its target, and the document it resolves to."""

    stored: StoredLink
    target: LinkTarget
    resolution: Resolution


def sites_of(trees: Iterable[Tree]) -> dict[str, SiteRules]:
    """The settings of these trees for links."""
    return {tree.name: SiteRules(tree.confluence_base, tree.link_roots) for tree in trees}


def neighbors(
    engine: Reader, doc_ids: Sequence[str], scope: Scope, sites: Mapping[str, SiteRules]
) -> dict[str, int]:
    """Documents one link away in either direction, with the number of links; most first."""
    if not doc_ids:
        return {}
    graph = Graph(engine, scope, sites)
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
    keys = frozenset().union(
        *[document_keys(_named(one)) | _root_keys(graph, one) for one in records]
    )
    here = {one.id for one in records}
    for stored, _, resolution in resolved(graph, graph.engine.linking(keys, graph.scope), keys):
        if resolution.target in here and stored.doc_id != resolution.target:
            yield stored


def resolved(
    graph: Graph, stored: Sequence[StoredLink], mentioning: frozenset[str] | None = None
) -> list[ResolvedLink]:
    """Resolve these links, or those that mention one of some keys."""
    sources = _sources(graph, stored)
    wanted = [
        (link, source, *_wanted(graph, link, source))
        for link in stored
        if (source := sources.get(link.doc_id)) is not None
    ]
    if mentioning is not None:
        wanted = [one for one in wanted if not mentioning.isdisjoint(one[3])]
    candidates = _candidates(graph, frozenset().union(*[keys for _, _, _, keys in wanted]))
    done: dict[tuple[object, ...], Resolution] = {}
    links = []
    for link, source, target, keys in wanted:
        embed, rules = link.link.embed, graph.sites.get(source.tree, _NO_RULES)
        memo = (target, embed, _standpoint(target, source))
        if memo not in done:
            pool = {one for key in keys for one in candidates.get(key, ())}
            done[memo] = _resolve(target, source, pool, rules, embed=embed)
        links.append(ResolvedLink(link, target, done[memo]))
    return links


def _resolve(
    target: LinkTarget,
    source: NamedDocument,
    pool: Collection[NamedDocument],
    rules: SiteRules,
    *,
    embed: bool,
) -> Resolution:
    """The document of a link: in the folder of its URL prefix, if it has one, else by its names."""
    in_root = rooted(target, rules.roots) if rules.roots else None
    if in_root is not None:
        found = resolve(in_root, source, pool, embed=embed)
        if found.target is not None:
            return found
    return resolve(target, source, pool, embed=embed)


def _wanted(
    graph: Graph, link: StoredLink, source: NamedDocument
) -> tuple[LinkTarget, frozenset[str]]:
    """The target of a link, and the keys of the documents that it may lead to."""
    base, roots = graph.sites.get(source.tree, _NO_RULES)
    plain = target_of(link.link, source.path, None)
    keys = link_keys(link.link, source.path, plain)
    in_root = rooted(plain, roots) if roots else None
    if in_root is not None:
        keys |= {last_name(in_root.path or "")}
    return target_of(link.link, source.path, base) if base else plain, keys


def _root_keys(graph: Graph, record: DocumentRecord) -> frozenset[str]:
    """The names of the URL prefixes whose folder a document opens."""
    roots = graph.sites.get(record.tree, _NO_RULES).roots
    own = last_name(record.path)
    return frozenset(last_name(prefix.strip("/")) for prefix, folder in roots
                     if last_name(folder.strip("/")) == own)  # fmt: skip


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
