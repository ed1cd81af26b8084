"""How do the chunks of a document hang together? Read once: a version never changes."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from threading import Lock
from typing import NamedTuple

from ra.engine.embedded.catalog import Catalog
from ra.engine.embedded.rows import breadcrumb
from ra.engine.protocol import Node
from ra.errors import IndexDamaged

_MOST_CHUNKS = 50_000  # kept at a time: some 20 MB


class Outline(NamedTuple):
    """A version of a document: for each position the chunk's id, title and place."""

    path: str
    ids: tuple[str, ...]
    places: Mapping[str, int]
    titles: tuple[str, ...]
    nodes: tuple[Node, ...]
    breadcrumbs: tuple[tuple[str, ...], ...]


class Outlines:
    """The outlines of the documents that were asked for last."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self._kept: OrderedDict[int, Outline] = OrderedDict()
        self._chunks = 0
        self._lock = Lock()

    def of(self, key: int, tree: str) -> Outline | None:
        """The outline of a version; None if there is no such version."""
        with self._lock:
            if (kept := self._kept.get(key)) is not None:
                self._kept.move_to_end(key)
                return kept
        with sensible(f"document {key}"):
            found = self._read(key, tree)
        if found is not None:
            self._keep(key, found)
        return found

    def _read(self, key: int, tree: str) -> Outline | None:
        found = self._catalog.outline(key)
        if found is None:
            return None
        path, document_title, rows = found
        doc_id = f"{tree}:{path}"
        ids: list[str] = []
        titles: list[str] = []
        nodes: list[Node] = []
        crumbs: list[tuple[str, ...]] = []
        for title, slug, part, parent, depth, siblings, crumb in rows:
            ids.append(chunk_id(doc_id, slug, part))
            titles.append(document_title if title is None else title)
            nodes.append(Node(None if parent is None else ids[parent], depth, siblings))
            above = None if parent is None else crumbs[parent]
            crumbs.append(breadcrumb(crumb, titles[-1], above))
        places = {name: at for at, name in enumerate(ids)}
        return Outline(path, tuple(ids), places, tuple(titles), tuple(nodes), tuple(crumbs))

    def _keep(self, key: int, outline: Outline) -> None:
        with self._lock:
            if key not in self._kept:
                self._kept[key] = outline
                self._chunks += len(outline.ids)
            while self._chunks > _MOST_CHUNKS and len(self._kept) > 1:
                _, gone = self._kept.popitem(last=False)
                self._chunks -= len(gone.ids)


def chunk_id(doc_id: str, slug: str | None, part: int) -> str:
    """The id of a chunk (SPEC 3.2)."""
    section = f"{doc_id}#{slug}" if slug else doc_id
    return f"{section}~{part}" if part else section


@contextmanager
def sensible(what: str) -> Iterator[None]:
    """Rows that cannot be read back were never written so."""
    try:
        yield
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise IndexDamaged(f"the rows of {what} make no sense: {error}") from error
