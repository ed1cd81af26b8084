"""Measures one set: indexes it in a temporary folder and searches every question.

One search uses the given settings and measures the returned results and the time. Another one
matches any of the words without a cut and measures the ranking alone. Each question is searched by
its words, and as typed where the grammar of queries reads it differently.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from ra.config.choices import INCLUDE, Mode
from ra.config.schema import Search, Settings, Tree
from ra.engine.protocol import Reader
from ra.engine.query import Hit, Scope
from ra.errors import QueryError
from ra.evaluate import measures, targets
from ra.evaluate.results import Asked, Measured, Typed
from ra.evaluate.sets import EvalSet, Question, opened
from ra.evaluate.targets import TargetKey
from ra.library import DEFAULT_TENANT, Library
from ra.library.sound_index import Index
from ra.model import Span
from ra.query import parse
from ra.query.ast import Query, Term, all_of
from ra.search.analyzed import analyze
from ra.search.keyword import Target
from ra.search.keyword import retrieve as by_keywords
from ra.search.legs import Retrieval, fused, retrieve
from ra.search.pipeline import SearchJob, search
from ra.search.results import Result
from ra.typed import NamedTuple

Progress = Callable[[str, int, int], None]
_TREE = "set"
_TODAY = datetime.now(tz=UTC).date()  # for `after:7d`
# The number of hits of a ranking; more while many of them are from few documents.
_FIRST_HITS = 200
_MOST_HITS = 20_000
_FURTHER = 5
# Names are preferred among the first `max_candidates`; a lower setting cuts, so it is ignored.
_NAMED_HITS = 50


class World(NamedTuple):
    """An indexed set, ready to be searched with the settings `params`."""

    engine: Reader
    tree: Tree
    params: Search
    places: Callable[[Hit], TargetKey]
    spans: Mapping[str, Span]
    by_document: bool


def measure(place: Path, settings: Settings, progress: Progress | None = None) -> Measured:
    """Measure the set in this folder or archive in the mode of the settings."""
    return measure_modes(place, settings, progress, (settings.search.mode,))[0]


def measure_modes(
    place: Path, settings: Settings, progress: Progress | None, modes: Sequence[Mode]
) -> list[Measured]:
    """Index a set, search all its questions in each of these modes, and remove the index."""
    with (
        opened(place) as chosen,
        TemporaryDirectory(prefix="ra-eval-", ignore_cleanup_errors=True) as folder,
    ):
        return _in_modes(chosen, settings, Path(folder), progress, modes)


def measured(
    chosen: EvalSet, settings: Settings, folder: Path, progress: Progress | None = None
) -> Measured:
    """The same for a set that is open, with the index in this folder."""
    return _in_modes(chosen, settings, folder, progress, (settings.search.mode,))[0]


def _in_modes(
    chosen: EvalSet,
    settings: Settings,
    folder: Path,
    progress: Progress | None,
    modes: Sequence[Mode],
) -> list[Measured]:
    say = progress or _silent
    embeds = any(mode != "keyword" for mode in modes)
    with indexed(chosen, settings, folder, say, embeds=embeds) as world:
        return [
            _asked_all(chosen, world._replace(params=world.params._replace(mode=mode)), say)
            for mode in modes
        ]


@contextmanager
def indexed(
    chosen: EvalSet,
    settings: Settings,
    folder: Path,
    progress: Progress | None = None,
    *,
    embeds: bool = False,
) -> Iterator[World]:
    """Index a set in this folder, with vectors if it `embeds`, and keep it open for searches."""
    say = progress or _silent
    tree = tree_of(chosen, settings)
    ours = with_index_in(folder, settings._replace(trees=(tree,)))
    with Library(ours) as kb:
        kb.index.update(progress=lambda _, done, total: say(f"{chosen.name}, index", done, total))
        if embeds:
            kb.index.embed(
                progress=lambda _, done, total: say(f"{chosen.name}, embed", done, total)
            )
    index = Index(ours, lambda _: None)
    try:
        scope = Scope(tree.tenant, (tree.name,))
        spans = _covered_by(wanted(chosen), index.engine, scope)
        places = _places(index.engine, scope, spans)
        yield World(index.engine, tree, settings.search, places, spans, chosen.by_document)
    finally:
        index.close()


def wanted(chosen: EvalSet) -> list[str]:
    """Every target of a set."""
    return sorted({target for each in chosen.questions for target in each.grades})


def with_index_in(folder: Path, settings: Settings) -> Settings:
    """The settings with a temporary index in this folder."""
    place = folder / "index"
    return settings._replace(
        index_dir=place, index_fallback=place, index_owner=folder, state_dir=folder / "state"
    )


def tree_of(chosen: EvalSet, settings: Settings) -> Tree:
    """The documents of a set as a tree: chunked and parsed by the settings, selected
    without them.
    """
    return Tree(
        name=_TREE,
        root=chosen.docs.resolve(),
        local=True,
        include=INCLUDE,
        exclude=(),
        tenant=DEFAULT_TENANT,
        language=chosen.language,
        respect_gitignore=False,
        max_file_bytes=settings.max_file_bytes,
        chunking=settings.chunking,
        parsers=settings.parsers,
        dates="file",
    )


def plain(text: str) -> Query | None:
    """The words of a question; operators count as parts of words."""
    return all_of(Term(word) for word in text.split())


def _asked_all(chosen: EvalSet, world: World, say: Progress) -> Measured:
    asked = []
    for number, question in enumerate(chosen.questions):
        say(f"{chosen.name}, {world.params.mode}", number, len(chosen.questions))
        asked.append(_asked(question, world))
    missing = sum(target not in world.spans for target in wanted(chosen))
    scope = Scope(world.tree.tenant, (world.tree.name,))
    count = world.engine.chunk_count(scope)
    documents = world.engine.usage(scope)[world.tree.name].documents
    mode = world.params.mode
    return Measured(chosen.name, chosen.lang, documents, count, missing, tuple(asked), mode)


def _covered_by(targets_of: Sequence[str], engine: Reader, scope: Scope) -> dict[str, Span]:
    """The range of each target in its file, without white space at its ends."""
    names = {f"{_TREE}:{target}": target for target in targets_of}
    found = {}
    for chunk_id, chunk in engine.chunks(names, scope).items():
        text = engine.texts([chunk.doc_id], scope).get(chunk.doc_id) or b""
        covered = text[chunk.byte_start : chunk.byte_end]
        blank = len(covered) - len(covered.lstrip())
        end = chunk.byte_start + len(covered.rstrip())
        found[names[chunk_id]] = Span(chunk.byte_start + blank, end)
    return found


def _places(engine: Reader, scope: Scope, spans: Mapping[str, Span]) -> Callable[[Hit], TargetKey]:
    """A function from a hit to its place; each document is read once."""

    @cache
    def of_document(path: str) -> dict[str, TargetKey]:
        return targets.places(engine.outline(f"{_TREE}:{path}", scope), spans)

    return lambda hit: of_document(hit.path)[hit.chunk_id]


def _asked(question: Question, world: World) -> Asked:
    query = plain(question.text)
    started = perf_counter()
    results = returned(query, world)
    seconds = perf_counter() - started
    found = _found(query, question.grades, world)
    grades = question.grades.values()
    ndcg = measures.ndcg(found, grades)
    covered = targets.covered(results, question.grades, world.spans)
    return Asked(
        id=question.id,
        ndcg=ndcg,
        recall=measures.recall(found, grades),
        mrr=measures.reciprocal_rank(found),
        covered=covered,
        typed=_typed(question, world, Typed(ndcg, covered, is_query=True)),
        results=len(results),
        size=sum(len(one.body.encode()) for one in results),
        passages=targets.passages_returned(results, question.passages),
        seconds=seconds,
    )


def _typed(question: Question, world: World, by_words: Typed) -> Typed:
    """The metrics of the question as typed; by its words if it is no valid query, as agents' tools
    search it (SPEC 7).
    """
    try:
        query = parse(question.text)
    except QueryError:
        return by_words._replace(is_query=False)
    if repr(query) == repr(plain(question.text)):  # classes count: a prefix can equal a term
        return by_words
    found = _found(query, question.grades, world)
    return Typed(
        ndcg=measures.ndcg(found, question.grades.values()),
        covered=targets.covered(returned(query, world), question.grades, world.spans),
        is_query=True,
    )


def returned(query: Query | None, world: World) -> tuple[Result, ...]:
    """The results of a search with these settings."""
    job = SearchJob(world.engine, (world.tree,), world.params, _TODAY, True, 0, perf_counter)
    return search(query, job).results


def _found(query: Query | None, grades: Mapping[str, float], world: World) -> list[float]:
    """The grades of the ranking; lower ranks are read only where they can change the metrics."""
    if query is None:
        return []
    asked = max(_FIRST_HITS, world.params.candidate_limit)
    while True:
        hits = _ranked(query, asked, world)
        places = map(world.places, hits)
        found = targets.grades_found(places, grades, by_document=world.by_document)
        is_full = len(found) == measures.DEPTH or sum(grade > 0 for grade in found) == len(grades)
        if is_full or len(hits) < asked or asked >= _MOST_HITS:
            return found
        asked *= _FURTHER


def _ranked(query: Query, most: int, world: World) -> list[Hit]:
    """Hits for any of the words, without cut or aggregation."""
    named = max(_NAMED_HITS, world.params.max_candidates)
    params = world.params._replace(match="any", candidate_limit=most, max_candidates=named)
    target = Target(world.tree, analyze(query, world.tree.language))
    if params.mode != "keyword":
        return _by_meaning(query, target, world._replace(params=params))
    (leg,) = by_keywords([target], world.engine, params, _TODAY)
    first = leg.facts.complete or frozenset()  # with the phrases of the question (SPEC 8.1)
    return sorted(leg.hits, key=lambda hit: (hit.chunk_id not in first, -hit.score, hit.chunk_id))


def _by_meaning(query: Query, target: Target, world: World) -> list[Hit]:
    """All hits of a search by meaning, before recency and cuts; without vectors by keywords."""
    from ra.search.query_vectors import spoken, understand  # only these modes need models

    alone = world.params.mode == "semantic"
    meaning = understand(spoken(query), (world.tree,), world.engine, alone=alone)
    params = world.params if meaning.vectors else world.params._replace(mode="keyword")
    legs = retrieve(Retrieval((target,), world.engine, params, _TODAY, meaning))
    hits = {hit.chunk_id: hit for leg in legs.each() for hit in leg.hits}
    found = [hits[one.chunk_id]._replace(score=one.score) for one in fused(legs, params).candidates]
    first = legs.keyword[0].facts.complete or frozenset()
    return sorted(found, key=lambda hit: hit.chunk_id not in first)


def _silent(_name: str, _done: int, _total: int) -> None:
    """Ignore progress."""
