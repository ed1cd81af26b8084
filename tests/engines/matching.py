"""Evaluates a query on chunks by looking at every word."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from math import log
from typing import NamedTuple

from ra.engine.manifest import FileRecord, TreeSpec
from ra.engine.naming import chunk_names, titles
from ra.engine.query import (
    Among,
    BoolQuery,
    BoostQuery,
    Dated,
    Everything,
    Field,
    Filter,
    Having,
    PhraseQuery,
    PrefixQuery,
    Query,
    TermQuery,
    Under,
    day_of,
)
from ra.engine.records import Entry
from ra.properties import has_property, property_texts
from ra.text import camel_parts, normalize_text, path_text
from ra.text.languages import is_marked, spoken
from ra.text.names import language_key
from ra.text.scripts import unspaced
from ra.text.tokenizer import whole_words
from ra.text.vocabulary import MIN_LETTERS
from ra.text.word_offsets import tokens

Words = tuple[dict[int, str], ...]  # for each value of a field the word at each position
Scores = dict[str, float]


class Kept(NamedTuple):
    """A document, its version and the words of its chunks."""

    entry: Entry
    version: int
    words: Mapping[str, Mapping[Field, Words]]
    whole: frozenset[str]


class Tree(NamedTuple):
    """A tree, its manifest and its documents."""

    spec: TreeSpec
    files: Mapping[str, FileRecord] = {}
    kept: Mapping[str, Kept] = {}
    is_whole: bool = False
    expected: int = 0


def words_of(entry: Entry, language: str) -> dict[str, dict[Field, Words]]:
    """The words of each chunk of a document, by field."""

    def values(*texts: str) -> Words:
        cut = (tokens(text, language) for text in texts)
        return tuple({word.position: word.text for word in value} for value in cut)

    names = chunk_names(entry.chunks, entry.document.aliases) if entry.chunks else {}
    own = (language_key(language),) if is_marked(language) else ()
    path = values(path_text(entry.file.path))
    aliases = values(*entry.document.aliases)
    properties = values(*property_texts(entry.document.fields))
    first = next((chunk.id for chunk in entry.chunks if chunk.hit), "")
    return {
        chunk.id: {
            "name": tuple({0: name} for name in (*names.get(chunk.id, ()), *own)),
            "title": values(*titles(chunk)),
            "hierarchy": (hierarchy := values(*chunk.breadcrumb)),
            "path": path,
            "tags": values(*chunk.tags),
            "aliases": aliases,
            "properties": properties if chunk.id == first else (),
            "body": (body := values(chunk.visible)),
            "text": hierarchy + body if chunk.visible.strip() else (),
        }
        for chunk in entry.chunks
        if chunk.hit
    }


def whole_words_of(entry: Entry, language: str) -> frozenset[str]:
    """The whole words of a document and its names, unstemmed, without numbers and short words."""
    chunks = [chunk for chunk in entry.chunks if chunk.hit]
    texts = [text for chunk in chunks for text in (chunk.visible, *chunk.breadcrumb, *chunk.tags)]
    if chunks:
        texts += [path_text(entry.file.path), *entry.document.aliases]
        texts += property_texts(entry.document.fields)
    split = whole_words(spoken(language)).analyze
    found = {word for text in texts for word in split(normalize_text(text, language))}
    found |= {word for text in texts for word in split(" ".join(camel_parts(text)))}
    return frozenset(
        word
        for word in found
        if len(word) >= MIN_LETTERS and not (word.isdigit() or unspaced().match(word))
    )


def matching(query: Query, tree: Tree) -> Scores:
    """The chunks of a tree that match, with their scores."""
    match query:
        case TermQuery(field, word):
            return bm25(_count(tree, field, lambda each: each == word), tree, field)
        case PhraseQuery(field, words, is_open):
            return bm25(_phrase(tree, field, words, is_open), tree, field)
        case PrefixQuery(field, start, others):
            found = _count(tree, field, lambda word: word.startswith(start) or word in others)
            return dict.fromkeys(found, 1.0)
        case Everything():
            return {one: 1.0 for kept in tree.kept.values() for one in kept.words}
        case Among() | Under() | Dated() | Having():
            kept_ones = [kept for kept in tree.kept.values() if _is_meant(kept, query)]
            return {one: 0.0 for kept in kept_ones for one in kept.words}
        case BoostQuery(inner, factor):
            return {one: score * factor for one, score in matching(inner, tree).items()}
        case BoolQuery():
            return _bool(query, tree)


def _is_meant(kept: Kept, wanted: Filter) -> bool:
    document = kept.entry.document
    match wanted:
        case Among(doc_ids):
            return document.id in doc_ids
        case Under(start):
            return document.source.path.casefold().startswith(start.casefold())
        case Dated(first, last):
            day = day_of(document.updated, document.source.mtime)
            return (first is None or day >= first) and (last is None or day < last)
        case Having(name, test):
            return has_property(document.fields, name, test)


def bm25(counts: dict[str, int], tree: Tree, field: Field, b: float = 0.75) -> Scores:
    """The score of each chunk that has a term so often."""
    sizes = {one: sum(map(len, values)) for one, values in _fields(tree, field)}
    mean = sum(sizes.values()) / max(1, len(sizes)) or 1.0
    rarity = log(1 + (len(sizes) - len(counts) + 0.5) / (len(counts) + 0.5))
    return {
        one: rarity * 2.2 * count / (count + 1.2 * (1 - b + b * sizes[one] / mean))
        for one, count in counts.items()
    }


def _fields(tree: Tree, field: Field) -> Iterator[tuple[str, Words]]:
    for kept in tree.kept.values():
        for chunk_id, fields in kept.words.items():
            yield chunk_id, fields[field]


def _count(tree: Tree, field: Field, wanted: Callable[[str], bool]) -> dict[str, int]:
    counts = {
        chunk_id: sum(wanted(each) for value in values for each in value.values())
        for chunk_id, values in _fields(tree, field)
    }
    return {chunk_id: count for chunk_id, count in counts.items() if count}


def _phrase(tree: Tree, field: Field, words: tuple[str, ...], is_open: bool) -> dict[str, int]:
    def fits(step: int, there: str) -> bool:
        if is_open and step == len(words) - 1:
            return there.startswith(words[step])
        return words[step] in ("", there)

    def starts(value: dict[int, str]) -> int:
        return sum(
            all(fits(step, value.get(at + step, "\0")) for step in range(len(words)))
            for at in value
        )

    if not words:
        return {}
    counts = {one: sum(map(starts, values)) for one, values in _fields(tree, field)}
    return {chunk_id: count for chunk_id, count in counts.items() if count}


def _bool(query: BoolQuery, tree: Tree) -> Scores:
    must, should, never = ([matching(part, tree) for part in parts] for parts in query)
    if not must and not should and never:
        must = [matching(Everything(), tree)]
    found = set().union(*should) if not must else set.intersection(*map(set, must))
    left = found.difference(*never)
    return {one: sum(part.get(one, 0.0) for part in (*must, *should)) for one in left}


def touched(kept: Kept, mtime: int) -> Kept:
    """The same content with another time."""
    document = kept.entry.document
    younger = document._replace(source=document.source._replace(mtime=mtime))
    chunks = [chunk._replace(mtime=mtime) for chunk in kept.entry.chunks]
    return kept._replace(entry=kept.entry._replace(document=younger, chunks=chunks))
