"""What of each result is shown? Its text, the matches in it, its lines, within a token budget."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ra.engine.protocol import Engine, Scope
from ra.model import Chunk, Span
from ra.search.budget import fit
from ra.search.ranges import Wanted, clip, match_ranges
from ra.search.report import Answer, Found
from ra.search.results import Result
from ra.search.retrieve import Retrieved
from ra.search.snippet import snippet
from ra.search.wording import Bare
from ra.text import path_text, tokens
from ra.text.scripts import unspaced


class _Shown(NamedTuple):
    """All that is needed to show chunks: they themselves, their texts, what was asked."""

    chunks: Mapping[str, Chunk]
    texts: Mapping[str, bytes]
    asked: Mapping[str, Retrieved]


def show(
    results: Sequence[Result],
    retrieved: Sequence[Retrieved],
    engine: Engine,
    scope: Scope,
    max_tokens: int,
) -> tuple[Answer, ...]:
    """The answers for these results; with `max_tokens` as many as fit (SPEC 8.9, 8.10)."""
    ids = [each.chunk_id for each in results]
    ids += [part.chunk_id for each in results for part in each.constituents]
    chunks = engine.chunks(ids, scope)
    documents = sorted({chunk.doc_id for chunk in chunks.values()})
    texts = {doc_id: engine.text(doc_id, scope) or b"" for doc_id in documents}
    shown = _Shown(chunks, texts, {each.tree: each for each in retrieved})
    answers = [_answer(each, shown) for each in results if each.chunk_id in chunks]
    return _within(answers, max_tokens) if max_tokens else tuple(answers)


def _answer(result: Result, shown: _Shown) -> Answer:
    chunk = _with_text(shown.chunks[result.chunk_id], shown)
    parts = [one for one in result.constituents if one.chunk_id in shown.chunks]
    constituents = tuple(
        _found(shown.chunks[one.chunk_id], one.score, shown, marks=True) for one in parts
    )
    found = _found(chunk, result.score, shown, marks=not constituents)
    body = chunk.body
    if constituents:
        body = shown.texts[chunk.doc_id][chunk.byte_start : chunk.byte_end].decode()
    return Answer(found, body, constituents, cut=False)


def _with_text(chunk: Chunk, shown: _Shown) -> Chunk:
    """A heading that matched but says nothing itself is shown with all that is under it."""
    if chunk.body.strip():
        return chunk
    whole = Span(chunk.byte_start, chunk.byte_end)
    text = shown.texts[chunk.doc_id][whole.start : whole.end].decode()
    return chunk._replace(body=text, spans=(whole,))


def _found(chunk: Chunk, score: float, shown: _Shown, *, marks: bool) -> Found:
    asked = shown.asked[chunk.tree]
    text = shown.texts[chunk.doc_id]
    ranges = match_ranges(chunk.body, _wanted(asked), asked.language) if marks else ()
    start, end = chunk.byte_start, max(chunk.byte_start, chunk.byte_end - 1)
    first = text.count(b"\n", 0, start) + 1
    lines = (first, first + text.count(b"\n", start, end))
    pieces = snippet(chunk.body, ranges) if marks else ()
    return Found(chunk, score, ranges, pieces, lines, _missing(chunk, asked) if marks else ())


def _wanted(asked: Retrieved) -> Wanted:
    single = {bare.words[0] for bare in asked.said.bare if len(bare.words) == 1}
    near = {form.word for word in single for form in asked.expansions.get(word, ())}
    loose = () if asked.bound and not asked.partial else asked.said.single_words
    starts = tuple(word for word in single if len(word) == 1 and unspaced().match(word))
    words = frozenset(single | near | set(loose))
    return Wanted(words, (*asked.said.prefixes, *starts), asked.said.phrases)


def _missing(chunk: Chunk, asked: Retrieved) -> tuple[str, ...]:
    """The bare words of a partial match, as typed, that the chunk and its names do not have."""
    if not asked.partial:
        return ()
    names = " ".join([*chunk.breadcrumb, *chunk.tags, path_text(chunk.path)])
    has = {word.text for word in tokens(f"{names}\n{chunk.body}", asked.language)}
    return tuple(
        bare.typed for bare in asked.said.bare if bare.words and not _is_in(has, bare, asked)
    )


def _is_in(has: set[str], bare: Bare, asked: Retrieved) -> bool:
    """Whether a bare word, or a part of it, or what stands for it, is among some words."""
    word = bare.words[0]
    if len(word) == 1 and unspaced().match(word):  # found as the start of a pair
        return any(each.startswith(word) for each in has)
    near = (form.word for form in asked.expansions.get(word, ()))
    return not has.isdisjoint([*bare.words, *near])


def _within(answers: Sequence[Answer], max_tokens: int) -> tuple[Answer, ...]:
    from ra.text.counter import count  # only this limit pays for the counter

    printed = [(" › ".join(each.found.chunk.breadcrumb), each.body) for each in answers]
    fitted = fit(printed, max_tokens, count).results
    return tuple(
        _cut(answer, fit_one.body) if fit_one.state == "cut" else answer
        for answer, fit_one in zip(answers, fitted, strict=True)
        if fit_one.state != "dropped"
    )


def _cut(answer: Answer, body: str) -> Answer:
    found = answer.found._replace(ranges=clip(answer.found.ranges, len(body.encode())))
    return answer._replace(found=found, body=body, cut=True)
