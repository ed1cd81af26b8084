"""`python -m bench ranking`: compares the ranking with that of plain engines.

SQLite FTS5 and bare Tantivy get the same chunks, breadcrumb and body in one field, and the same
words, any of which may match; stemming and BM25 are theirs as they come. Where a script has no
spaces, the words are overlapping runs of letters. Prints a table in Markdown.
"""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from unicodedata import category

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
_GRAMS = {"ja": 2, "th": 3}  # letters in a word, where there are no spaces between words


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
    settings = defaults(folder)
    ours = run.measured(chosen, settings, folder / "index").mean(lambda each: each.ndcg)
    tree = run.tree_of(chosen, settings)
    with Library(settings._replace(trees=(tree,), index_dir=folder / "index")) as kb:
        chunks = list(kb.index.chunks())
    plain = [
        _ndcg(chosen, chunks, fts5(chunks, chosen.lang)),
        _ndcg(chosen, chunks, bare_tantivy(chunks, chosen.lang)),
    ]
    ahead = ours - max(plain)
    goal = TARGETS.get(chosen.name, 0.0)
    met = "met" if ahead >= -BEHIND and ours >= goal else "missed"
    said = f"≥ {goal:.3f}: {met}" if goal else met
    figures = " | ".join(f"{value:.4f}" for value in (*plain, ours))
    count = len(chosen.questions)
    return f"| {chosen.name} | {chosen.lang} | {count:,} | {figures} | {ahead:+.4f} | {said} |"


def defaults(folder: Path) -> Settings:
    """No settings of the user."""
    home = folder / "home"
    home.mkdir()
    return config.load(
        home, home=home, cache=home / "cache", state=home / "state", tree_name=slugs.slugify
    )


def fts5(chunks: Sequence[Chunk], lang: str) -> Rank:
    """SQLite's full-text index, with its stemmer where it has one."""
    base = sqlite3.connect(":memory:")
    words = ("porter " if lang == "en" else "") + "unicode61 categories 'L* M* N*'"
    base.execute(f'CREATE VIRTUAL TABLE chunk USING fts5(text, tokenize = "{words}")')
    rows = ((number, _text(chunk, lang)) for number, chunk in enumerate(chunks))
    base.executemany("INSERT INTO chunk (rowid, text) VALUES (?, ?)", rows)
    order = f"SELECT rowid FROM chunk WHERE chunk MATCH ? ORDER BY rank LIMIT {CANDIDATES}"

    def rank(question: str) -> list[str]:
        asked = " OR ".join(f'"{word}"' for word in dict.fromkeys(_words(question, lang)))
        return [chunks[row[0]].id for row in base.execute(order, (asked,))] if asked else []

    return rank


def bare_tantivy(chunks: Sequence[Chunk], lang: str) -> Rank:
    """Tantivy, with its stemmer where it has one."""
    words = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.whitespace())
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
        asked = dict.fromkeys(analyzer.analyze(" ".join(_words(question, lang))))
        terms = [tantivy.Query.term_query(schema, "text", word) for word in asked]
        query = tantivy.Query.boolean_query([(tantivy.Occur.Should, term) for term in terms])
        hits = searcher.search(query, CANDIDATES).hits if terms else []
        numbers = [searcher.doc(address)["number"][0] for _, address in hits]
        return [chunks[number].id for number in numbers]

    return rank


def _text(chunk: Chunk, lang: str) -> str:
    return " ".join(_words(" ".join([*chunk.breadcrumb, chunk.body]), lang))


def _words(text: str, lang: str) -> list[str]:
    """Runs of letters, marks and digits; neither engine cuts them any further."""
    spaced = "".join(letter if category(letter)[0] in "LMN" else " " for letter in text)
    size = _GRAMS.get(lang, 0)
    return [part for word in spaced.split() for part in _parts(word, size)]


def _parts(word: str, size: int) -> list[str]:
    if not size or word.isascii() or len(word) <= size:
        return [word]
    return [word[at : at + size] for at in range(len(word) - size + 1)]


def _ndcg(chosen: EvalSet, chunks: Sequence[Chunk], rank: Rank) -> float:
    places = targets.places(chunks, {})

    def one(question: Question) -> float:
        ranked = [places[chunk_id] for chunk_id in rank(question.text)]
        found = targets.grades_found(ranked, question.grades, by_document=chosen.by_document)
        return measures.ndcg(found, question.grades.values())

    return measures.mean([one(question) for question in chosen.questions])
