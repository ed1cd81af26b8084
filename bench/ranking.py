"""`python -m bench ranking`: is the order of results better than that of plain engines?

SQLite FTS5 and bare Tantivy get the same chunks, breadcrumb and body in one field, and the same
words, any of which may match; BM25 is theirs as it comes. Prints a table in Markdown.
"""

from __future__ import annotations

import re
import sqlite3
import sys
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import tantivy

from bench.corpora import PROJECT
from ra import config
from ra.config.schema import Settings
from ra.evaluate import measures, run, targets
from ra.evaluate.sets import LANGUAGES, EvalSet, Question, opened
from ra.library import Library
from ra.model import Chunk
from ra.parse import slugs

SETS = PROJECT.parent / "shared" / "eval"
QUICK = ("cranfield", "faquad-pt")
TARGETS = {
    "vespa-docs-a": 0.82,
    "squad2-dev-a": 0.915,
    "cacm": 0.48,
    "cranfield": 0.395,
    "mdn-lookups": 0.65,
}
BEHIND = 0.005  # how far below the better plain engine a set may be
CANDIDATES = 100
Rank = Callable[[str], list[str]]
_WORD = re.compile(r"\w+")
_BIGRAMS = {"ja", "zh"}  # without spaces between words, and without words in these engines


def main(*, quick: bool = False) -> None:
    """Every set, each engine in the same run."""
    archives = sorted(SETS.glob("*.tar.xz"))
    if not archives:
        sys.exit(f"bench: no sets in {SETS}; put the archives of the sets there")
    print("| set | language | questions | FTS5 | Tantivy | ra | ra − better | goal |")
    print("|---|---|---:|---:|---:|---:|---:|---|", flush=True)
    for archive in archives:
        if not quick or archive.name.partition(".")[0] in QUICK:
            with opened(archive) as chosen, TemporaryDirectory() as folder:
                print(_row(chosen, Path(folder)), flush=True)


def _row(chosen: EvalSet, folder: Path) -> str:
    settings = _defaults(folder)
    ours = run.measured(chosen, settings, folder / "index").mean(lambda each: each.ndcg)
    tree = run.tree_of(chosen, settings)
    with Library(settings._replace(trees=(tree,), index_dir=folder / "index")) as kb:
        chunks = list(kb.chunk_list())
    plain = [
        _ndcg(chosen, chunks, fts5(chunks, chosen.lang)),
        _ndcg(chosen, chunks, bare_tantivy(chunks, chosen.lang)),
    ]
    ahead = ours - max(plain)
    goal = TARGETS.get(chosen.name, 0.0)
    # A set whose targets are passages has no ranking of documents worth comparing.
    met = "met" if ahead >= -BEHIND and ours >= goal else "missed"
    said = f"≥ {goal:.3f}: {met}" if goal else met
    figures = " | ".join(f"{value:.4f}" for value in (*plain, ours))
    count = len(chosen.questions)
    return f"| {chosen.name} | {chosen.lang} | {count:,} | {figures} | {ahead:+.4f} | {said} |"


def _defaults(folder: Path) -> Settings:
    """No settings of the user."""
    home = folder / "home"
    home.mkdir()
    return config.load(home, home=home, cache=home / "cache", tree_name=slugs.slugify)


def fts5(chunks: Sequence[Chunk], lang: str) -> Rank:
    """SQLite's full-text index, with its stemmer where it has one."""
    base = sqlite3.connect(":memory:")
    stems = "porter unicode61" if lang == "en" else "unicode61"
    base.execute(f"CREATE VIRTUAL TABLE chunk USING fts5(text, tokenize = '{stems}')")
    rows = ((number, _text(chunk, lang)) for number, chunk in enumerate(chunks))
    base.executemany("INSERT INTO chunk (rowid, text) VALUES (?, ?)", rows)
    order = f"SELECT rowid FROM chunk WHERE chunk MATCH ? ORDER BY rank LIMIT {CANDIDATES}"

    def rank(question: str) -> list[str]:
        words = dict.fromkeys(_WORD.findall(_split(question, lang)))
        asked = " OR ".join(f'"{word}"' for word in words)
        return [chunks[row[0]].id for row in base.execute(order, (asked,))] if words else []

    return rank


def bare_tantivy(chunks: Sequence[Chunk], lang: str) -> Rank:
    """Tantivy with its own tokenizer, and its stemmer where it has one."""
    words = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.simple())
    words = words.filter(tantivy.Filter.remove_long(40)).filter(tantivy.Filter.lowercase())
    if lang in LANGUAGES:
        words = words.filter(tantivy.Filter.stemmer(LANGUAGES[lang]))
    analyzer = words.build()
    fields = tantivy.SchemaBuilder()
    fields.add_text_field("text", tokenizer_name="words")
    fields.add_integer_field("number", stored=True, fast=True)
    schema = fields.build()
    index = tantivy.Index(schema)
    index.register_tokenizer("words", analyzer)
    writer = index.writer(num_threads=1)
    for number, chunk in enumerate(chunks):
        writer.add_document(tantivy.Document(text=_text(chunk, lang), number=number))
    writer.commit()
    index.reload()
    searcher = index.searcher()

    def rank(question: str) -> list[str]:
        asked = dict.fromkeys(analyzer.analyze(_split(question, lang)))
        terms = [tantivy.Query.term_query(schema, "text", word) for word in asked]
        query = tantivy.Query.boolean_query([(tantivy.Occur.Should, term) for term in terms])
        hits = searcher.search(query, CANDIDATES).hits if terms else []
        numbers = [searcher.doc(address)["number"][0] for _, address in hits]
        return [chunks[number].id for number in numbers]

    return rank


def _text(chunk: Chunk, lang: str) -> str:
    return _split(" ".join([*chunk.breadcrumb, chunk.body]), lang)


def _split(text: str, lang: str) -> str:
    """Every two neighbors as a word, in languages that need it."""
    if lang not in _BIGRAMS:
        return text
    return " ".join(" ".join(_pairs(word)) for word in _WORD.findall(text))


def _pairs(word: str) -> list[str]:
    if word.isascii() or len(word) == 1:
        return [word]
    return [one + other for one, other in pairwise(word)]


def _ndcg(chosen: EvalSet, chunks: Sequence[Chunk], rank: Rank) -> float:
    paths = frozenset(chunk.path for chunk in chunks)

    def one(question: Question) -> float:
        ranked = [run.place_of(chunk_id, paths) for chunk_id in rank(question.text)]
        found = targets.grades_found(ranked, question.grades, by_document=chosen.by_document)
        return measures.ndcg(found, question.grades.values())

    return measures.mean([one(question) for question in chosen.questions])
