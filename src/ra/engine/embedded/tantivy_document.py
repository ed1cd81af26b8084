"""Builds the searchable fields of a chunk: its names and its text, normalized for the index."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

import tantivy

from ra.engine.embedded.lexical import POSITIONS
from ra.engine.embedded.tantivy_query import VOCABULARY
from ra.engine.naming import chunk_names, titles
from ra.engine.query import Field
from ra.model import Chunk
from ra.text import camel_parts, normalize_text, path_text
from ra.text.languages import is_marked
from ra.text.names import language_key
from ra.text.tokenizer import marked_text
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
    bodies: bool


def postings_of(
    document: int,
    chunks: Sequence[Chunk],
    aliases: Sequence[str],
    language: str,
    properties: Sequence[str] = (),
    *,
    bodies: bool = False,
) -> Iterator[tantivy.Document]:
    """The postings of one version of a document: its searchable chunks.

    The first one has the properties of the document, the last one the vocabulary of them all. With
    `bodies`, the body of a chunk has a field of its own, apart from the breadcrumb.
    """
    if not chunks:
        return
    path = normalize_text(path_text(chunks[0].path), language)
    tags = tuple(value for tag in chunks[0].tags for value in _values(tag, language))
    others = tuple(value for alias in aliases for value in _values(alias, language))
    common = _Common(document, path, tags, others, language, {path, *tags, *others}, bodies)
    values = [value for text in properties for value in _values(text, language)]
    common.texts.update(values)
    names = chunk_names(chunks, aliases)
    own = (language_key(language),) if is_marked(language) else ()
    last = None
    for chunk in chunks:
        if chunk.hit:
            if last is not None:
                yield last
            last = _posting(common, chunk, (*names.get(chunk.id, ()), *own))
            while values:
                last.add_text("properties", marked_text(values.pop(0), language))
    if last is not None:
        last.add_text(VOCABULARY, vocabulary_text(common.texts))
        yield last


def _posting(common: _Common, chunk: Chunk, names: Iterable[str]) -> tantivy.Document:
    posting = tantivy.Document()
    posting.add_integer("document", common.document)
    posting.add_integer("address", common.document * POSITIONS + chunk.position)
    for name in names:
        posting.add_text("name", name)
    _add("path", (common.path,), common.language, posting)
    crumbs = [value for level in chunk.breadcrumb for value in _values(level, common.language)]
    common.texts.update(crumbs)
    for title in titles(chunk):
        _add("title", _values(title, common.language), common.language, posting)
    _add("hierarchy", crumbs, common.language, posting)
    _add("tags", common.tags, common.language, posting)
    _add("aliases", common.aliases, common.language, posting)
    body = chunk.visible
    if body and not body.isspace():  # else it is found by its names only (SPEC 8.2)
        values = (normalize_text(body, common.language), *camel_parts(body))
        common.texts.update(values)
        _add("text", (*crumbs, *values), common.language, posting)
        if common.bodies:
            _add("body", values, common.language, posting)
    return posting


def _add(field: Field, values: Iterable[str], language: str, posting: tantivy.Document) -> None:
    if is_marked(language):
        values = [marked_text(value, language) for value in values]
    for value in values:
        posting.add_text(field, value)


@lru_cache(maxsize=512)  # headings that pages share; the others occur once
def _values(text: str, language: str) -> tuple[str, ...]:
    """A short text as indexed: normalized, with the parts of each of its camelCase words."""
    return (normalize_text(text, language), *camel_parts(text))
