"""`python -m bench meaning`: what embeddings cost: time, memory, disk, and searches by meaning.

The figures of searches are of all of MDN (`--quick`: of 2,000 files) with made-up vectors, since
embedding it takes an hour: their number and size are those of real ones, their cosines are not.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import median
from time import process_time
from typing import NamedTuple

import numpy as np

import ra
from bench.corpora import resized, shown_files
from bench.floor import RA
from bench.measure import child, own_peak, whole_process
from bench.project import TREE, index_bytes, project
from bench.questions import questions
from ra.config.choices import Mode
from ra.config.schema import Settings
from ra.embed.english import CARD, English
from ra.embed.onnx_model import PASSAGE
from ra.engine.embedded.quantized import Packed
from ra.engine.embedded.vector_matrix import VectorMatrix
from ra.engine.protocol import ReadWriter
from ra.engine.query import Scope
from ra.engine.vectors import ChunkVector, DocumentVectors
from ra.ingest.embedded_text import embedded_text, embedding_key, passage_keys
from ra.library import DEFAULT_TENANT
from ra.library.sound_index import Index

QUICK_FILES = 2_000
WORDS = 170
_TOKENS_PER_WORD = 1.4
_AT_ONCE = 200  # documents


class Row(NamedTuple):
    """A line of the table; a `goal` is the least or the most that is allowed."""

    name: str
    value: float
    unit: str
    goal: float | None = None
    is_least: bool = False

    def shown(self) -> str:
        """The line."""
        if self.goal is None:
            verdict = ""
        elif (self.value >= self.goal) == self.is_least or self.value == self.goal:
            verdict = f"goal {self.goal:g}, reached"
        else:
            verdict = f"goal {self.goal:g}, MISSED"
        return f"| {self.name} | {self.value:,.1f} {self.unit} | {verdict} |"


def main(*, quick: bool = False) -> None:
    """Measure and print one table."""
    count = QUICK_FILES if quick else len(shown_files("mdn"))
    root = resized("mdn", count)
    print(f"| {count:,} files of MDN | | |\n|---|--:|---|", flush=True)
    for size in (119_000,) if quick else (119_000, 1_000_000):
        _print(_nearest(size))
    with project(root) as folder:
        measured = child("bench.meaning", root, project=folder)
        _print(
            [
                Row("passages of 170 words per CPU second", measured["rate"], "", 30, True),
                Row("a query, CPU", measured["query"], "ms", 2),
                Row("memory while embedding", measured["megabytes"], "MB", 250),
            ]
        )
        _print(_searches(root, folder, 60 if quick else 200))


def _print(rows: Iterable[Row]) -> None:
    for row in rows:
        print(row.shown(), flush=True)


def _texts(root: Path, count: int) -> list[str]:
    """Different texts of 170 words from all over the documents."""
    files = sorted(root.rglob("*.md"))
    found: list[str] = []
    for path in files[:: max(1, len(files) // (4 * count))]:
        words = re.findall(r"\S+", path.read_text(encoding="utf-8"))
        if len(words) >= 2 * WORDS:
            found.append(f"{path.stem}\n{' '.join(words[WORDS : 2 * WORDS])}")
    return found[:count]


def _embedding(root: Path) -> dict[str, float]:
    """Rate, query and peak memory of the built-in model for English, in a process of its own."""
    model = English()
    texts = _texts(root, 64)
    model.embed_passages(texts[:4])
    start = process_time()
    model.embed_passages(texts)
    rate = len(texts) / (process_time() - start)
    times = []
    for text in texts:
        query = " ".join(text.split()[1:9])
        start = process_time()
        model.embed_query(query)
        times.append((process_time() - start) * 1e3)
    return {"rate": rate, "query": median(times), "megabytes": own_peak()}


def _nearest(count: int) -> list[Row]:
    """The nearest of many made-up vectors."""
    random = np.random.default_rng(1)
    width = CARD.dimensions
    numbers = random.integers(-127, 128, (count, width), np.int8)
    packed = Packed(numbers, np.full(count, 1 / (127 * width**0.5), np.float32))
    matrix = VectorMatrix(packed, np.arange(count, dtype=np.int64))
    times = []
    for _ in range(15):
        query = random.normal(size=width).astype(np.float32)
        start = process_time()
        matrix.ranked(query / np.linalg.norm(query), 50)
        times.append((process_time() - start) * 1e3)
    megabytes = count * (width + 4 + 8 + width / 8) / 1e6
    return [
        Row(f"nearest of {count:,} vectors, CPU p50", median(times), "ms"),
        Row(f"memory of {count:,} vectors", megabytes, "MB"),
        Row(f"disk of {count:,} vectors", count * (width + 4 + 16 + 4) / 1e6, "MB"),
    ]


def _searches(root: Path, folder: Path, count: int) -> list[Row]:
    """Searches of a tree whose sections all have vectors."""
    asked = questions(root, count + 40)
    queries = [each for kind in ("three", "sentence") for each in asked[kind]]
    with ra.open(folder, update="never") as kb:  # comparing files is not what is measured
        kb.index.update()
        bare = index_bytes(folder)
        chunks, vectors = _fill(kb.settings)
        rows = [
            Row("sections", chunks, ""),
            Row("vectors, passages included", vectors, ""),
            Row("index without vectors", bare / 1e6, "MB"),
            Row("index with vectors", index_bytes(folder) / 1e6, "MB"),
        ]
        goals: dict[Mode, float | None] = {"keyword": None, "hybrid": 12.0}
        for mode, goal in goals.items():
            params = kb.settings.search._replace(mode=mode)
            times = []
            for query in queries:
                start = process_time()
                kb.search(query, params=params)
                times.append((process_time() - start) * 1e3)
            rows.append(Row(f"{mode} search, warm, CPU p50", median(times[40:]), "ms", goal))
    command = (RA, "search", "--mode", "hybrid", "--no-update", queries[0])
    costs = [whole_process(command, folder).cpu * 1e3 for _ in range(5)]
    return [*rows, Row("`ra search --mode hybrid`, cold, CPU", median(costs), "ms", 450)]


def _fill(settings: Settings) -> tuple[int, int]:
    """Give every section vectors as if it were embedded, and count both."""
    index = Index(settings, lambda _: None)
    try:
        return _filled(index.engine, TREE)
    finally:
        index.close()


def _filled(engine: ReadWriter, tree: str) -> tuple[int, int]:
    scope, writer = Scope(DEFAULT_TENANT, (tree,)), engine.vector_writer()
    random = np.random.default_rng(2)
    chunks = vectors = 0
    writer.begin(tree, [CARD.name])
    ids = engine.vectors().unembedded(scope)
    for start in range(0, len(ids), _AT_ONCE):
        entries = []
        for record in engine.documents(scope, ids[start : start + _AT_ONCE]):
            own = list(_made_up(engine.outline(record.id, scope), random))
            entries.append(DocumentVectors(record.id, record.version, CARD.name, own))
            chunks += len({one.position for one in own})
            vectors += len(own)
        writer.put(tree, entries)
    writer.finish(tree)
    return chunks, vectors


def _made_up(outline: Sequence[ra.Chunk], random: np.random.Generator) -> Iterable[ChunkVector]:
    """One vector for each section with its passages, in any direction."""
    for chunk in outline:
        if not chunk.hit:
            continue
        text, has_text = embedded_text(chunk, CARD.characters)
        key = embedding_key(CARD.name, text)
        tokens = min(256, int(len(text.split()) * _TOKENS_PER_WORD))
        passages = round(tokens / PASSAGE)
        rows = random.normal(size=(1 + (passages if passages > 1 else 0), CARD.dimensions))
        for one, row in zip((key, *passage_keys(key)), rows, strict=False):
            vector = (row / np.linalg.norm(row)).astype(np.float32)
            yield ChunkVector(chunk.position, one, has_text, vector)


if __name__ == "__main__":
    print(json.dumps(_embedding(Path(sys.argv[1]))))
