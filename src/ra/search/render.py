"""Renders ranked chunks as results: their text, highlighted matches, snippets and lines."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import itemgetter

from ra.model import Chunk, Span
from ra.search.aggregate import Ranked
from ra.search.candidates import KeywordFacts
from ra.search.coverage import Scanned, missing, wanted_in_body
from ra.search.duplicates import ShownText
from ra.search.highlight import Range, all_match_ranges
from ra.search.results import Lines, Match, Result, ShownPassage
from ra.text.analysis import words
from ra.typed import NamedTuple


class Sources(NamedTuple):
    """What results are rendered from: chunks by id, texts and aliases of their documents.

    Chunks have only the visible part of their bodies. `hidden` are the hidden ranges of documents
    whose text is shown beyond one chunk. `first_texts` has, for a chunk without text of its own,
    the first one below it with some. `languages` has the analyses of documents, where they differ.
    """

    chunks: Mapping[str, Chunk]
    texts: Mapping[str, bytes]
    aliases: Mapping[str, tuple[str, ...]]
    hidden: Mapping[str, tuple[Span, ...]] = {}
    first_texts: Mapping[str, Chunk] = {}
    languages: Mapping[str, str] = {}

    def with_more(self, more: Sources) -> Sources:
        """These and those of further results."""
        return Sources(
            {**self.chunks, **more.chunks},
            {**self.texts, **more.texts},
            {**self.aliases, **more.aliases},
            {**self.hidden, **more.hidden},
            {**self.first_texts, **more.first_texts},
            {**self.languages, **more.languages},
        )

    def language(self, chunk: Chunk) -> str:
        """The analysis of a chunk; "" where its tree has only one."""
        return self.languages.get(chunk.doc_id, "")

    def place(self, chunk: Chunk) -> tuple[str, str]:
        """The tree and the analysis of a chunk."""
        return chunk.tree, self.language(chunk)

    def with_text(self, chunk: Chunk) -> Chunk:
        """The chunk; one without text of its own gets that of the first section below it."""
        first = self.first_texts.get(chunk.id)
        return chunk if first is None else chunk._replace(body=first.body, spans=first.spans)

    def visible(self, chunk: Chunk) -> tuple[Span, ...]:
        """The ranges of the file that a chunk and all below it cover, without hidden ones."""
        spans: list[Span] = []
        start = chunk.byte_start
        for first, last in self.hidden.get(chunk.doc_id, ()):
            if first < chunk.byte_end and last > start:
                spans += [Span(start, first)] if start < first else []
                start = last
        return (*spans, Span(start, chunk.byte_end)) if start < chunk.byte_end else tuple(spans)

    def text(self, doc_id: str, spans: Sequence[Span]) -> str:
        """The text of a document at these ranges."""
        data = self.texts[doc_id]
        return b"".join([data[start:end] for start, end in spans]).decode()

    def whole_text(self, chunk: Chunk) -> str:
        """The visible text of a chunk with everything below it."""
        return self.text(chunk.doc_id, self.visible(chunk))

    def shown(self, ranked: Ranked) -> ShownText:
        """What a result shows: its text, or with constituents all that is below it."""
        chunk = self.chunks[ranked.chunk_id]
        if ranked.aggregated:
            return ShownText(chunk.id, chunk.title, self.whole_text(chunk), f"{chunk.id} whole")
        first = self.first_texts.get(chunk.id, chunk)
        return ShownText(chunk.id, chunk.title, first.body, first.id)


_Place = tuple[str, str]
"""A tree, and an analysis of its documents."""


class SizeLimits(NamedTuple):
    """How many bytes of the text of a result are shown: `most`, or only a few of those in brief.

    0 means no limit.
    """

    most: int = 0
    few: int = 0
    brief: frozenset[str] = frozenset()


class _Rendering(NamedTuple):
    sources: Sources
    facts: Mapping[str, KeywordFacts]  # by tree
    ranges: Mapping[_Place, Mapping[str, tuple[Range, ...]]]  # by body
    missing: Mapping[str, tuple[str, ...]]  # by chunk
    passages: Mapping[str, int]  # by chunk
    sizes: SizeLimits
    weights: dict[_Place, dict[str, float]]  # of matching words, as they are asked for


def render(
    ranked: Sequence[Ranked],
    sources: Sources,
    facts: Mapping[str, KeywordFacts],
    also: Callable[[str], tuple[str, ...]],
    passages: Mapping[str, int],
    sizes: SizeLimits,
) -> tuple[Result, ...]:
    """Build the results of ranked chunks, without those whose file has since been removed (SPEC
    8.9). `passages` are where the excerpts of some begin. Of a text that is longer than the limit
    its best passages are shown.
    """
    there = [each for each in ranked if each.chunk_id in sources.chunks]
    chunks = _highlighted_chunks(there, sources)
    ranges = _ranges(chunks, facts)
    absent = _missing(chunks, ranges, sources, facts)
    rendering = _Rendering(sources, facts, ranges, absent, passages, sizes, {})
    results = [_result(each, rendering) for each in there]
    return tuple([_with_places(each, also(each.match.chunk.id)) for each in results])


def _with_places(result: Result, others: tuple[str, ...]) -> Result:
    """The result with the other places of its text; most have none."""
    return result._replace(also_in=others) if others else result


def _highlighted_chunks(ranked: Iterable[Ranked], sources: Sources) -> dict[_Place, list[Chunk]]:
    """The chunks to highlight; those of a tree and language are scanned together."""
    chunks: dict[_Place, list[Chunk]] = {}
    for each in ranked:
        for chunk in _highlighted(each, sources):
            chunks.setdefault(sources.place(chunk), []).append(chunk)
    return chunks


def _ranges(
    chunks: Mapping[_Place, Sequence[Chunk]], facts: Mapping[str, KeywordFacts]
) -> dict[_Place, dict[str, tuple[Range, ...]]]:
    """The matches in all highlighted bodies."""
    ranges = {}
    for place, some in chunks.items():
        asked = facts[place[0]].of(place[1])
        bodies = [chunk.body for chunk in some]
        found = all_match_ranges(bodies, wanted_in_body(asked), asked.query.language)
        ranges[place] = dict(zip(bodies, found, strict=True))
    return ranges


def _missing(
    chunks: Mapping[_Place, Sequence[Chunk]],
    ranges: Mapping[_Place, Mapping[str, tuple[Range, ...]]],
    sources: Sources,
    facts: Mapping[str, KeywordFacts],
) -> dict[str, tuple[str, ...]]:
    """The words of the query that each highlighted chunk lacks."""
    lacking: dict[str, tuple[str, ...]] = {}
    for (tree, language), some in chunks.items():
        doubtful = [chunk for chunk in some if facts[tree].lacks_words(chunk.id)]
        found, aliases = ranges[tree, language], sources.aliases.get
        scanned = [
            Scanned(chunk, aliases(chunk.doc_id, ()), found[chunk.body]) for chunk in doubtful
        ]
        absent = missing(scanned, facts[tree].of(language)) if scanned else []
        lacking.update(zip([chunk.id for chunk in doubtful], absent, strict=True))
    return lacking


def _highlighted(ranked: Ranked, sources: Sources) -> list[Chunk]:
    """The chunks of hits that a result is or represents."""
    chunk = sources.chunks[ranked.chunk_id]
    parts = [
        sources.chunks[one.chunk_id]
        for one in ranked.constituents
        if one.chunk_id in sources.chunks
    ]
    if not parts:
        return [sources.with_text(chunk)]
    return [*parts, chunk] if ranked.hit else parts


def _result(ranked: Ranked, rendering: _Rendering) -> Result:
    sources = rendering.sources
    chunk = sources.chunks[ranked.chunk_id]
    constituents = tuple(
        [
            _match(sources.chunks[one.chunk_id], one.score, rendering, highlights=True)
            for one in ranked.constituents
            if one.chunk_id in sources.chunks
        ]
    )
    shown = sources.with_text(chunk)
    match = _match(shown, ranked.score, rendering, highlights=not constituents)
    if not constituents:
        result = Result(match, shown.body, (), cut=False, borrows=shown is not chunk)
        return _in_passages(result, shown, rendering)
    own = _match(chunk, ranked.hit.score, rendering, highlights=True) if ranked.hit else None
    spans = sources.visible(chunk)
    body = sources.text(chunk.doc_id, spans)
    return Result(match, body, constituents, cut=False, own=own, spans=spans)


def _in_passages(result: Result, chunk: Chunk, rendering: _Rendering) -> Result:
    """The result with the best passages of a long text, if its body is cut from the file."""
    is_brief = chunk.id in rendering.sizes.brief
    most = rendering.sizes.few if is_brief else rendering.sizes.most
    if not most or len(chunk.body) * 4 <= most or not chunk.spans:
        return result
    data = chunk.body.encode("utf-8", "surrogatepass")
    if len(data) <= most:
        return result
    from ra.search.excerpts import best_passages, brief_passage  # few texts are long

    weight = _weight_of_words(rendering, chunk)
    matches = result.match.ranges
    if is_brief:
        ranges: Sequence[Range] = (brief_passage(data, matches, weight, most),)
    else:
        ranges = best_passages(data, matches, weight, most)
    text = rendering.sources.texts[chunk.doc_id]
    body = result.match.lines.body
    passages = []
    for start, end in ranges:
        kept = data[start:end].rstrip()
        last = start + max(len(kept) - 1, 0)
        lines = [_line_at(at, body, chunk, text) for at in (start, last)]
        passages.append(ShownPassage(start, end, lines[0], lines[1]))
    shown = b"".join([data[start:end] for start, end in ranges])
    short = shown.decode("utf-8", "surrogatepass")
    return result._replace(body=short, passages=tuple(passages), brief=is_brief)


def _weight_of_words(rendering: _Rendering, chunk: Chunk) -> Callable[[str], float]:
    """What a word of the text counts that matches; most results have the same words."""
    place = rendering.sources.place(chunk)
    facts = rendering.facts[place[0]].of(place[1])
    known = rendering.weights.setdefault(place, {})

    def weight(word: str) -> float:
        if word not in known:
            terms = words(word, facts.query.language)
            known[word] = max([facts.weights.get(term, 1.0) for term in terms], default=1.0)
        return known[word]

    return weight


def _match(chunk: Chunk, score: float, rendering: _Rendering, *, highlights: bool) -> Match:
    language = rendering.sources.language(chunk)
    ranges = rendering.ranges[chunk.tree, language][chunk.body] if highlights else ()
    text = rendering.sources.texts[chunk.doc_id]
    passage = rendering.passages.get(chunk.id) if highlights else None
    if passage is None:
        lines = lines_of(chunk, text, ranges)
    else:
        at = len(chunk.body[:passage].encode())
        lines = lines_of(chunk, text, ((at, at),))
    pieces = None if highlights else ()
    aliases = rendering.sources.aliases.get(chunk.doc_id, ())
    lacks = rendering.missing.get(chunk.id, ()) if highlights else ()
    return Match(chunk, score, ranges, pieces, lines, lacks, aliases, passage, language)


def lines_of(chunk: Chunk, text: bytes, ranges: Sequence[Range]) -> Lines:
    """The lines of a chunk in the text of its document."""
    start, end = chunk.lines(text)
    if not chunk.spans:
        return _lines_of_rewritten(chunk, text, ranges, (start, end))
    body, opens, match = _stretches(chunk, text, start), start, None
    if chunk.heading_start == chunk.byte_start and chunk.depth and chunk.body[:1].isspace():
        blank = len(chunk.body) - len(chunk.body.lstrip())
        opens = _line_at(len(chunk.body[:blank].encode()), body, chunk, text)
    elif chunk.heading_start == chunk.byte_start and chunk.depth:
        opens = body[0][1]
    if ranges:
        match = _line_at(ranges[0][0], body, chunk, text)
    return Lines(start, end, opens, match, tuple(body))


def _stretches(chunk: Chunk, text: bytes, line: int) -> list[tuple[int, int]]:
    """The offset in the body and the line of each contiguous stretch of the file."""
    at, offset, found = chunk.heading_start, 0, []
    for start, end in chunk.spans:
        line += text.count(b"\n", at, start)
        found.append((offset, line))
        at, offset = start, offset + end - start
    return found


def _line_at(offset: int, body: Sequence[tuple[int, int]], chunk: Chunk, text: bytes) -> int:
    """The line of a byte of the body."""
    number = bisect_right(body, offset, key=itemgetter(0)) - 1 if len(body) > 1 else 0
    begins, line = body[number]
    at = chunk.spans[number].start
    return line + text.count(b"\n", at, at + offset - begins)


def _lines_of_rewritten(
    chunk: Chunk, text: bytes, ranges: Sequence[Range], covered: tuple[int, int]
) -> Lines:
    """The lines of a chunk whose strategy rewrote its body, line by line.

    The lines are the same, without the blank ones before the body.
    """
    start, end = covered
    first = start + text.count(b"\n", chunk.heading_start, chunk.byte_start)
    body = chunk.body.encode("utf-8", "surrogatepass")
    first += _lines_before(body, text[chunk.byte_start : chunk.byte_end])
    has_heading = chunk.heading_start < chunk.byte_start or not chunk.depth
    opens = start if has_heading else first + body.count(b"\n", 0, len(body) - len(body.lstrip()))
    match = first + body.count(b"\n", 0, ranges[0][0]) if ranges else None
    return Lines(start, end, opens, match, ((0, first),))


def _lines_before(body: bytes, text: bytes) -> int:
    """How many lines of a text precede those of a body that was made from it."""
    wanted = body.partition(b"\n")[0].split()
    lines = enumerate(text.split(b"\n"))
    return next((number for number, line in lines if line.split() == wanted), 0)
