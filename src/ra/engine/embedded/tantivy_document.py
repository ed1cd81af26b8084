"""Builds the searchable fields of a chunk: its names and its text, normalized for the index."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial

import tantivy

from ra.engine.embedded.lexical import POSITIONS
from ra.engine.embedded.tantivy_query import VOCABULARY
from ra.engine.naming import chunk_names, titles
from ra.model import Chunk
from ra.text import camel_parts, normalize_text, path_text
from ra.text.languages import is_marked
from ra.text.names import language_key
from ra.text.tokenizer import marked_text
from ra.text.vocabulary import vocabulary_text
from ra.typed import NamedTuple


class _Common(NamedTuple):
    """What all chunks of one version of a document share.

    For its vocabulary, `names` collects its short texts and `texts` those of its chunks.
    """

    document: int
    path: str
    tags: Sequence[str]
    aliases: Sequence[str]
    language: str
    is_marked: bool
    bodies: bool
    names: set[str]
    texts: list[str]


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
    tags = [value for tag in chunks[0].tags for value in _values(tag, language)]
    others = [value for alias in aliases for value in _values(alias, language)]
    values = [value for text in properties for value in _values(text, language)]
    short, marked = {path, *tags, *others, *values}, is_marked(language)
    common = _Common(document, path, tags, others, language, marked, bodies, short, [])
    names = chunk_names(chunks, aliases)
    own = (language_key(language),) if marked else ()
    last = None
    for chunk in chunks:
        if chunk.hit:
            if last is not None:
                yield last
            last = _posting(common, chunk, (*names.get(chunk.id, ()), *own))
            while values:
                last.add_text("properties", marked_text(values.pop(0), language))
    if last is not None:
        last.add_text(VOCABULARY, vocabulary_text([*common.names, *common.texts]))
        yield last


def _posting(common: _Common, chunk: Chunk, names: Iterable[str]) -> tantivy.Document:
    language = common.language
    posting = tantivy.Document()
    posting.add_integer("document", common.document)
    posting.add_integer("address", common.document * POSITIONS + chunk.position)
    for name in names:
        posting.add_text("name", name)
    add = partial(_add_marked, posting, language) if common.is_marked else posting.add_text
    add("path", common.path)
    for title in titles(chunk):
        for value in _values(title, language):
            add("title", value)
    crumbs = [value for level in chunk.breadcrumb for value in _values(level, language)]
    common.names.update(crumbs)
    for value in crumbs:
        add("hierarchy", value)
    for value in common.tags:
        add("tags", value)
    for value in common.aliases:
        add("aliases", value)
    _add_text(common, chunk.visible, crumbs, add)
    return posting


def _add_text(
    common: _Common, body: str, crumbs: Iterable[str], add: Callable[[str, str], None]
) -> None:
    """Add the breadcrumb and the body; without a body a chunk is found by its names (SPEC 8.2)."""
    if not body or body.isspace():
        return
    values = [normalize_text(body, common.language), *camel_parts(body)]
    common.texts.extend(values)
    for value in crumbs:
        add("text", value)
    for value in values:
        add("text", value)
    if common.bodies:
        for value in values:
            add("body", value)


def _add_marked(posting: tantivy.Document, language: str, field: str, value: str) -> None:
    posting.add_text(field, marked_text(value, language))


@lru_cache(maxsize=4096)  # most headings of a folder occur again
def _values(text: str, language: str) -> tuple[str, ...]:
    """A short text as indexed: normalized, with the parts of each of its camelCase words."""
    return (normalize_text(text, language), *camel_parts(text))
