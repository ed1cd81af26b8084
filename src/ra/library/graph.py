"""Which documents are linked? Links are resolved when they are read, so none is ever out of date.

Documents are the nodes of the graph, resolved links its edges (SPEC 5.3).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache

from ra.document import Document, Source
from ra.engine.keys import known_document
from ra.engine.protocol import Engine
from ra.engine.query import Scope
from ra.engine.records import DocumentRecord, StoredLink
from ra.library.records import DocLinks, LinkFound
from ra.parse import anchors, parse
from ra.parse.aims import Aim, aim_of, link_keys
from ra.parse.names import Known, document_keys, stem
from ra.parse.percent import unquoted
from ra.parse.resolve import Outcome, resolve
from ra.parse.slugs import slugify
from ra.typed import NamedTuple


class Graph(NamedTuple):
    """Whose documents, and for each tree the URL of its Confluence, if it has one."""

    engine: Engine
    scope: Scope
    bases: Mapping[str, str]


# From so many keys on it is cheaper to read all documents than to look for each.
_MANY_KEYS = 2000


def document_links(graph: Graph, trees: Collection[str]) -> list[LinkFound]:
    """Every link in these trees, and where it leads."""
    return _complete(graph, graph.engine.links(graph.scope._replace(trees=tuple(trees))))


def links_of(graph: Graph, document: DocumentRecord) -> DocLinks:
    """The links of a document, and those of others that lead to it."""
    found = _complete(graph, graph.engine.links(graph.scope, (document.id,)))
    return DocLinks(
        document,
        tuple(link for link in found if not link.is_broken),
        tuple(_complete(graph, list(_leading_to(graph, (document.id,))))),
        tuple(link for link in found if link.is_broken),
    )


def neighbors(graph: Graph, doc_ids: Sequence[str]) -> dict[str, int]:
    """Documents one link away in either direction, and how many links there are; most first."""
    if not doc_ids:
        return {}
    leaving = _resolved(graph, graph.engine.links(graph.scope, doc_ids))
    ends = [outcome.target for _, _, outcome in leaving if outcome.target]
    ends += [link.doc_id for link in _leading_to(graph, doc_ids)]
    counts = Counter(end for end in ends if end not in doc_ids)
    return dict(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))


def orphans(graph: Graph, trees: Collection[str]) -> list[DocumentRecord]:
    """The documents of these trees to which no other document links."""
    found = _resolved(graph, graph.engine.links(graph.scope))
    linked = {outcome.target for link, _, outcome in found if outcome.target != link.doc_id}
    documents = graph.engine.documents(graph.scope._replace(trees=tuple(trees)))
    return [document for document in documents if document.id not in linked]


def _leading_to(graph: Graph, doc_ids: Sequence[str]) -> Iterator[StoredLink]:
    """The links of other documents to one of these."""
    records = graph.engine.documents(graph.scope, doc_ids)
    keys = {key for one in records for key in document_keys(known_document(one))}
    here = {one.id for one in records}
    for link, _, outcome in _resolved(graph, graph.engine.linking(keys, graph.scope)):
        if outcome.target in here and link.doc_id != outcome.target:
            yield link


_Resolved = tuple[StoredLink, Aim, Outcome]


def _resolved(graph: Graph, stored: Sequence[StoredLink]) -> list[_Resolved]:
    """Each link with what it aims at and where that leads."""
    sources = _sources(graph, stored)
    pairs = [(link, sources[link.doc_id]) for link in stored if link.doc_id in sources]
    keys = [link_keys(link.link, source.path) for link, source in pairs]
    candidates = _candidates(graph, frozenset().union(*keys))
    done: dict[tuple[object, ...], Outcome] = {}
    found = []
    for (link, source), wanted in zip(pairs, keys, strict=True):
        aim, embed = aim_of(link.link, source.path, graph.bases.get(source.tree)), link.link.embed
        memo = (aim, embed, _standpoint(aim, source))
        if memo not in done:
            pool = {one for key in wanted for one in candidates.get(key, ())}
            done[memo] = resolve(aim, source, pool, embed=embed)
        found.append((link, aim, done[memo]))
    return found


def _standpoint(aim: Aim, source: Known) -> tuple[str | None, ...]:
    """What of a document decides where its links lead: the same for all of one folder."""
    if aim.type == "ATTACHMENT_LINK":
        return (source.id,)
    return source.tree, source.path.rpartition("/")[0], source.space


def _sources(graph: Graph, stored: Sequence[StoredLink]) -> dict[str, Known]:
    ids = list(dict.fromkeys(link.doc_id for link in stored))
    records = graph.engine.documents(graph.scope, ids) if ids else []
    return {record.id: known_document(record) for record in records}


def _candidates(graph: Graph, keys: frozenset[str]) -> dict[str, list[Known]]:
    """The documents of each key."""
    engine, scope, _ = graph
    records = engine.documents(scope) if len(keys) > _MANY_KEYS else engine.named(keys, scope)
    found: dict[str, list[Known]] = {}
    for one in map(known_document, records):
        for key in document_keys(one) & keys:
            found.setdefault(key, []).append(one)
    return found


def _complete(graph: Graph, stored: Sequence[StoredLink]) -> list[LinkFound]:
    """Each link with its line, and with the section to which its fragment leads."""
    engine, scope, _ = graph
    text = cache(lambda doc_id: engine.texts([doc_id], scope).get(doc_id) or b"")
    document = cache(lambda doc_id: _document(graph, doc_id))
    alike = cache(lambda: _alike(engine.documents(scope)))
    found = [
        LinkFound(
            link.doc_id,
            link.chunk_id,
            text(link.doc_id).count(b"\n", 0, link.link.start) + 1,
            link.link.url,
            link.link.fragment,
            aim.type,
            link.link.syntax,
            link.link.embed,
            outcome.state,
            outcome.target,
            outcome.target,
            outcome.how,
            outcome.why,
        )
        for link, aim, outcome in _resolved(graph, stored)
    ]
    return [_hinted(_with_section(link, document), alike) for link in found]


def _document(graph: Graph, doc_id: str) -> Document | None:
    """A document parsed again: the index has no place for headings without text."""
    engine, scope, _ = graph
    records = engine.documents(scope, (doc_id,))
    data = engine.texts([doc_id], scope).get(doc_id)
    if not records or data is None:
        return None
    (record,) = records
    file = engine.manifest(scope, (record.path,)).get((record.tree, record.path))
    parser = file.parser if file else "markdown"
    return parse(Source(record.tree, record.path, data, record.mtime, parser))


def _with_section(link: LinkFound, document: Callable[[str], Document | None]) -> LinkFound:
    if not link.fragment or link.target_document is None or link.link_type == "ATTACHMENT_LINK":
        return link
    if link.link_type == "WIKILINK" and anchors.is_block(link.fragment):
        return link._replace(note="a block of the document, which has no name of its own")
    target = document(link.target_document)
    if target is None:
        return link
    places = anchors.all_places(target)
    chunk = anchors.section_of(link.fragment, link.link_type, places, target.title)
    if chunk is not None:
        return link._replace(target_chunk=chunk)
    note = f"{target.id} has no section '{link.fragment}'"
    if link.link_type == "CONFLUENCE_PAGE_LINK":  # it may name a comment, or what a macro makes
        return link._replace(note=note)
    if anchors.has_mark(target, link.fragment):
        return link._replace(note="a mark in the document, not a section")
    return link._replace(state="no_section", note=note)


def _hinted(link: LinkFound, alike: Callable[[], Mapping[str, str]]) -> LinkFound:
    """A link that leads nowhere with a document whose name differs in signs or folder alone."""
    if link.state != "no_document" or link.link_type not in ("WIKILINK", "DOCUMENT_LINK"):
        return link
    name = unquoted(link.original_url.partition("#")[0].rstrip("/"))
    near = alike().get(_like(name))
    return link._replace(note=f"{link.note}; did you mean {near}?") if near else link


def _alike(records: Sequence[DocumentRecord]) -> dict[str, str]:
    """For each name without its signs the first document that has it."""
    names = [(_like(name), one.id) for one in records for name in (one.path, one.title)]
    return dict(sorted(names, reverse=True))


def _like(name: str) -> str:
    """What is left of a name when folders, suffix, case and signs do not count."""
    return slugify(stem(name.rpartition("/")[2])).replace("_", "-")
