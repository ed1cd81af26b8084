"""Has a document or a link one of these keys? What every engine asks in the same way."""

from __future__ import annotations

from ra.engine.records import DocumentRecord, StoredLink
from ra.parse.aims import link_keys
from ra.parse.names import Known, document_keys, known


def known_document(record: DocumentRecord) -> Known:
    """A document as links may name it."""
    return known(record.tree, record.path, record.title, record.aliases, record.fields)


def has_name(record: DocumentRecord, keys: frozenset[str]) -> bool:
    """Whether a document goes by one of these keys."""
    return not keys.isdisjoint(document_keys(known_document(record)))


def uses_name(stored: StoredLink, path: str, keys: frozenset[str]) -> bool:
    """Whether a link in the document at `path` may lead to one of these keys."""
    return not keys.isdisjoint(link_keys(stored.link, path))
