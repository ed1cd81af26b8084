"""Tests of every search, whatever the documents and the query (SPEC 8)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from ra.model import Chunk
from ra.search.results import Match, Report, Result
from ra.text import path_text, words
from ra.text.word_offsets import tokens
from tests.worlds import RAW, Trees, World, world

VOCABULARY = "apple apples aple pear pears bear grape grapes getItem setItem plum plumb fig 日本語"
WORD = st.sampled_from(VOCABULARY.split())
TEXT = st.lists(WORD, min_size=1, max_size=8).map(" ".join)
SECTION = st.builds(
    lambda level, title, body: f"{'#' * level} {title}\n{body}\n", st.integers(1, 3), TEXT, TEXT
)
PAGE = st.builds(
    lambda first, rest: first + "\n" + "".join(rest), TEXT, st.lists(SECTION, max_size=6)
)
NAME = st.sampled_from(["a.md", "b.md", "pear/c.md", "pear/fig/d.md", "e.md"])
FILES = st.dictionaries(NAME, PAGE, min_size=1, max_size=4)
TREES = st.fixed_dictionaries({"one": FILES}, optional={"two": FILES})
ATOM = st.one_of(
    WORD,
    st.lists(WORD, min_size=1, max_size=3).map(lambda found: f'"{" ".join(found)}"'),
    WORD.map(lambda word: f"{word[:2]}*"),
    WORD.map(lambda word: f"title:{word}"),
    WORD.map(lambda word: f"{word}^3"),
    st.just("tree:one"),
    st.just("path:pear/"),
)
QUERY = st.lists(
    st.one_of(ATOM, st.tuples(ATOM, ATOM).map(" OR ".join), ATOM.map("-{}".format)),
    min_size=1,
    max_size=4,
).map(" ".join)
QUERIES = st.lists(QUERY, min_size=3, max_size=6)
FEW = settings(max_examples=12)


@contextmanager
def opened(trees: Trees) -> Iterator[World]:
    """A world in a folder that is gone afterwards."""
    with TemporaryDirectory() as folder, world(Path(folder).resolve(), trees) as made:
        yield made


def _above(chunk: Chunk, every: dict[str, Chunk]) -> set[str]:
    found: set[str] = set()
    parent = chunk.parent_id
    while parent is not None:
        found.add(parent)
        parent = every[parent].parent_id
    return found


@FEW
@given(TREES, QUERIES)
def test_results_are_sorted_and_none_holds_another(trees: Trees, queries: list[str]) -> None:
    """SPEC 8.7: by score, then id; with S4's rules a result is never an ancestor of another."""
    with opened(trees) as here:
        every = {chunk.id: chunk for chunk in here.library.index.chunks()}
        for query in queries:
            report = here.search(query, max_aggregate_tokens=0)
            found = [answer.match for answer in report.results]
            order = [(-one.score, one.chunk.id) for one in found]
            assert order == sorted(order)
            ids = {one.chunk.id for one in found}
            assert len(ids) == len(found)
            assert all(ids.isdisjoint(_above(every[one], every)) for one in ids)


@FEW
@given(TREES, QUERIES)
def test_no_hit_is_lost(trees: Trees, queries: list[str]) -> None:
    """A candidate is a result, a constituent, named as covered, or repeats a result's text."""
    with opened(trees) as here:
        for query in queries:
            report = here.search(query, limit=1000, token_target=0)
            results, covered, _ = report.trace.aggregated
            ids = {one.chunk_id for one in results}
            parts = {part.chunk_id for one in results for part in one.constituents}
            passed = {one.chunk_id for one in report.trace.complete.candidates}
            repeated = report.trace.duplicates.repeated
            assert passed == (ids & passed) | parts | set(covered)
            assert set(covered.values()) <= ids
            assert [one.match.chunk.id for one in report.results] == [
                one.chunk_id for one in results if one.chunk_id not in repeated
            ]
            cut = report.trace.elbow
            assert {*cut.kept, *cut.dropped} == set(report.trace.localized.candidates)


@FEW
@given(TREES, QUERIES, st.integers(1, 49))
def test_asking_for_more_only_appends(trees: Trees, queries: list[str], limit: int) -> None:
    """Raising `-n` up to `max_candidates` leaves the first results as they are."""
    with opened(trees) as here:
        for query in queries:
            few, more, most = (
                _scored(here.search(query, limit=number)) for number in (limit, limit + 1, 50)
            )
            assert few == most[:limit]
            assert more == most[: limit + 1]


def _scored(report: Report) -> list[tuple[str, float]]:
    return [(answer.match.chunk.id, answer.match.score) for answer in report.results]


