"""`python -m bench.warm_meaning FOLDER`: searches and answers in a folder that has embeddings.

The questions are those of `other_words.tsv` about MDN, and "What is …?" for the titles of as many
documents. Every second one warms an open library up; the others are then asked twice. The second
time their vectors, texts and near words are in memory.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import process_time

import ra
from bench.other_words import questions


def main(folder: Path) -> None:
    """Print the milliseconds of CPU of each kind of question, p50."""
    with ra.open(folder, update="never") as kb:
        asked = [one.text for one in questions() if one.corpus == "mdn"]
        documents = kb.index.documents()
        some = documents[:: max(1, len(documents) // len(asked))]
        asked += [f"What is {document.title}?" for document in some]
        print(f"{len(asked)} questions, CPU p50 ms | first time | again")
        _print("keyword search", asked, lambda text: kb.search(ra.plain(text)))
        _print("hybrid search", asked, lambda text: kb.search(ra.plain(text), mode="hybrid"))
        _print("quoted answer", asked, lambda text: kb.ask(text, llm=False))


def _print(name: str, asked: list[str], work: Callable[[str], object]) -> None:
    for text in asked[::2]:
        work(text)
    first, again = ([_cost(work, text) for text in asked[1::2]] for _ in range(2))
    print(f"{name} | {median(first):.1f} | {median(again):.1f}", flush=True)


def _cost(work: Callable[[str], object], text: str) -> float:
    start = process_time()
    work(text)
    return 1000 * (process_time() - start)


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
