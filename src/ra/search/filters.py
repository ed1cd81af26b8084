"""Which documents does a filter mean: `tree:`, `doc:`, `path:a/b`, `after:`, `before:`?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, date, datetime
from functools import cache
from typing import NamedTuple

from ra.engine.protocol import Among, Bool, Boost, DocumentRecord, Everything, Query
from ra.query.fields import day


class Place(NamedTuple):
    """The tree that is searched, the documents it has, and what day it is."""

    tree: str
    documents: Callable[[], Sequence[DocumentRecord]]
    today: date


def filters(place: Place) -> Callable[[str, str], Query]:
    """A function from a filter's name and value to the documents of one tree that it means."""
    documents = cache(place.documents)

    def meant(name: str, value: str) -> Query:
        if name == "tree":
            return Boost(Everything(), 0.0) if value == place.tree else Bool()
        if name == "doc":
            return Among(frozenset({value, f"{place.tree}:{value}"}))
        if name == "path":
            start = value.removeprefix("/").removeprefix("./")
            return Among(_ids(each for each in documents() if each.path.startswith(start)))
        border = day(value, place.today).isoformat()
        if name == "after":
            return Among(_ids(each for each in documents() if dated(each) >= border))
        return Among(_ids(each for each in documents() if dated(each) < border))

    return meant


def dated(document: DocumentRecord) -> str:
    """The day of a document: what its front matter says, else its file's mtime (SPEC 8.5)."""
    if document.updated:
        return document.updated[:10]
    return datetime.fromtimestamp(document.mtime / 1e9, tz=UTC).date().isoformat()


def _ids(documents: Iterable[DocumentRecord]) -> frozenset[str]:
    return frozenset(each.id for each in documents)
