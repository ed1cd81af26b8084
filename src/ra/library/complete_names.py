"""Lists the names that a typed start may become: of notes, and of sections and blocks of one."""

from __future__ import annotations

from collections.abc import Iterable

from ra.engine.protocol import Reader
from ra.engine.query import Scope
from ra.engine.records import DocumentRecord
from ra.graph import Graph
from ra.library.note_names import by_name
from ra.library.reparse import reparsed
from ra.links.anchors import anchors_of
from ra.names import file_name

_OPEN = "[["


def names_with(engine: Reader, start: str, scope: Scope) -> list[str]:
    """The names that begin with `start`, case aside: `Name`, `tree:path`, `Name#place`, `#^block`,
    each between brackets if it starts with `[[`.
    """
    if start.startswith(_OPEN):
        inside = names_with(engine, start.removeprefix(_OPEN), scope)
        return [f"{_OPEN}{name}]]" for name in inside]
    name, mark, place = start.partition("#")
    if mark and not name and place.startswith("^"):
        blocks = [block for one in engine.documents(scope) for block in one.blocks]
        return _starting([f"#^{block}" for block in blocks], start)
    if mark:
        return _starting(places_of(engine, name, scope), start)
    documents = engine.documents(scope)
    ids = [one.id for one in documents] if start else []
    return _starting([*(each for one in documents for each in names_of(one)), *ids], start)


def names_of(document: DocumentRecord) -> list[str]:
    """What a note may be called: by its file, its title, its aliases."""
    return [file_name(document.path), document.title, *document.aliases]


def places_of(engine: Reader, name: str, scope: Scope) -> list[str]:
    """The sections and blocks of the document with this name or id, each after the name."""
    found = by_name(engine, name, scope)
    document = reparsed(Graph(engine, scope, {}), found.chunk_id) if found else None
    if document is None:
        return []
    slugs = [anchor.slug for anchor in anchors_of(document)]
    return [f"{name}#{place}" for place in (*slugs, *(f"^{block}" for block in document.blocks))]


def _starting(names: Iterable[str], start: str) -> list[str]:
    wanted = start.casefold()
    return sorted({name for name in names if name.casefold().startswith(wanted)})
