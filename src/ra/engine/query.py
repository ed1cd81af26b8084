"""The query language of engines: scopes, queries, hits and outline nodes."""

from __future__ import annotations

from datetime import date

from ra.typed import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from ra.properties import PropertyTest

_DAY_NS = 86_400_000_000_000
_EPOCH = 719_163  # the number of 1970-01-01

Field = Literal[
    "name", "title", "hierarchy", "path", "tags", "aliases", "properties", "body", "text"
]


class Scope(NamedTuple):
    """The tenant and trees that an operation may see. It is always required."""

    tenant: str
    trees: tuple[str, ...]


class TermQuery(NamedTuple):
    """An analyzed word in a field."""

    field: Field
    word: str


class PhraseQuery(NamedTuple):
    """Adjacent analyzed terms of a field, in order; "" between them is any term.

    If `is_open`, the last one is a prefix.
    """

    field: Field
    words: tuple[str, ...]
    is_open: bool = False


class PrefixQuery(NamedTuple):
    """All terms of a field that start with this, and these others; all score alike."""

    field: Field
    start: str
    others: tuple[str, ...] = ()


class Everything(NamedTuple):
    """Every chunk."""


class Among(NamedTuple):
    """Every chunk of these documents; it adds nothing to a score."""

    doc_ids: frozenset[str]


class Under(NamedTuple):
    """Every chunk of the documents whose path starts with this, in upper or lower case; it adds
    nothing to a score.
    """

    start: str


class Dated(NamedTuple):
    """Every chunk of the documents dated within these days (`day_of`), the last one excluded."""

    first: int | None
    last: int | None


class Having(NamedTuple):
    """Every chunk of the documents with this property in their front matter.

    With a test, one of its values meets it. It adds nothing to a score.
    """

    name: str
    test: PropertyTest | None = None


class BoostQuery(NamedTuple):
    """A query with its score multiplied."""

    query: Query
    factor: float


class BoolQuery(NamedTuple):
    """All of `must`, none of `never`, and at least one of `should` if there is no `must`."""

    must: tuple[Query, ...] = ()
    should: tuple[Query, ...] = ()
    never: tuple[Query, ...] = ()


Filter = Among | Under | Dated | Having
Query = TermQuery | PhraseQuery | PrefixQuery | Everything | Filter | BoostQuery | BoolQuery


def day_of(updated: str | None, mtime: int) -> int:
    """The day number of a document: the date in its front matter, else its mtime (SPEC 8.5)."""
    if updated:
        try:
            return date.fromisoformat(updated[:10]).toordinal()
        except ValueError:
            pass
    return mtime // _DAY_NS + _EPOCH


class Hit(NamedTuple):
    """A matching chunk with its score, path and title."""

    chunk_id: str
    score: float
    path: str = ""
    title: str = ""


class Node(NamedTuple):
    """The place of a chunk in its outline; `sibling_count` counts the chunk itself.

    `size` is the number of bytes that it covers in its file, with everything below it.
    """

    parent_id: str | None
    depth: int
    sibling_count: int
    size: int = 0
