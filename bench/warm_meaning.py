"""`python -m bench.warm_meaning FOLDER`: searches and answers in a folder that has embeddings.

The questions are those of `other_words.tsv` about MDN, and "What is …?" for the titles of as many
documents. Each is asked twice in an open library; the second time counts.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter, process_time

import ra
from bench.other_words import questions


def main(folder: Path) -> None:
    """Print the milliseconds of each kind of question, p50 and p95, and of CPU."""
    with ra.open(folder, update="never") as kb:
        asked = [one.text for one in questions() if one.corpus == "mdn"]
        documents = kb.index.documents()
        some = documents[:: max(1, len(documents) // len(asked))]
        asked += [f"What is {document.title}?" for document in some]
        print(f"{len(asked)} questions | p50 ms | p95 ms | CPU p50 ms")
        _print("keyword search", asked, lambda text: kb.search(ra.plain(text)))
        _print("hybrid search", asked, lambda text: kb.search(ra.plain(text), mode="hybrid"))
        _print("quoted answer", asked, lambda text: kb.ask(text, llm=False))


def _print(name: str, asked: list[str], work: Callable[[str], object]) -> None:
    for text in asked:
        work(text)
    walls, processor = [], []
    for text in asked:
        wall, cpu = perf_counter(), process_time()
        work(text)
        walls.append(1000 * (perf_counter() - wall))
        processor.append(1000 * (process_time() - cpu))
    late = quantiles(walls, n=20)[-1]
    print(f"{name} | {median(walls):.1f} | {late:.1f} | {median(processor):.1f}", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
