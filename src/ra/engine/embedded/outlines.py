"""How do the chunks of a document hang together? Read once: a version never changes."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Lock

from ra.engine.embedded.catalog import Catalog, NamedVersion
from ra.engine.embedded.rows import DocumentRow, Row, breadcrumb
from ra.engine.protocol import Node
from ra.errors import IndexDamaged

_MOST_CHUNKS = 50_000  # kept at a time: some 20 MB


class Outline:
    """A version of a document: for each position the chunk's id; its place where it is asked."""

    def __init__(self, doc_id: str, title: str, rows: Sequence[Row]) -> None:
        self._title = title
        self._rows = rows
        self.ids = [chunk_id(doc_id, slug, part) for _, slug, part, _, _, _, _ in rows]
        self.places = {name: at for at, name in enumerate(self.ids)}

    def title(self, at: int) -> str:
        """The title of a chunk; where none is kept, the document's."""
        title = self._rows[at][0]
        return self._title if title is None else str(title)

    def node(self, at: int) -> Node:
        """The place of a chunk."""
        _, _, _, parent, depth, siblings, _ = self._rows[at]
        return Node(None if parent is None else self.ids[parent], depth, siblings)

    def breadcrumb(self, at: int) -> tuple[str, ...]:
        """The titles above a chunk and its own."""
        parent, crumb = self._rows[at][3], self._rows[at][6]
        if parent is not None and parent >= at:
            raise IndexError("a chunk stands before its parent")
        above = None if parent is None else self.breadcrumb(parent)
        return breadcrumb(crumb, self.title(at), above)


class Outlines:
    """The outlines of the documents that were asked for last."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self._kept: OrderedDict[int, Outline] = OrderedDict()
        self._chunks = 0
        self._lock = Lock()

    def of(self, document: DocumentRow, tree: str) -> Outline:
        """The outline of one version."""
        named = NamedVersion(document.key, document.path, document.title)
        return self.of_all([named], tree)[document.key]

    def of_all(self, documents: Sequence[NamedVersion], tree: str) -> dict[int, Outline]:
        """The outlines of versions, by their keys."""
        with self._lock:
            found = {one.key: self._kept[one.key] for one in documents if one.key in self._kept}
            for key in found:
                self._kept.move_to_end(key)
        missing = [one for one in documents if one.key not in found]
        if missing:
            rows = self._catalog.outlines([one.key for one in missing])
            for one in missing:
                with sensible(one.path):
                    found[one.key] = Outline(f"{tree}:{one.path}", one.title, rows[one.key])
                self._keep(one.key, found[one.key])
        return found

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
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise IndexDamaged(f"the rows of {what} make no sense: {error}") from error
