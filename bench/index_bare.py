"""`python -m bench.index_bare FOLDER`: what bare Tantivy takes for the chunks of a project.

The same chunks go into the same fields with the stock English analyzer, by one thread, in one
commit. Their texts are in memory before the clock starts, and nothing else is done.
"""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import tantivy

import ra
from bench.measure import Cost, Stopwatch
from ra.engine.embedded import lexical, tantivy_query

Fields = tuple[int, int, list[tuple[str, str]]]


def prepared(project: Path) -> Iterator[Fields]:
    """The address, the time and the texts of each chunk."""
    with ra.open(project) as kb:
        documents = 0
        for chunk in kb.files.chunks():
            documents += chunk.position == 0
            texts = [("path", chunk.path), ("title", chunk.title)]
            for level in chunk.breadcrumb:
                texts += (("hierarchy", level), ("text", level))
            texts += [("tags", tag) for tag in chunk.tags]
            if chunk.body:
                texts += (("body", chunk.body), ("text", chunk.body))
            yield documents * lexical.POSITIONS + chunk.position, chunk.mtime, texts


def add(index: tantivy.Index, chunks: list[Fields]) -> None:
    """Write one segment of them, or as many as the writer thinks fit."""
    writer = index.writer(num_threads=1)
    for address, mtime, texts in chunks:
        document = tantivy.Document()
        document.add_integer("document", address // lexical.POSITIONS)
        document.add_integer("address", address)
        document.add_integer("mtime", mtime)
        for field, text in texts:
            document.add_text(field, text)
        writer.add_document(document)
    writer.commit()
    writer.wait_merging_threads()


def measured(project: Path) -> Cost:
    """The cost of adding, without that of preparing."""
    chunks = list(prepared(project))
    gc.freeze()
    tantivy_query.ANALYZER = "en_stem"
    with TemporaryDirectory(dir=project) as folder:
        index = tantivy.Index(tantivy_query.schema(), path=folder)
        with Stopwatch() as watch:
            add(index, chunks)
    return watch.cost()


print(json.dumps(measured(Path(sys.argv[1]))._asdict()))
