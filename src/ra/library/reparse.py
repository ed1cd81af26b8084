"""Parses a document of the index again."""

from __future__ import annotations

from ra.document import Document, Source, stored_as
from ra.graph import Graph
from ra.parse import parse


def reparsed(graph: Graph, doc_id: str) -> Document | None:
    """A document parsed again: the index does not store headings without text."""
    engine, scope, _ = graph
    records = engine.documents(scope, (doc_id,))
    data = engine.texts([doc_id], scope).get(doc_id)
    if not records or data is None:
        return None
    (record,) = records
    own = scope._replace(trees=(record.tree,))
    file = engine.manifest(own, (record.path,)).get((record.tree, record.path))
    parser = stored_as(file.parser) if file else "markdown"
    return parse(Source(record.tree, record.path, data, record.mtime, parser))
