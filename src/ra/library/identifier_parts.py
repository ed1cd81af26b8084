"""Reads a camelCase word that no document contains as its parts, in order.

The index has the parts of each camelCase word, so `CredentialProviders` finds
`TokenForCredentialProviders`.
"""

from __future__ import annotations

from ra.query.ast import And, Phrase, Query, Term
from ra.text.camel_case import camel_parts
from ra.typed import NamedTuple


class InParts(NamedTuple):
    """A query with the words that were replaced."""

    query: Query
    words: tuple[str, ...]

    @property
    def note(self) -> str:
        """What the user is told."""
        return f"no {', '.join(self.words)} found; searched for the parts of the word instead"


def in_parts(query: Query) -> InParts | None:
    """The query with each bare camelCase word as a phrase of its parts; None if it has none."""
    terms = query.parts if isinstance(query, And) else (query,)
    words = tuple(term.text for term in terms if isinstance(term, Term) and _parts(term.text))
    if not words:
        return None
    parts = tuple(map(_as_phrase, terms))
    return InParts(query._replace(parts=parts) if isinstance(query, And) else parts[0], words)


def _as_phrase(query: Query) -> Query:
    parts = _parts(query.text) if isinstance(query, Term) else ()
    return Phrase(parts) if parts else query


def _parts(text: str) -> tuple[str, ...]:
    found = camel_parts(text)
    return tuple(found[0].split()) if len(found) == 1 and found[0].replace(" ", "") == text else ()