@FEW
@given(TREES, QUERIES)
def test_ranges_lie_on_words_of_the_returned_body(trees: Trees, queries: list[str]) -> None:
    """SPEC 8.9: sorted, merged, whole tokens of the body; an aggregated result has none."""
    with opened(trees) as here:
        for query in queries:
            for answer in here.search(query).results:
                if answer.aggregated:
                    assert answer.match.ranges == ()
                    assert all(part.chunk.body in answer.body for part in answer.constituents)
                else:
                    assert answer.body == answer.match.chunk.body
                for found in _leaves(answer):
                    _check_ranges(found)


def _leaves(answer: Result) -> tuple[Match, ...]:
    return answer.constituents or (answer.match,)


def _check_ranges(found: Match) -> None:
    placed = tokens(found.chunk.body, "english")
    assert list(found.ranges) == sorted(found.ranges)
    assert {start for start, _ in found.ranges} <= {word.start for word in placed}
    assert {end for _, end in found.ranges} <= {word.end for word in placed}
    assert any(piece.is_match for piece in found.snippet) == bool(found.ranges)


@FEW
@given(TREES, st.lists(st.tuples(WORD, WORD), min_size=3, max_size=6))
def test_what_is_excluded_is_not_found(trees: Trees, pairs: list[tuple[str, str]]) -> None:
    """SPEC 8, issue: no hit and no constituent has a negated term in a searched field."""
    with opened(trees) as here:
        for wanted, excluded in pairs:
            for query in (f"{wanted} -{excluded}", f"-{excluded}", f"(pear OR fig) -{excluded}"):
                for answer in here.search(query, limit=1000).results:
                    assert not any(_has(found.chunk, excluded) for found in _leaves(answer))


def _has(chunk: Chunk, typed: str) -> bool:
    """Whether a chunk or one of its names has all words of a term, one after the other."""
    asked = words(typed, "english")
    for text in (*chunk.breadcrumb, *chunk.tags, path_text(chunk.path), chunk.body):
        at = {word.position: word.text for word in tokens(text, "english")}
        for first in at:
            if all(at.get(first + step) == word for step, word in enumerate(asked)):
                return True
    return False


@FEW
@given(st.integers(1, 12), st.integers(0, 12), st.sampled_from(["body", "title", "path", "tags"]))
def test_an_exact_match_outranks_a_fuzzy_one(common: int, near: int, place: str) -> None:
    """SPEC 8.1: of two chunks that differ only in the typed word or an expansion of it."""

    def page(word: str) -> str:
        if place == "tags":
            return f"---\ntags: [{word}]\n---\nsome other text\n"
        return f"# {word}\nsome other text\n" if place == "title" else f"{word} and other text\n"

    files = {f"x{number}.md": "lantern and other text\n" for number in range(common)}
    files |= {f"y{number}.md": "# Z\nlanterm in a body only\n" for number in range(near)}
    if place == "path":
        files |= {"p/lantern/s.md": "some other text\n", "p/lanterm/s.md": "some other text\n"}
    else:
        files |= {"p/exact.md": page("lantern"), "p/fuzzy.md": page("lanterm")}
    with opened({"docs": files}) as here:
        for ranking in ("ra", "fields", "classic"):
            found = [one for one in here.hits("lantern", ranking=ranking) if "docs:p/" in one]
            exact = [at for at, one in enumerate(found) if "exact" in one or "lantern" in one]
            fuzzy = [at for at, one in enumerate(found) if "fuzzy" in one or "lanterm" in one]
            assert exact
            assert not fuzzy or max(exact) < min(fuzzy)


@FEW
@given(st.integers(60, 120), st.integers(1, 3))
def test_a_dense_tree_does_not_crowd_out_a_sparse_one(dense: int, sparse: int) -> None:
    """SPEC 8.6: hits come from each tree, so the sparse tree's best one is a candidate."""
    trees = {
        "dense": {f"{number}.md": "pear " * 5 + "\n" for number in range(dense)},
        "sparse": {f"{number}.md": "a long text with one pear in it\n" for number in range(sparse)},
    }
    with opened(trees) as here:
        for params in ({}, {"candidate_limit": 1}, {"limit": 1, "max_candidates": 2}):
            report = here.search("pear", **params)
            candidates = report.trace.localized.candidates
            best = [one for one in candidates if one.tree == "sparse"]
            assert best
            assert best[0].score > 0
        assert len(here.hits("pear", **{**RAW, "candidate_limit": 3})) == 3 + min(3, sparse)
