"""What of each result is shown? Its text, the matches in it, its lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ra.engine.query import Scope
from ra.model import Chunk, Span
from ra.search.has import bare_words, readable, wanted_for, words_in
from ra.search.ranges import Range, Wanted, all_match_ranges
from ra.search.report import Answer, Found
from ra.search.results import Result
from ra.search.retrieve import Retrieved
from ra.search.snippet import snippet
from ra.text.preparation import begins_gram
from ra.typed import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ra.engine.protocol import Engine


class _Shown(NamedTuple):
    """All that is needed to show chunks: they themselves, their documents, what was asked."""

    chunks: Mapping[str, Chunk]
    texts: Mapping[str, bytes]
    aliases: Mapping[str, tuple[str, ...]]
    asked: Mapping[str, Retrieved]
    ranges: Mapping[str, Mapping[str, tuple[Range, ...]]]  # by tree, by body


def show(
    results: Sequence[Result], retrieved: Sequence[Retrieved], engine: Engine, scope: Scope
) -> tuple[Answer, ...]:
    """The answers for these results (SPEC 8.9, 8.10)."""
    ids = [each.chunk_id for each in results]
    ids += [part.chunk_id for each in results for part in each.constituents]
    chunks = engine.chunks(ids, scope)
    documents = sorted({chunk.doc_id for chunk in chunks.values()})
    texts = engine.texts(documents, scope)
    aliases = _aliases(documents, retrieved, engine, scope)
    asked = {each.tree: each for each in retrieved}
    there = [each for each in results if each.chunk_id in chunks]
    shown = _Shown(chunks, texts, aliases, asked, {})
    shown = shown._replace(ranges=_ranges(there, shown))
    return tuple(_answer(each, shown) for each in there)


def _aliases(
    documents: Sequence[str], retrieved: Sequence[Retrieved], engine: Engine, scope: Scope
) -> dict[str, tuple[str, ...]]:
    """The aliases of these documents; read only if some alias has a word that is asked for."""
    if not documents or not any(each.in_aliases for each in retrieved):
        return {}
    return {each.id: each.aliases for each in engine.documents(scope, documents)}


def _ranges(results: Sequence[Result], shown: _Shown) -> dict[str, dict[str, tuple[Range, ...]]]:
    """The matches in all bodies that are marked; those of a tree are looked at together."""
    bodies: dict[str, list[str]] = {}
    for result in results:
        for chunk in _marked(result, shown):
            bodies.setdefault(chunk.tree, []).append(chunk.body)
    ranges = {}
    for tree, some in bodies.items():
        asked = shown.asked[tree]
        found = all_match_ranges(some, _wanted(asked), asked.language)
        ranges[tree] = dict(zip(some, found, strict=True))
    return ranges


def _marked(result: Result, shown: _Shown) -> list[Chunk]:
    """The hits that a result is or stands for."""
    chunk = shown.chunks[result.chunk_id]
    parts = [
        shown.chunks[one.chunk_id] for one in result.constituents if one.chunk_id in shown.chunks
    ]
    if not parts:
        return [_with_text(chunk, shown)]
    return [*parts, chunk] if result.hit else parts


def _answer(result: Result, shown: _Shown) -> Answer:
    chunk = shown.chunks[result.chunk_id]
    constituents = tuple(
        _found(shown.chunks[one.chunk_id], one.score, shown, marks=True)
        for one in result.constituents
        if one.chunk_id in shown.chunks
    )
    if not constituents:
        with_text = _with_text(chunk, shown)
        found = _found(with_text, result.score, shown, marks=True)
        return Answer(found, with_text.body, (), cut=False, borrows=with_text is not chunk)
    found = _found(_with_text(chunk, shown), result.score, shown, marks=False)
    own = _found(chunk, result.hit.score, shown, marks=True) if result.hit else None
    body = shown.texts[chunk.doc_id][chunk.byte_start : chunk.byte_end].decode()
    return Answer(found, body, constituents, cut=False, own=own)


def _with_text(chunk: Chunk, shown: _Shown) -> Chunk:
    """A heading that matched but says nothing itself is shown with all that is under it."""
    if chunk.body and not chunk.body.isspace():
        return chunk
    whole = Span(chunk.byte_start, chunk.byte_end)
    text = shown.texts[chunk.doc_id][whole.start : whole.end].decode()
    return chunk._replace(body=text, spans=(whole,))


def _found(chunk: Chunk, score: float, shown: _Shown, *, marks: bool) -> Found:
    asked = shown.asked[chunk.tree]
    text = shown.texts[chunk.doc_id]
    ranges = shown.ranges[chunk.tree][chunk.body] if marks else ()
    start, end = chunk.byte_start, max(chunk.byte_start, chunk.byte_end - 1)
    first = text.count(b"\n", 0, start) + 1
    lines = (first, first + text.count(b"\n", start, end))
    pieces = snippet(chunk.body, ranges) if marks else ()
    aliases = shown.aliases.get(chunk.doc_id, ())
    missing = _missing(chunk, aliases, asked) if marks and asked.partial else ()
    return Found(chunk, score, ranges, pieces, lines, missing, aliases)


def _wanted(asked: Retrieved) -> Wanted:
    single = {bare.words[0] for bare in asked.said.bare if len(bare.words) == 1}
    near = {form.word for word in single for form in asked.expansions.get(word, ())}
    loose = () if asked.bound and not asked.partial else asked.said.single_words
    chained = wanted_for(asked.said.chains, asked.language)
    words = chained.words.union(single, near, loose)
    return chained._replace(words=words, prefixes=(*chained.prefixes, *filter(begins_gram, single)))


def _missing(chunk: Chunk, aliases: Sequence[str], asked: Retrieved) -> tuple[str, ...]:
    """The bare words of a partial match, as typed, that the chunk and its names do not have."""
    words = words_in(readable(chunk, aliases), asked.language)
    return tuple(had.typed for had in bare_words(words, asked) if not (had.some or had.near))
