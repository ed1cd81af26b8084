"""Tests scores and statistics against BM25 computed here from the chunks (SPEC 8.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log

import pytest

from ra.engine.contract.store import FIELDS, HERE, Case, EngineUnderTest, entries, entry, word
from ra.engine.manifest import TreeSpec
from ra.engine.naming import titles
from ra.engine.query import BoolQuery, BoostQuery, Field, Scope, TermQuery
from ra.engine.records import Entry
from ra.model import Chunk
from ra.properties import property_texts
from ra.text import path_text, words

_K1, _B = 1.2, 0.75
_CLOSE = 1e-3  # relative; engines keep scores as 32-bit floats

Terms = Mapping[str, Sequence[str]]
"""The terms of each chunk in one field."""

# Fields of at most 40 terms: engines keep the length of longer ones rounded.
PAGES = {
    "tea/oolong.md": "---\ntags: [tea, green tea]\naliases: [Blue Tea]\n---\n"
    "# Oolong tea\nOolong tea is a tea.\n\n## Brewing\nBrew the tea twice, oolong twice.\n",
    "tea/sencha.md": "---\ntags: [tea]\n---\n# Sencha\nSencha is green.\n\n"
    "## Brewing tea\nCool water.\n",
    "coffee.md": "# Coffee\nNo tea here, only coffee and coffee again with a little more water.\n",
    "plain.md": "water\n",
    "long.md": "# Long\n"
    + "water " * 3
    + " ".join(f"filler{number}x" for number in range(30))
    + "\n",
}
ASKED = ("tea", "oolong", "brewing", "coffee", "water", "green", "blue", "twice", "long", "absent")


def terms_of(
    taken: Sequence[Entry], field: Field, language: str = "english"
) -> dict[str, list[str]]:
    """The terms of a field in each searchable chunk."""
    found: dict[str, list[str]] = {}
    for each in taken:
        for chunk in each.chunks:
            texts: dict[Field, Sequence[str]] = {
                "title": titles(chunk),
                "hierarchy": chunk.breadcrumb,
                "path": (path_text(chunk.path),),
                "tags": chunk.tags,
                "aliases": each.document.aliases,
                "properties": property_texts(each.document.fields) if not chunk.position else (),
                "body": (chunk.visible,),
                "text": _text(chunk),
            }
            if chunk.hit:
                found[chunk.id] = [one for text in texts[field] for one in words(text, language)]
    return found


def _text(chunk: Chunk) -> tuple[str, ...]:
    """Breadcrumb and body; a chunk without text of its own is found by its names."""
    return (*chunk.breadcrumb, chunk.visible) if chunk.visible.strip() else ()


def bm25(terms: Terms, asked: str) -> dict[str, float]:
    """The BM25 score of every chunk that has a term (k1 1.2, b 0.75, idf with 1 + inside)."""
    matches = {chunk_id: own.count(asked) for chunk_id, own in terms.items() if asked in own}
    idf = log(1 + (len(terms) - len(matches) + 0.5) / (len(matches) + 0.5))
    average = sum(map(len, terms.values())) / len(terms)
    return {
        chunk_id: idf * (_K1 + 1) * count / (count + _K1 * (1 - _B + _B * size / average))
        for chunk_id, count in matches.items()
        for size in (len(terms[chunk_id]),)
    }


class ScoringContract(Case):
    """SPEC 8.2: BM25 for each field of each tree, whatever the order of changes."""

    def test_scores_are_bm25(self, store: EngineUnderTest) -> None:
        """Protocol `lexical`: a term scores by BM25 over the chunks of its tree."""
        taken = store.put(PAGES)
        for field in FIELDS:
            _compare(store, taken, field)

    def test_scores_do_not_depend_on_the_batches(self, store: EngineUnderTest) -> None:
        """Protocol `lexical`: statistics are those of the tree, however it is stored."""
        taken = [each for path, text in PAGES.items() for each in store.put({path: text})]
        for field in FIELDS:
            _compare(store, taken, field)
        store.reopen()
        for field in FIELDS:
            _compare(store, taken, field)

    @pytest.mark.parametrize("field", FIELDS)
    def test_scores_of_prepared_fields(self, store: EngineUnderTest, field: Field) -> None:
        """Protocol `prepare`: it changes no score, and later changes keep what was prepared."""
        pages = dict(PAGES)
        late = {"coffee.md": pages.pop("coffee.md")}
        taken = store.put(pages)
        store.engine.prepare((field,), HERE)
        _compare(store, taken, field)
        _compare(store, [*taken, *store.put(late)], field)
        store.reopen()
        store.engine.prepare((field,), HERE)
        _compare(store, [*taken, *entries(late)], field)

    def test_boosts_and_sums_of_terms(self, store: EngineUnderTest) -> None:
        """SPEC 8.2: each term searches several fields, times their weights, summed."""
        taken = store.put(PAGES)
        parts: list[tuple[Field, str, float]] = [
            ("body", "tea", 1.0),
            ("title", "tea", 3.0),
            ("body", "oolong", 0.5),
        ]
        expected: dict[str, float] = {}
        for field, text, factor in parts:
            for chunk_id, score in bm25(terms_of(taken, field), word(text)).items():
                expected[chunk_id] = expected.get(chunk_id, 0.0) + factor * score
        query = BoolQuery(
            should=tuple(BoostQuery(TermQuery(field, word(text)), by) for field, text, by in parts)
        )
        assert store.scores(query) == pytest.approx(expected, rel=_CLOSE)

    def test_each_tree_has_statistics_of_its_own(self, bare: EngineUnderTest) -> None:
        """SPEC 8.6: the scores of a tree are its own, whatever others are searched with it."""
        bare.declare([TreeSpec(name, "default", "english", "f") for name in ("docs", "more")])
        taken = bare.put(PAGES)
        bare.put({f"{number}.md": "tea oolong\n" for number in range(30)}, "more")
        found = bare.scores(TermQuery("body", "tea"), Scope("default", ("docs", "more")))
        own = {one: score for one, score in found.items() if one.startswith("docs:")}
        assert own == pytest.approx(bm25(terms_of(taken, "body"), "tea"), rel=_CLOSE)

    def test_statistics_after_documents_left(self, store: EngineUnderTest) -> None:
        """Protocol `stats`, `chunk_count`: exact at once. Scores may count removed chunks for a
        while, as an unmerged segment does, but nothing else.
        """
        before = store.put(PAGES)
        store.apply(drop=["coffee.md"])
        changed = entry("plain.md", "water and tea\n")
        store.apply([changed])
        left = [one for one in before if one.file.path not in ("coffee.md", "plain.md")]
        now = [*left, changed]
        assert store.engine.chunk_count(HERE) == len(terms_of(now, "body"))
        for field in FIELDS:
            asked = [word(text) for text in ASKED]
            assert store.engine.stats((field,), asked, HERE)[field] == _counts(now, field)
        _is_between(store, now, [*before, changed])


def _compare(store: EngineUnderTest, taken: Sequence[Entry], field: Field) -> None:
    terms = terms_of(taken, field)
    asked = [word(text) for text in ASKED]
    for one in asked:
        expected = bm25(terms, one)
        assert store.scores(TermQuery(field, one)) == pytest.approx(expected, rel=_CLOSE), one
    assert store.engine.stats((field,), asked, HERE)[field] == _counts(taken, field)
    assert store.engine.chunk_count(HERE) == len(terms)


def _counts(taken: Sequence[Entry], field: Field) -> dict[str, int]:
    terms = terms_of(taken, field)
    return {one: sum(one in own for own in terms.values()) for one in map(word, ASKED)}


def _is_between(store: EngineUnderTest, now: Sequence[Entry], ever: Sequence[Entry]) -> None:
    """Every score lies between those computed with current chunks and with all chunks ever."""
    for one in map(word, ASKED):
        found = store.scores(TermQuery("body", one))
        fresh = bm25(terms_of(now, "body"), one)
        assert found.keys() == fresh.keys()
        removed = {f"{number}": terms for number, terms in enumerate(_removed(now, ever))}
        late = bm25({**terms_of(now, "body"), **removed}, one)
        for chunk_id, score in found.items():
            low, high = sorted((fresh[chunk_id], late[chunk_id]))
            assert low * (1 - _CLOSE) <= score <= high * (1 + _CLOSE), (one, chunk_id)


def _removed(now: Sequence[Entry], ever: Sequence[Entry]) -> list[list[str]]:
    gone = [each for each in ever if each not in now]
    return [terms for each in gone for terms in terms_of([each], "body").values()]
