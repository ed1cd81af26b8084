"""Builds the searchable fields of a chunk: its names and its text, normalized for the index."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

import tantivy

from ra.engine.embedded.lexical import POSITIONS
from ra.engine.embedded.tantivy_query import VOCABULARY
from ra.model import Chunk
from ra.text import camel_parts, normalize_text, path_text
from ra.text.vocabulary import vocabulary_text
from ra.typed import NamedTuple


class _Common(NamedTuple):
    """Fields that all chunks of one version of a document share."""

    document: int
    path: str
    tags: tuple[str, ...]
    aliases: tuple[str, ...]
    language: str
    texts: set[str]


def postings_of(
    document: int,
    chunks: Sequence[Chunk],
    aliases: Sequence[str],
    language: str,
    properties: Sequence[str] = (),
) -> Iterator[tantivy.Document]:
    """The postings of one version of a document: its searchable chunks.

    The first one has the properties of the document, the last one the vocabulary of them all.
    """
    path = normalize_text(path_text(chunks[0].path), language)
    tags = tuple(value for tag in chunks[0].tags for value in _values(tag, language))
    names = tuple(value for alias in aliases for value in _values(alias, language))
    common = _Common(document, path, tags, names, language, {path, *tags, *names})
    values = [value for text in properties for value in _values(text, language)]
    common.texts.update(values)
    last = None
    for chunk in chunks:
        if chunk.hit:
            if last is not None:
                yield last
            last = _posting(common, chunk)
            while values:
                last.add_text("properties", values.pop(0))
    if last is not None:
        last.add_text(VOCABULARY, vocabulary_text(common.texts))
        yield last


def _posting(common: _Common, chunk: Chunk) -> tantivy.Document:
    language, texts = common.language, common.texts
    posting = tantivy.Document()
    posting.add_integer("document", common.document)
    posting.add_integer("address", common.document * POSITIONS + chunk.position)
    posting.add_text("path", common.path)
    for value in _values(chunk.title, language):
        posting.add_text("title", value)
    body = chunk.visible
    is_named_only = bool(chunk.hidden) and (not body or body.isspace())
    for level in chunk.breadcrumb:
        for value in _values(level, language):
            posting.add_text("hierarchy", value)
            if not is_named_only:
                posting.add_text("text", value)
            texts.add(value)
    for tag in common.tags:
        posting.add_text("tags", tag)
    for alias in common.aliases:
        posting.add_text("aliases", alias)
    if body:
        texts.add(_add_body(posting, body, language))
    return posting


def _add_body(posting: tantivy.Document, body: str, language: str) -> str:
    """Add a body to its fields; return it as indexed."""
    values = (normalize_text(body, language), *camel_parts(body))
    for value in values:
        posting.add_text("body", value)
    whole = " ".join(values)
    posting.add_text("text", whole)  # a field without positions
    return whole


@lru_cache(maxsize=4096)
def _values(text: str, language: str) -> tuple[str, ...]:
    """A short text as indexed: normalized, with the parts of each of its camelCase words."""
    return (normalize_text(text, language), *camel_parts(text))
