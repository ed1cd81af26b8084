"""`python -m bench answers`: measures the quoted answers of `ra ask`.

`answer_spans.tsv` has the words that answer 121 questions of squad2-dev-a, written by hand from the
judged sections. Prints for one to five sentences how many answers contain these words, how many
first citations name the judged section, and the time of an answer; by words, and with embeddings.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import tarfile
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time

import ra
from bench.ranking import SETS

_NAME = "squad2-dev-a"
_SPANS = Path(__file__).with_name("answer_spans.tsv")
_MOST = 5


def main(*, quick: bool = False) -> None:
    """Answer the questions without and with embeddings."""
    archive = SETS / f"{_NAME}.tar.xz"
    if not archive.is_file():
        sys.exit(f"bench: {archive} is missing; put the archives of the sets there")
    with TemporaryDirectory() as name:
        folder = Path(name)
        with tarfile.open(archive) as tar:
            tar.extractall(folder, filter="data")
        for variable in ("HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
            os.environ[variable] = name
        docs = folder / "docs"
        shutil.move(folder / _NAME / "docs", docs)
        print("| sentences | by words: contains, first citation, ms | with embeddings |")
        print("|--:|--:|--:|", flush=True)
        cases = _cases(folder / _NAME)[:: 4 if quick else 1]
        with ra.open(docs, update="missing") as kb:
            by_words = [_measured(kb, cases, number) for number in range(1, _MOST + 1)]
            kb.index.embed()
            for number, before in enumerate(by_words, start=1):
                print(f"| {number} | {before} | {_measured(kb, cases, number)} |", flush=True)


def _cases(folder: Path) -> list[tuple[str, str, str]]:
    """Each question with the words that answer it and the judged section."""
    lines = _SPANS.read_text(encoding="utf-8").splitlines()
    spans = dict(line.split("\t") for line in lines)
    texts = {row["id"]: row["text"] for row in _rows(folder / "queries.jsonl")}
    targets = {row["query_id"]: row["target"] for row in _rows(folder / "qrels.jsonl")}
    return [(texts[one], span, targets[one]) for one, span in spans.items()]


def _rows(path: Path) -> list[dict[str, str]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def _measured(kb: ra.Library, cases: list[tuple[str, str, str]], sentences: int) -> str:
    contains = cites = 0
    times = []
    for question, span, target in cases:
        started = process_time()
        answer = kb.ask(question, sentences=sentences, llm=False)
        times.append(process_time() - started)
        contains += any(span.lower() in each.text.lower() for each in answer.sentences)
        first = answer.sentences[0].id if answer.sentences else ""
        cites += first.partition(":")[2] == target
    count = len(cases)
    return f"{contains / count:.3f}, {cites / count:.3f}, {1000 * median(times):.0f}"
