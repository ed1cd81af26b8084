"""What can an engine be asked, whose documents are meant, and what does it find?"""

from __future__ import annotations

from datetime import date

from ra.typed import Literal, NamedTuple

_DAY_NS = 86_400_000_000_000
_EPOCH = 719_163  # the number of 1970-01-01

Field = Literal["title", "hierarchy", "path", "tags", "aliases", "body", "text"]


class Scope(NamedTuple):
    """Whose documents, and which trees of theirs, an operation may see. It cannot be left out."""

    tenant: str
    trees: tuple[str, ...]


class Term(NamedTuple):
    """An analyzed word in a field."""

    field: Field
    word: str


class Phrase(NamedTuple):
    """Analyzed words of a field, one right after the other; "" between them is any word.

    The last word of one that `is_open` is the start of a word.
    """

    field: Field
    words: tuple[str, ...]
    is_open: bool = False


class Prefix(NamedTuple):
    """All words of a field that start like this, and these others; they score alike."""

    field: Field
    start: str
    others: tuple[str, ...] = ()


class Everything(NamedTuple):
    """Every chunk."""


class Among(NamedTuple):
    """Every chunk of these documents; it adds nothing to a score."""

    doc_ids: frozenset[str]


class Under(NamedTuple):
    """Every chunk of the documents whose path starts so; it adds nothing to a score."""

    start: str


class Dated(NamedTuple):
    """Every chunk of the documents of these days (`day_of`), the last one not included."""

    first: int | None
    last: int | None


class Boost(NamedTuple):
    """A query whose score counts more or less."""

    query: Query
    factor: float


class Bool(NamedTuple):
    """All of `must`, none of `never`, and at least one of `should` if there is no `must`."""

    must: tuple[Query, ...] = ()
    should: tuple[Query, ...] = ()
    never: tuple[Query, ...] = ()


Filter = Among | Under | Dated
Query = Term | Phrase | Prefix | Everything | Filter | Boost | Bool


def day_of(updated: str | None, mtime: int) -> int:
    """The number of a document's day: what its front matter says, else its file (SPEC 8.5)."""
    if updated:
        try:
            return date.fromisoformat(updated[:10]).toordinal()
        except ValueError:
            pass
    return mtime // _DAY_NS + _EPOCH


class Hit(NamedTuple):
    """A chunk that matches, how well, and by which names it goes."""

    chunk_id: str
    score: float
    path: str = ""
    title: str = ""


class Node(NamedTuple):
    """The place of a chunk in its outline; `sibling_count` counts the chunk itself."""

    parent_id: str | None
    depth: int
    sibling_count: int
